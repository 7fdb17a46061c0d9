"""The texts of puzzles."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from discord.utils import format_dt

from bot.catalog import GAMES, GameKind
from bot.core.attempts import AttemptEvent
from bot.puzzles.puzzles import Mistake, PuzzleStep, Trial, moves_of_hint, positions_of
from bot.ui.candidates import value_words
from bot.ui.reason_words import merit_text
from bot.ui.words import channel_mention, mention, seat_name
from data.puzzles.puzzle_posts import PostResults, PuzzlePost
from data.puzzles.puzzles import MAX_PERSON_CHANGE, Attempt
from data.ratings.glicko2 import LISTED_BELOW
from data.ratings.ratings import Rated
from engine import SearchResult
from engine.puzzles import Aim, Puzzle
from engine.search.position import PASS
from languages import count, gettext, gettext_noop, ngettext, npgettext, pgettext, pgettext_noop
from languages.moments import day_written
from languages.numbers import enumerated, facts_line, listed, separated, signed
from renderers import figures

TASKS: Mapping[Aim, str] = {
    "wipe-out": gettext_noop("{disc} **{side} to play and wipe out the other side.**"),
    "win": gettext_noop("{disc} **{side} to play and win.**"),
    "save": gettext_noop("{disc} **{side} to play and save the draw.**"),
    "corner-trap": gettext_noop("{disc} **{side} to play: the best line traps a corner.**"),
    "pass": gettext_noop("{disc} **{side} to play: the best line forces a pass.**"),
    "parity": gettext_noop("{disc} **{side} to play: the best line keeps parity.**"),
    "best": gettext_noop("{disc} **{side} to play: find the best move, every disc counts.**"),
}
"""The task, by what the puzzle is about."""


THEMES: Mapping[str, str] = {
    "corner": pgettext_noop("puzzle theme", "corner"),
    "corner-trap": pgettext_noop("puzzle theme", "corner trap"),
    "x-square": pgettext_noop("puzzle theme", "X-square"),
    "wedge": pgettext_noop("puzzle theme", "wedge"),
    "edge": pgettext_noop("puzzle theme", "edge"),
    "sacrifice": pgettext_noop("puzzle theme", "sacrifice"),
    "quiet-move": pgettext_noop("puzzle theme", "quiet move"),
    "mobility": pgettext_noop("puzzle theme", "mobility"),
    "pass": pgettext_noop("puzzle theme", "forced pass"),
    "parity": pgettext_noop("puzzle theme", "parity"),
    "wipe-out": pgettext_noop("puzzle theme", "wipe-out"),
    "comeback": pgettext_noop("puzzle theme", "comeback"),
    "double-threat": pgettext_noop("puzzle theme", "double threat"),
    "forcing": pgettext_noop("puzzle theme", "forcing moves"),
    "block": pgettext_noop("puzzle theme", "block"),
    "vertical": pgettext_noop("puzzle theme", "vertical"),
    "horizontal": pgettext_noop("puzzle theme", "horizontal"),
    "diagonal": pgettext_noop("puzzle theme", "diagonal"),
    "zugzwang": pgettext_noop("puzzle theme", "zugzwang"),
    "claimeven": pgettext_noop("puzzle theme", "claimeven"),
    "defence": pgettext_noop("puzzle theme", "defence"),
}
WIN_IN = "win-in-"
"""Prefix of the themes of forced wins, before the number of moves."""


MAX_NAMED = 20
"""Maximum number of solvers named under a puzzle."""

LISTED_MOVES = 3
"""Number of other moves whose values are listed."""


def theme_name(theme: str) -> str:
    if theme.startswith(WIN_IN):
        moves = int(theme.removeprefix(WIN_IN))
        return npgettext("puzzle theme", "win in {number} move", "win in {number} moves", moves)
    return pgettext("puzzle theme", THEMES[theme]) if theme in THEMES else theme


def title(puzzle: Puzzle) -> str:
    """Return the heading of everything that shows a puzzle."""
    return gettext("### 🧩 {game} puzzle", game=GAMES[puzzle.game].title)


def puzzle_text(trial: Trial, note: str, rated: Rated | None) -> str:
    """Describe a puzzle that is being solved, or is over; `note` is about the last move."""
    lines = [title(trial.puzzle) if trial.mistake is None else _own_title(trial.mistake), note]
    if trial.attempt.over and trial.mistake is not None:
        lines.append(_own_end(trial, trial.mistake))
    elif trial.attempt.over:
        lines += [_rating_line(trial, rated), _themes_line(trial.puzzle)]
    else:
        lines += [task(trial), _question(trial), _small_print(trial, rated)]
    return "\n".join(filter(None, lines))


def _own_title(mistake: Mistake) -> str:
    return gettext(
        "### 🩹 From your game #{game} against {opponent}",
        game=mistake.game_id,
        opponent=seat_name(mistake.opponent),
    )


def _own_end(trial: Trial, mistake: Mistake) -> str:
    """Say what was played in the game, and whether the puzzle comes back."""
    move = trial.kind.move_name(mistake.played)
    # Translators: below a puzzle from the person's own game; {move} such as “d3” or “column 6”.
    played = gettext("In the game you played {move}.", move=move)
    if trial.is_herring:
        # Translators: below a puzzle from the person's own game; {move} such as “d3” or “column 6”.
        played = gettext("In the game you played {move}, and nothing was better.", move=move)
    if mistake.due_at is None:
        # Translators: below a puzzle from the person's own game; it will not be asked again.
        back = gettext("You know this one now: it won't come back.")
    else:
        # Translators: a puzzle from the person's own game; {when} is written by Discord: “in 3 days”.
        back = gettext("It comes back {when}.", when=format_dt(mistake.due_at, "R"))
    return f"{played}\n{back}"


def _question(trial: Trial) -> str:
    """Ask about the move played in the player's own game, which may have been right."""
    if trial.mistake is None or trial.attempt.ply:
        return ""
    # Translators: a puzzle from the person's own game; {move} such as “d3” or “column 6”.
    return gettext(
        "In the game you played {move}. Was there anything better?",
        move=trial.kind.move_name(trial.mistake.played),
    )


def task(trial: Trial) -> str:
    side = trial.kind.sides[trial.position.turn]
    return gettext(TASKS[trial.puzzle.aim], disc=side.disc, side=side.name)


def step_note(step: PuzzleStep, refuted: Collection[str] = ()) -> str:
    """Say what has just happened; a hint names none of the moves that were `refuted`."""
    trial, answered = step.trial, step.answered
    move = trial.kind.move_name(step.move) if step.move else ""
    match step.event:
        case AttemptEvent.RIGHT:
            return right_note(trial, move)
        case AttemptEvent.MISSED if answered is not None and answered.attempt.result is None:
            return gettext("❌ Not {move}: another move is better. Try again!", move=move)
        case AttemptEvent.MISSED:
            return gettext("❌ Not {move}, either. Try again!", move=move)
        case AttemptEvent.HELPED if not trial.attempt.over:
            return _hint(trial, refuted)
        case _:
            return state_note(trial)


def state_note(trial: Trial) -> str:
    """Summarize an attempt that is opened again."""
    attempt = trial.attempt
    if attempt.shown and attempt.solved_at is None:
        return gettext("Here is the solution. The next one will go better!")
    if attempt.over and attempt.result == "solved":
        return gettext("🎉 **Solved on the first attempt!**")
    if attempt.over:
        return gettext("✅ **Solved.** The first attempt missed, but you found it.")
    return right_note(trial, "") if attempt.ply else ""


def _hint(trial: Trial, refuted: Collection[str]) -> str:
    """Name a few moves that include the right one, and none that was refuted."""
    moves = moves_of_hint(trial, refuted)
    if len(moves) == 1:
        return gettext("💡 It is {move}.", move=trial.kind.move_name(moves[0]))
    names = [trial.kind.move_name(move) for move in moves]
    return gettext("💡 It is one of these: {moves}.", moves=enumerated(names))


def right_note(trial: Trial, move: str) -> str:
    values = {"move": move, "side": trial.kind.sides[1 - trial.position.turn].name}
    if trial.answer == PASS:
        if move:
            # Translators: {side} is Black, Red and so on; {move} such as “d3” or “column 6”.
            return gettext("✅ Right: {move}. {side} has to pass, so it's your move again.", **values)
        return gettext("{side} has to pass, so it's your move again.", **values)
    values["reply"] = trial.kind.move_name(trial.answer or "")
    if move:
        # Translators: {side} is Black, Red and so on; {move} and {reply} such as “d3” or “column 6”.
        return gettext("✅ Right: {move}. {side} answers {reply}.", **values)
    return gettext("{side} has answered {reply}.", **values)


def move_number(trial: Trial) -> str:
    # Translators: the moves to find in a puzzle; more facts may follow after “·”.
    return gettext("Move {number} of {moves}", number=trial.number, moves=trial.moves)


def _small_print(trial: Trial, rated: Rated | None) -> str:
    parts = []
    if trial.moves > 1:
        parts.append(move_number(trial))
    if rated is not None:
        # Translators: one of the facts below a puzzle; the first one gets a capital letter.
        parts.append(gettext("your puzzle rating: {rating}", rating=rating_text(rated)))
    if trial.mistake is not None:
        # The number of moves would tell a mistake from a red herring, which has one.
        parts = parts[:1] if trial.attempt.ply else []
        again = gettext(
            "Solved on the first attempt, it comes back after 1, 3, 7 and 21 days; a miss starts again at 1."
        )
        return "\n".join(f"-# {line}" for line in (*parts, again))
    if trial.attempt.result is None:
        parts.append(
            # Translators: one of the facts below a puzzle; the first one gets a capital letter.
            gettext(
                "only the first attempt counts, for at most {most} points, and a hint counts as a miss",
                most=round(MAX_PERSON_CHANGE),
            )
        )
    elif trial.attempt.value_after is not None:
        # Translators: one of the facts below a puzzle; {change} of the rating is such as “+12”.
        parts.append(gettext("the first attempt counted: {change}", change=_change(trial.attempt)))
    return facts_line(parts)


def post_text(post: PuzzlePost, puzzle: Puzzle, results: PostResults) -> str:
    """Return the text of a puzzle for everyone in a channel."""
    kind, side = GAMES[puzzle.game], GAMES[puzzle.game].sides[positions_of(puzzle)[0].turn]
    head = title(puzzle)
    if post.new.day is not None:
        # Translators: {day} is a date such as “31 March 2026”.
        head = gettext("### 🧩 Daily {game} puzzle · {day}", game=kind.title, day=day_written(post.new.day))
    lines = [head, gettext(TASKS[puzzle.aim], disc=side.disc, side=side.name)]
    moves = len(puzzle.own_moves)
    if post.answered:
        # Translators: {line} lists the moves of both sides.
        lines.append(gettext("**Answer**: {line}", line=answer(puzzle)))
    else:
        find = ngettext("{number} move to find", "{number} moves to find", moves)
        lines.append(f"-# {find} · " + gettext("Try it: only you see your moves"))
        if post.answer_at is not None:
            # Translators: {when} is written by Discord: “in 3 hours”.
            lines.append(gettext("-# The answer comes {when}.", when=format_dt(post.answer_at, "R")))
    lines.append(_solvers_line(results) if post.new.day is None else _solved_count(results))
    return "\n".join(filter(None, lines))


def answer(puzzle: Puzzle) -> str:
    """Return the whole line, replies included."""
    kind, positions = GAMES[puzzle.game], positions_of(puzzle)
    told = []
    for position, move in zip(positions, puzzle.line, strict=False):
        # Translators: a pass in a list of moves: “⚫ d3, ⚪ pass”.
        name = pgettext("move", "pass") if move == PASS else kind.move_name(move)
        told.append(f"{kind.sides[position.turn].disc} {name}")
    return enumerated(told)


def _solvers_line(results: PostResults) -> str:
    """Say who has solved the puzzle, and how many have tried."""
    if not results.solvers:
        return ""
    named = [mention(solver.player_id) for solver in results.solvers[:MAX_NAMED]]
    more = len(results.solvers) - len(named)
    names = enumerated(named)
    if more:
        # Translators: people, at the end of a list of names: “Ames, Ben and 3 more”.
        names = listed([*named, npgettext("people", "{number} more", "{number} more", more)])
    # Translators: {names} is a list of people.
    solved = gettext("✅ Solved by {names}", names=names)
    return f"{solved}\n{_solved_count(results)}"


def _solved_count(results: PostResults) -> str:
    """Say how many have solved the puzzle."""
    if not results.solvers:
        return ""
    first = sum(solver.first for solver in results.solvers)
    # Translators: {first} of the {number} people.
    return ngettext(
        "-# {number} solved it, {first} on the first attempt",
        "-# {number} solved it, {first} on the first attempt",
        len(results.solvers),
        first=count(first),
    )


def switched_off(channel_id: int | None) -> str:
    """Tell a server that its daily puzzle could not be posted."""
    if channel_id is None:
        return gettext(
            "The daily puzzle's channel was deleted, so I've switched the puzzle off. "
            "Choose another channel with `/settings`."
        )
    return gettext(
        "I can't post the daily puzzle in {channel}, so I've switched it off. Give me **View "
        "Channel**, **Send Messages** and **Attach Files** there, and choose the channel again with "
        "`/settings`.",
        channel=channel_mention(channel_id),
    )


def _themes_line(puzzle: Puzzle) -> str:
    return facts_line([enumerated([*map(theme_name, puzzle.themes)])] if puzzle.themes else [])


def _rating_line(trial: Trial, rated: Rated | None) -> str:
    """Say how a puzzle changed the person's rating."""
    attempt = trial.attempt
    if attempt.value_after is None or rated is None:
        return ""
    # Translators: {rating} such as 1623, {change} such as “+12”; {puzzle} is the puzzle's own rating.
    return gettext(
        "-# Your puzzle rating: **{rating}** ({change}) · this puzzle's: {puzzle}",
        rating=rating_text(rated),
        change=_change(attempt),
        puzzle=round(trial.puzzle.rating),
    )


def _change(attempt: Attempt) -> str:
    assert attempt.value_before is not None
    assert attempt.value_after is not None
    return signed(round(attempt.value_after) - round(attempt.value_before))


def rating_text(rated: Rated) -> str:
    """Format a rating, with a question mark while it is provisional."""
    return figures.rating_text(round(rated.rating.value), rated.rating.deviation >= LISTED_BELOW)


def solution_text(puzzle: Puzzle, ply: int, found: SearchResult | None) -> str:
    """Describe the position after `ply` moves of a solution.

    `found` has the values of the moves there; None where no move has to be found.
    """
    kind, position = GAMES[puzzle.game], positions_of(puzzle)[ply]
    lines = [
        gettext(
            "### 🧩 {game} puzzle: the solution\n-# Position {number} of {positions}",
            game=kind.title,
            number=ply + 1,
            positions=len(puzzle.line) + 1,
        )
    ]
    if ply == len(puzzle.line):
        lines.append(gettext("Solved: that was the whole line."))
        return "\n".join(lines)
    side, move = kind.sides[position.turn], puzzle.line[ply]
    if ply % 2:
        if move == PASS:
            # Translators: {side} is Black, Red and so on.
            lines.append(gettext("{disc} {side} has to pass.", disc=side.disc, side=side.name))
        else:
            answer = kind.move_name(move)
            lines.append(
                # Translators: {side} is Black, Red and so on; {move} such as “d3” or “column 6”.
                gettext(
                    "{disc} {side}'s best answer is **{move}**.",
                    disc=side.disc,
                    side=side.name,
                    move=answer,
                )
            )
        return "\n".join(lines)
    lines.append(
        # Translators: {side} is Black, Red and so on; {move} such as “d3” or “column 6”.
        gettext("{disc} {side} plays **{move}**.", disc=side.disc, side=side.name, move=kind.move_name(move))
    )
    if found is not None and found.candidates:
        lines += [merit_text(kind, position, found, move), _worth(puzzle, kind, ply, found)]
    return "\n".join(filter(None, lines))


def _worth(puzzle: Puzzle, kind: GameKind, ply: int, result: SearchResult) -> str:
    """Return the value of the right move, and those of the best others."""
    position, right = positions_of(puzzle)[ply], puzzle.line[ply]
    worth = partial(value_words, kind, position, result)
    own = next((candidate for candidate in result.candidates if candidate.move == right), None)
    others = [candidate for candidate in result.candidates if candidate.move != right]
    if own is None or not others:
        return ""
    told = [
        # Translators: one of a list of moves; {value} such as “+2.3” or “a win by exactly 4”.
        gettext("{move}: {value}", move=kind.move_name(other.move), value=worth(other))
        for other in others[:LISTED_MOVES]
    ]
    more = len(others) - len(told)
    if more:
        # Translators: moves, the end of the list of others.
        told.append(npgettext("moves", "and {number} worse", "and {number} worse", more))
    # Translators: {value} such as “a win by exactly 4” or “+2.3”; {others} lists moves with theirs.
    return gettext(
        "With best play it leads to {value}. The others: {others}.",
        value=worth(own),
        others=separated(told),
    )

"""The texts of puzzles."""

from __future__ import annotations

from collections.abc import Mapping

from discord.utils import format_dt

from bot.catalog import GAMES, GameKind
from bot.puzzles.puzzles import MoveVerdict, Tried
from bot.puzzles.trials import Difficulty, Mistake, Trial, narrow, positions_of
from bot.ui.candidates import value_words
from bot.ui.words import channel_mention, mention, seat_name
from data import LISTED_BELOW, MAX_PERSON_CHANGE, Attempt, PostResults, PuzzlePost, Rated, Streak
from engine import Candidate, SearchResult
from engine.puzzles import Aim, Puzzle
from engine.search.position import PASS
from languages import gettext, gettext_noop, ngettext
from renderers import figures
from renderers.strength_chart import signed

TASKS: Mapping[Aim, str] = {
    "wipe-out": gettext_noop("{disc} **{side} to play and take every disc.**"),
    "win": gettext_noop("{disc} **{side} to play and win.**"),
    "save": gettext_noop("{disc} **{side} to play and save the draw.**"),
    "corner-trap": gettext_noop("{disc} **{side} to play: the best line traps a corner.**"),
    "pass": gettext_noop("{disc} **{side} to play: the best line forces a pass.**"),
    "parity": gettext_noop("{disc} **{side} to play: the best line keeps parity.**"),
    "best": gettext_noop("{disc} **{side} to play: find the best move, every disc counts.**"),
}
"""The task, by what the puzzle is about."""

DIFFICULTIES: Mapping[Difficulty, str] = {
    Difficulty.EASIER: gettext_noop("easier"),
    Difficulty.USUAL: gettext_noop("usual"),
    Difficulty.HARDER: gettext_noop("harder"),
}

THEMES: Mapping[str, str] = {
    "corner": gettext_noop("corner"),
    "corner-trap": gettext_noop("corner trap"),
    "x-square": gettext_noop("X-square"),
    "wedge": gettext_noop("wedge"),
    "edge": gettext_noop("edge"),
    "sacrifice": gettext_noop("sacrifice"),
    "quiet-move": gettext_noop("quiet move"),
    "mobility": gettext_noop("mobility"),
    "pass": gettext_noop("forced pass"),
    "parity": gettext_noop("parity"),
    "wipe-out": gettext_noop("wipe-out"),
    "comeback": gettext_noop("comeback"),
    "double-threat": gettext_noop("double threat"),
    "forcing": gettext_noop("forcing moves"),
    "block": gettext_noop("block"),
    "vertical": gettext_noop("vertical"),
    "horizontal": gettext_noop("horizontal"),
    "diagonal": gettext_noop("diagonal"),
    "zugzwang": gettext_noop("zugzwang"),
    "claimeven": gettext_noop("claimeven"),
    "defence": gettext_noop("defence"),
}
WIN_IN = "win-in-"
"""Prefix of the themes of forced wins, before the number of moves."""

TRY_IT = gettext_noop("Try it: only you see your moves")

MAX_NAMED = 20
"""Maximum number of solvers named under a puzzle."""

HINT_MOVES = 3
"""Number of moves named in a hint."""

LISTED_MOVES = 3
"""Number of other moves whose values are listed."""


def theme_name(theme: str) -> str:
    """Return the name of a theme."""
    if theme.startswith(WIN_IN):
        moves = int(theme.removeprefix(WIN_IN))
        return ngettext("win in {number} move", "win in {number} moves", moves)
    return gettext(THEMES[theme]) if theme in THEMES else theme


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
        lines += [task(trial), _small_print(trial, rated)]
    return "\n".join(filter(None, lines))


def _own_title(mistake: Mistake) -> str:
    return gettext(
        "### 🩹 From your game #{game} against {opponent}",
        game=mistake.game_id,
        opponent=seat_name(mistake.opponent),
    )


def _own_end(trial: Trial, mistake: Mistake) -> str:
    """Say what was played in the game, and whether the puzzle comes back."""
    played = gettext("In the game you played {move}.", move=trial.kind.move_name(mistake.played))
    if trial.attempt.result == "solved":
        return gettext("{played} This one is behind you.", played=played)
    return gettext("{played} It comes back in a few days.", played=played)


def task(trial: Trial) -> str:
    """State the task."""
    side = trial.kind.sides[trial.position.turn]
    return gettext(TASKS[trial.puzzle.aim], disc=side.disc, side=side.name)


def tried_note(tried: Tried) -> str:
    """Say whether a move was right."""
    trial = tried.trial
    move = trial.kind.move_name(tried.move)
    match tried.verdict:
        case MoveVerdict.SOLVED:
            return solved_note(trial.attempt)
        case MoveVerdict.RIGHT:
            return _right_note(trial, move)
        case MoveVerdict.WRONG:
            if tried.first:
                return gettext("❌ Not {move}: another move is better. Try again!", move=move)
            return gettext("❌ Not {move}, either. Try again!", move=move)
        case _:
            return state_note(trial)


def state_note(trial: Trial) -> str:
    """Summarize an attempt that is opened again."""
    if trial.attempt.over:
        return shown_note() if trial.attempt.solved_at is None else solved_note(trial.attempt)
    return _right_note(trial, "") if trial.attempt.ply else ""


def solved_note(attempt: Attempt) -> str:
    """Congratulate on a solved puzzle."""
    if attempt.result == "solved":
        return gettext("🎉 **Solved on the first attempt!**")
    return gettext("✅ **Solved.** The first attempt missed, but you found it.")


def shown_note() -> str:
    """Introduce the solution."""
    return gettext("Here is the solution. The next one will go better!")


def hint_note(trial: Trial) -> str:
    """Name a few moves that include the right one."""
    moves = narrow(trial.puzzle, trial.attempt.ply, HINT_MOVES)
    names = [trial.kind.move_name(move) for move in moves]
    return gettext("💡 It is one of these: {moves}.", moves=", ".join(names))


def _right_note(trial: Trial, move: str) -> str:
    """Name the reply to the move that was found."""
    values = {"move": move, "side": trial.kind.sides[1 - trial.position.turn].name}
    if trial.answer == PASS:
        if move:
            return gettext("✅ Right: {move}. {side} has to pass, so it's your move again.", **values)
        return gettext("{side} has to pass, so it's your move again.", **values)
    values["reply"] = trial.kind.move_name(trial.answer or "")
    if move:
        return gettext("✅ Right: {move}. {side} answers {reply}.", **values)
    return gettext("{side} has answered {reply}.", **values)


def _small_print(trial: Trial, rated: Rated | None) -> str:
    parts = []
    if trial.moves > 1:
        parts.append(gettext("Move {number} of {moves}", number=trial.number, moves=trial.moves))
    if rated is not None:
        parts.append(gettext("your puzzle rating: {rating}", rating=rating_text(rated)))
    if trial.mistake is not None:
        parts = parts[:1] if trial.moves > 1 else []
        parts.append(gettext("it comes back until you solve it on the first attempt"))
    elif trial.attempt.result is None:
        parts.append(
            gettext(
                "only the first attempt counts, for at most {most} points, and a hint counts as a miss",
                most=round(MAX_PERSON_CHANGE),
            )
        )
    elif trial.attempt.value_after is not None:
        parts.append(gettext("the first attempt counted: {change}", change=_change(trial.attempt)))
    text = " · ".join(parts)
    return f"-# {text[:1].upper()}{text[1:]}" if text else ""


def post_text(post: PuzzlePost, puzzle: Puzzle, results: PostResults) -> str:
    """Return the text of a puzzle for everyone in a channel."""
    kind, side = GAMES[puzzle.game], GAMES[puzzle.game].sides[positions_of(puzzle)[0].turn]
    head = title(puzzle)
    if post.new.day is not None:
        head = gettext("### 🧩 Daily {game} puzzle · {day}", game=kind.title, day=post.new.day)
    lines = [head, gettext(TASKS[puzzle.aim], disc=side.disc, side=side.name)]
    moves = len(puzzle.own_moves)
    if post.answered:
        lines.append(gettext("**Answer**: {line}", line=answer(puzzle)))
    else:
        find = ngettext("{number} move to find", "{number} moves to find", moves)
        lines.append(f"-# {find} · {gettext(TRY_IT)}")
        if post.answer_at is not None:
            lines.append(gettext("-# The answer comes {when}.", when=format_dt(post.answer_at, "R")))
    lines.append(_solvers_line(results))
    return "\n".join(filter(None, lines))


def answer(puzzle: Puzzle) -> str:
    """Return the whole line, replies included."""
    kind, positions = GAMES[puzzle.game], positions_of(puzzle)
    told = []
    for position, move in zip(positions, puzzle.line, strict=False):
        name = gettext("pass") if move == PASS else kind.move_name(move)
        told.append(f"{kind.sides[position.turn].disc} {name}")
    return ", ".join(told)


def _solvers_line(results: PostResults) -> str:
    """Say who has solved the puzzle, and how many have tried."""
    if not results.solvers:
        return ""
    named = [mention(solver.player_id) for solver in results.solvers[:MAX_NAMED]]
    more = len(results.solvers) - len(named)
    names = ", ".join(named)
    if more:
        names = ngettext("{names} and {number} more", "{names} and {number} more", more, names=names)
    first = sum(solver.first for solver in results.solvers)
    return gettext(
        "✅ Solved by {names}\n-# {solved} solved it, {first} on the first attempt",
        names=names,
        solved=len(results.solvers),
        first=first,
    )


def switched_off(channel_id: int | None) -> str:
    """Tell a server that its daily puzzle could not be posted."""
    if channel_id is None:
        return gettext(
            "The daily puzzle's channel is gone, so I've switched it off. Choose another channel with "
            "`/settings`."
        )
    return gettext(
        "I can't post the daily puzzle in {channel}, so I've switched it off. Give me **View "
        "Channel**, **Send Messages** and **Attach Files** there, and choose the channel again with "
        "`/settings`.",
        channel=channel_mention(channel_id),
    )


def streak_note(streak: Streak) -> str:
    """Tell the solver of a daily puzzle their streak."""
    return ngettext(
        "🔥 {number} daily puzzle in a row solved before its answer came; your best is {best}.",
        "🔥 {number} daily puzzles in a row solved before their answers came; your best is {best}.",
        streak.current,
        best=streak.best,
    )


def _themes_line(puzzle: Puzzle) -> str:
    """Return the themes of a finished puzzle."""
    return f"-# {', '.join(map(theme_name, puzzle.themes))}" if puzzle.themes else ""


def _rating_line(trial: Trial, rated: Rated | None) -> str:
    """Say how a puzzle changed the person's rating."""
    attempt = trial.attempt
    if attempt.value_after is None or rated is None:
        return ""
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
            lines.append(gettext("{disc} {side} has to pass.", disc=side.disc, side=side.name))
        else:
            answer = kind.move_name(move)
            lines.append(
                gettext(
                    "{disc} {side}'s best answer is **{move}**.",
                    disc=side.disc,
                    side=side.name,
                    move=answer,
                )
            )
        return "\n".join(lines)
    lines.append(
        gettext("{disc} {side} plays **{move}**.", disc=side.disc, side=side.name, move=kind.move_name(move))
    )
    if found is not None and found.candidates:
        lines.append(_worth(puzzle, kind, ply, found))
    return "\n".join(lines)


def _worth(puzzle: Puzzle, kind: GameKind, ply: int, found: SearchResult) -> str:
    """Return the value of the right move, and those of the best others."""
    position, right = positions_of(puzzle)[ply], puzzle.line[ply]

    def worth(candidate: Candidate) -> str:
        return value_words(kind, position, found, candidate)

    own = next((candidate for candidate in found.candidates if candidate.move == right), None)
    others = [candidate for candidate in found.candidates if candidate.move != right]
    if own is None or not others:
        return ""
    told = [
        gettext("{move}: {value}", move=kind.move_name(other.move), value=worth(other))
        for other in others[:LISTED_MOVES]
    ]
    more = len(others) - len(told)
    if more:
        told.append(ngettext("and {number} worse", "and {number} worse", more))
    return gettext(
        "With best play it leads to {value}. The others: {others}.",
        value=worth(own),
        others="; ".join(told),
    )

"""What puzzles say."""

from __future__ import annotations

from collections.abc import Mapping

from bot.catalog import GAMES, GameKind
from bot.puzzles.puzzles import Tried, Verdict
from bot.puzzles.trials import Difficulty, Trial, narrowed, positions_of
from bot.ui.language import gettext, gettext_noop, ngettext
from data import LISTED_BELOW, Attempt, Rated
from engine import SearchResult
from engine.puzzles import Puzzle
from engine.search.position import PASS
from renderers import figures
from renderers.charts import signed

TASKS: Mapping[str, str] = {
    "win": gettext_noop("{disc} **{side} to play and win.**"),
    "save": gettext_noop("{disc} **{side} to play and save the draw.**"),
    "best": gettext_noop("{disc} **{side} to play: find the best move.**"),
}
"""What is asked, by the goal of a puzzle."""

DIFFICULTIES: Mapping[Difficulty, str] = {
    Difficulty.EASIER: gettext_noop("easier"),
    Difficulty.USUAL: gettext_noop("usual"),
    Difficulty.HARDER: gettext_noop("harder"),
}

THEMES: Mapping[str, str] = {}

HINT_MOVES = 3
"""So many moves are named in a hint."""

LISTED_MOVES = 3
"""The values of so many other moves are told."""


def theme_name(theme: str) -> str:
    """What a theme is called."""
    return gettext(THEMES[theme]) if theme in THEMES else theme.replace("_", " ")


def title(puzzle: Puzzle) -> str:
    """The head of everything that shows a puzzle."""
    return gettext("### 🧩 {game} puzzle", game=GAMES[puzzle.game].title)


def puzzle_text(trial: Trial, note: str, rated: Rated | None) -> str:
    """A puzzle that is being solved, or is over; `note` is what has just happened."""
    lines = [title(trial.puzzle), note]
    if trial.attempt.over:
        lines.append(_rating_line(trial, rated))
    else:
        lines += [task(trial), _small_print(trial, rated)]
    return "\n".join(filter(None, lines))


def task(trial: Trial) -> str:
    """What is asked."""
    side = trial.kind.sides[trial.position.turn]
    return gettext(TASKS[trial.puzzle.goal], disc=side.disc, side=side.name)


def tried_note(tried: Tried) -> str:
    """What became of a move."""
    trial = tried.trial
    move = trial.kind.move_name(tried.move)
    match tried.verdict:
        case Verdict.SOLVED:
            return solved_note(trial.attempt)
        case Verdict.RIGHT:
            return _right_note(trial, move)
        case Verdict.WRONG:
            if tried.first:
                return gettext("❌ Not {move}: another move is better. Try again!", move=move)
            return gettext("❌ Not {move}, either. Try again!", move=move)
        case _:
            return state_note(trial)


def state_note(trial: Trial) -> str:
    """Where an attempt has come to, to somebody who sees it again."""
    if trial.attempt.over:
        return shown_note() if trial.attempt.solved_at is None else solved_note(trial.attempt)
    return _right_note(trial, "") if trial.attempt.ply else ""


def solved_note(attempt: Attempt) -> str:
    """To somebody who has found everything."""
    if attempt.result == "solved":
        return gettext("🎉 **Solved at the first attempt!**")
    return gettext("✅ **Solved.** The first attempt had failed, but you found it.")


def shown_note() -> str:
    """To somebody who had the solution shown."""
    return gettext("Here is the solution. The next one will go better!")


def hint_note(trial: Trial) -> str:
    """A few moves among which the right one is."""
    moves = narrowed(trial.puzzle, trial.attempt.ply, HINT_MOVES)
    names = [trial.kind.move_name(move) for move in moves]
    return gettext("💡 It is one of these: {moves}.", moves=", ".join(names))


def _right_note(trial: Trial, move: str) -> str:
    """The reply to what was found."""
    values = {"move": move, "side": trial.kind.sides[1 - trial.position.turn].name}
    if trial.answer == PASS:
        if move:
            return gettext("✅ {move} is right. {side} has to pass; you are to move again.", **values)
        return gettext("{side} has to pass; you are to move again.", **values)
    values["reply"] = trial.kind.move_name(trial.answer or "")
    if move:
        return gettext("✅ {move} is right. {side} answers {reply}.", **values)
    return gettext("{side} has answered {reply}.", **values)


def _small_print(trial: Trial, rated: Rated | None) -> str:
    parts = []
    if trial.moves > 1:
        parts.append(gettext("Move {number} of {moves}", number=trial.number, moves=trial.moves))
    if rated is not None:
        parts.append(gettext("your puzzle rating: {rating}", rating=rating_text(rated)))
    if trial.attempt.result is None:
        parts.append(gettext("the first attempt counts"))
    elif trial.attempt.value_after is not None:
        parts.append(gettext("the first attempt has counted: {change}", change=_change(trial.attempt)))
    text = " · ".join(parts)
    return f"-# {text[:1].upper()}{text[1:]}" if text else ""


def _rating_line(trial: Trial, rated: Rated | None) -> str:
    """What a puzzle has done to the person's rating."""
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
    """A rating as people read it: with a question mark while it is provisional."""
    return figures.rating_text(round(rated.rating.value), rated.rating.deviation >= LISTED_BELOW)


def solution_text(puzzle: Puzzle, ply: int, found: SearchResult | None) -> str:
    """The position after `ply` moves of a solution: the move to be found there, and what it is worth beside
    the others; `found` has the values of the moves, None where nothing is to be found."""
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
        lines.append(gettext("That was all that had to be found."))
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
    """What the right move is worth, and the best of the others."""
    position, right = positions_of(puzzle)[ply], puzzle.line[ply]
    values = sorted(found.candidates, key=lambda candidate: -candidate.score)

    def worth(score: float) -> str:
        if found.exact:
            return kind.proved(position, round(score))
        return kind.estimate(position, score)

    own = next((candidate for candidate in values if candidate.move == right), None)
    others = [candidate for candidate in values if candidate.move != right]
    if own is None or not others:
        return ""
    told = [
        gettext("{move}: {value}", move=kind.move_name(other.move), value=worth(other.score))
        for other in others[:LISTED_MOVES]
    ]
    more = len(others) - len(told)
    if more:
        told.append(ngettext("and {number} worse", "and {number} worse", more))
    return gettext(
        "With best play it leads to {value}. The others: {others}.",
        value=worth(own.score),
        others="; ".join(told),
    )

"""Puzzles as pages get them: the position, the words of their message on Discord, and its buttons."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bot.catalog import GAMES, recent_moves
from bot.puzzles import run_words, words
from bot.puzzles.puzzles import Trial, positions_of
from bot.puzzles.runs import RunRecords, RunStep
from bot.ui.candidates import move_values
from bot.web.game_view import board_facts, position_facts, shaded
from bot.web.markup_view import lines_of
from data.ratings.ratings import Rated
from engine import SearchResult
from engine.puzzles import Puzzle
from languages import count, gettext
from languages.numbers import capitalized

Names = Mapping[int, str]
Buttons = list[dict[str, str]]


def trial_facts(
    trial: Trial,
    note: str,
    rated: Rated | None,
    mistakes: int,
    names: Names,
    marked: Collection[str] = (),
) -> dict[str, Any]:
    """Return an attempt with a note on the last move; `mistakes` of the person's own are due."""
    return {
        "t": "puzzle",
        **_position(trial.puzzle, trial.attempt.ply, asks=not trial.attempt.over),
        "over": trial.attempt.over,
        "solved": trial.attempt.solved_at is not None,
        "lines": lines_of(words.puzzle_text(trial, note, rated), names),
        "marked": list(marked),
        "buttons": _after(mistakes) if trial.attempt.over else _helps(trial),
    }


def run_facts(step: RunStep, records: RunRecords | None, names: Names) -> dict[str, Any]:
    """Return the present puzzle of a run, or its end, which is compared with the records."""
    run, trial = step.run, step.trial
    text = run_words.run_text(step) if records is None else run_words.end_text(step, records)
    return {
        "t": "puzzle",
        **_position(trial.puzzle, trial.attempt.ply, asks=not run.over),
        "run": run.id,
        "number": run.number,
        "over": run.over,
        "solved": False,
        "lines": lines_of(text, names),
        "marked": [],
        "buttons": _after_run() if run.over else [_button("stop", gettext("Give up"), "🏳️")],
    }


def solution_facts(puzzle: Puzzle, ply: int, found: SearchResult | None) -> dict[str, Any]:
    """Return a position of a solution, with the values of its moves if one was to be found."""
    position = positions_of(puzzle)[ply]
    values = {} if found is None else move_values(GAMES[puzzle.game], position, found)
    return {
        "t": "solution",
        **_position(puzzle, ply, asks=bool(values)),
        "steps": len(puzzle.line),
        "lines": lines_of(words.solution_text(puzzle, ply, found), {}),
        "values": shaded(values),
    }


def _position(puzzle: Puzzle, ply: int, *, asks: bool) -> dict[str, Any]:
    kind, positions = GAMES[puzzle.game], positions_of(puzzle)
    recent = recent_moves(positions, puzzle.line[:ply])
    return {
        **board_facts(kind, positions[ply]),
        **position_facts(kind, positions[ply], recent, going=asks),
        "puzzle": puzzle.id,
        "ply": ply,
    }


def _helps(trial: Trial) -> Buttons:
    buttons = [
        _button("hint", gettext("Hint"), "💡"),
        _button("solution", gettext("Show solution"), "🏳️"),
    ]
    if trial.mistake is not None and not trial.attempt.ply:
        kept = capitalized(gettext("{move} was right", move=trial.kind.move_name(trial.mistake.played)))
        buttons.insert(0, _button("keep", kept, "👍"))
    return buttons


def _after(mistakes: int) -> Buttons:
    buttons = [
        _button("next", gettext("Next puzzle"), "🧩"),
        _button("step", gettext("Step through"), "▶️"),
    ]
    if mistakes:
        mine = gettext("My mistakes ({number})", number=count(mistakes))
        buttons.append(_button("mistake", mine, "🩹"))
    return buttons


def _after_run() -> Buttons:
    return [
        _button("streak", gettext("Play again"), "📈"),
        _button("step", gettext("Step through"), "▶️"),
        _button("next", gettext("Next puzzle"), "🧩"),
    ]


def _button(act: str, label: str, emoji: str) -> dict[str, str]:
    return {"act": act, "label": label, "emoji": emoji}


def games_with_puzzles(shipped: Sequence[Puzzle]) -> dict[str, str]:
    there = {puzzle.game for puzzle in shipped}
    return {key: kind.title for key, kind in GAMES.items() if key in there}

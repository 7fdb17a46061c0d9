"""The card of a daily puzzle: how each of its moves was found, without telling which they were."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from data.puzzles.puzzle_posts import PuzzlePost
from data.puzzles.puzzles import Attempt, Deed
from data.puzzles.streaks import Streak
from engine.puzzles import Puzzle


class CardStep(Enum):
    """A player's way to one of a puzzle's moves."""

    AT_ONCE = auto()
    AFTER_MISSES = auto()
    WITH_HINT = auto()
    NOT_FOUND = auto()


@dataclass(frozen=True, slots=True)
class DailyCard:
    """A player's attempt at a daily puzzle that is over; `seconds` is None unless they solved it."""

    game: str
    day: str
    steps: tuple[CardStep, ...]
    tries: int
    seconds: int | None
    streak: Streak


@dataclass(frozen=True, slots=True)
class SolverCard:
    """How one player solved a daily puzzle."""

    player_id: int
    steps: tuple[CardStep, ...]
    tries: int


@dataclass(frozen=True, slots=True)
class DailyResults:
    """How people did at a daily puzzle: its solvers in order, the reader's own card, the server's streak."""

    post: PuzzlePost
    puzzle: Puzzle
    solvers: tuple[SolverCard, ...]
    tried: int
    own: DailyCard | None
    streak: Streak


def steps_of(attempt: Attempt, moves: int) -> tuple[CardStep, ...]:
    """Return how each of a puzzle's moves was found, in order.

    Moves found before traces were stored count as found at once if the first attempt succeeded.
    """
    steps: list[CardStep] = []
    step = CardStep.AT_ONCE
    for deed in attempt.trace:
        if deed == Deed.RIGHT:
            steps.append(step)
            step = CardStep.AT_ONCE
        elif deed == Deed.HINT:
            step = CardStep.WITH_HINT
        elif deed == Deed.WRONG and step is CardStep.AT_ONCE:
            step = CardStep.AFTER_MISSES
    found = moves if attempt.solved_at is not None else min(attempt.ply // 2, moves)
    untold = CardStep.AFTER_MISSES if attempt.result == "failed" and not attempt.trace else CardStep.AT_ONCE
    known = [*[untold] * (found - len(steps)), *steps][:found]
    return (*known, *[CardStep.NOT_FOUND] * (moves - found))


def tries_of(attempt: Attempt) -> int:
    """Return how many moves were tried, right or wrong; 0 if they were not noted."""
    return sum(deed in {Deed.RIGHT, Deed.WRONG} for deed in attempt.trace)


def seconds_of(attempt: Attempt) -> int | None:
    """Return the time from the first sight of a puzzle to its solution, in seconds."""
    if attempt.begun_at is None or attempt.solved_at is None:
        return None
    return max(0, int((attempt.solved_at - attempt.begun_at).total_seconds()))


def has_begun(attempt: Attempt) -> bool:
    """Return whether anything was tried."""
    return bool(attempt.trace) or attempt.over or attempt.result is not None or attempt.ply > 0

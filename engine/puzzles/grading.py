"""How difficult a puzzle is before anybody has tried it."""

from __future__ import annotations

from engine.puzzles.only_moves import Line
from engine.puzzles.puzzle_game import PuzzleGame
from engine.search.limits import StopFlag
from engine.search.position import Position

#: Puzzles of a single move are rated no higher.
BEGINNERS = 1100.0


def grade(position: Position, line: Line, game: PuzzleGame, stop: StopFlag | None) -> float:
    """The rating to begin with."""
    return 800.0 + 250.0 * (len(line.values) - 1) + 15.0 * len(line.values[0])

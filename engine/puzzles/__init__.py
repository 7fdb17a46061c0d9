"""Puzzles: positions in which one move alone keeps the result, proved, graded, and read from a file.

>>> from engine import puzzles
>>> puzzle = puzzles.shipped("connect4")[0]
>>> puzzles.find(puzzle.id) == puzzle
True
>>> puzzles.check(puzzle)
"""

from __future__ import annotations

from engine.puzzles.making import Reason, Rejected, check, find, from_position, retired, shipped
from engine.puzzles.puzzle import GOALS, MAX_OWN_MOVES, Aim, Goal, Puzzle, aim_of

__all__ = [
    "GOALS",
    "MAX_OWN_MOVES",
    "Aim",
    "Goal",
    "Puzzle",
    "Reason",
    "Rejected",
    "aim_of",
    "check",
    "find",
    "from_position",
    "retired",
    "shipped",
]

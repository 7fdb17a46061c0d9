"""Every number that a review is judged by, in one place; docs/review.md says why they are what they are.

Points are hundredths of the expected result: a win counts 100, a draw 50, a loss 0.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Bounds(NamedTuple):
    """A move that loses so many points at least is an inaccuracy, a mistake, a blunder."""

    inaccuracy: float
    mistake: float
    blunder: float


BY_EXPECTANCY: Final = Bounds(5.0, 10.0, 15.0)
"""In games whose positions are nearer to a win or further from it."""

BY_RESULT: Final = Bounds(50.0, 50.0, 100.0)
"""In games that are won, drawn or lost: half a result given away is a mistake, a whole one a blunder."""

# How many empty squares there are decides how much a lead of some discs is worth.
SCALE_PER_EMPTY: Final = 0.64
SCALE_AT_NONE: Final = -1.25
WIDEST_SCALE: Final = 9.6
RESULT_BELOW: Final = 4
"""With fewer empty squares, whoever is ahead has won."""

ACCURACY_FACTOR: Final = 103.1668
ACCURACY_DECAY: Final = 0.04354
ACCURACY_OFFSET: Final = 3.1669

MOVES_A_WINDOW: Final = 10
WINDOW: Final = (2, 8)
"""A move is weighted by how much changes in a window of a tenth of all moves, within these bounds."""
WEIGHT: Final = (0.5, 12.0)
"""The bounds of a move's weight, in points."""
LEAST_ACCURACY: Final = 1.0
"""A move counts no less in the harmonic mean, which a single zero would make zero."""

REVERSI_SOLVES_FROM: Final = 24
"""With so many empty squares at most, a position of Reversi is solved; before that it is estimated."""
CONNECT4_SOLVES_FROM: Final = 42
CONNECT4_SQUARES: Final = 42
"""On grids of so many squares all positions of Connect 4 are solved."""
LARGE_GRID_SOLVES_FROM: Final = 26
"""On larger grids, those with so many empty squares at most."""

SOLVING_SHARE: Final = 0.45
ESTIMATING_SHARE: Final = 0.5
"""Shares of a review's time; the rest is for storing and showing."""
ONE_SOLUTION: Final = 0.5
"""One position takes at most this part of the time for solving."""

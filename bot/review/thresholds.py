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

NOISE: Final = (3.3, 0.1)
NOISE_NEAR_THE_END: Final = (32, 2.4)
LEAST_NOISE: Final = 0.8
"""Noise of Reversi, in discs: the difference of two moves in one search is off by more in one case of ten.

The first number less the second for each ply of depth; with fewer empty squares than the third, the fourth is
added; the last is the least."""
BOOK_DEPTH: Final = 22
"""Depth of the searches that the values of Reversi's opening book rest on, at least."""
NAMED_MAY_LOSE: Final = 5.0
"""A move of an opening with a name is no error, unless the book says that it gives away more discs."""

LEAST_ACCURACY: Final = 5.0
"""No side's accuracy is below this."""
DISCS_A_MOVE: Final = 5.0
"""Discs given away a move at which the accuracy in Reversi has fallen by the factor e."""
SLOWER: Final = (30.0, 6.0)
"""Maximum accuracy that a slower win or a faster loss in Connect 4 costs, and the moves that cost as much.
Fewer moves cost less."""
WEIGHT_OF_ANY_MOVE: Final = 1.0
WEIGHT_OF_THE_CHOICE: Final = 3.0
"""Weight of a move in Connect 4: the first, and the second times the share of moves that would have thrown
the result away."""
USUAL_SHARE: Final = 0.5
"""That share where it is not known."""
KEPT_POWER: Final = 2.0
"""In Connect 4 the accuracy is this power of the share that was kept."""

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
SOLVING_NODES_A_SECOND: Final = 10_000_000
NODES_A_SECOND: Final = 1_000_000
"""Nodes for solving and for estimates, a second of a review; a usual machine takes less time for them."""
ONE_SOLUTION: Final = 0.5
"""One position takes at most this part of the time and the nodes for solving."""

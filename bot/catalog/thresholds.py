"""The parameters of reviews; docs/review.md derives them.

Points are hundredths of the expected result: a win counts 100, a draw 50, a loss 0.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Bounds(NamedTuple):
    """Minimum points lost of an inaccuracy, a mistake, a blunder."""

    inaccuracy: float
    mistake: float
    blunder: float


BY_EXPECTANCY: Final = Bounds(5.0, 10.0, 15.0)
"""For games whose positions are closer to a win or further from it."""

BY_RESULT: Final = Bounds(50.0, 50.0, 100.0)
"""For games that are only won, drawn or lost: losing half a result is a mistake, a whole one a blunder."""

# The value of a lead in discs depends on the empties.
SCALE_PER_EMPTY: Final = 0.64
SCALE_WITHOUT_EMPTIES: Final = -1.25
MAX_SCALE: Final = 9.6
RESULT_BELOW: Final = 4
"""With fewer empties, the side ahead has won."""

NOISE: Final = (3.3, 0.1)
NOISE_NEAR_THE_END: Final = (32, 2.4)
MIN_NOISE: Final = 0.8
"""Noise of Reversi, in discs: the error of the difference of two moves in one search exceeds it once in ten.

It is the first number less the second per ply of depth; with fewer empties than the third, the fourth is
added; the last is the minimum."""
BOOK_DEPTH: Final = 22
"""Minimum depth, in plies, of the searches behind the values of Reversi's opening book."""
MAX_NAMED_LOSS: Final = 5.0
"""Maximum loss, in discs by the book, of a named opening's move that is no error."""

MIN_ACCURACY: Final = 5.0
"""Minimum accuracy."""
DISCS_PER_MOVE: Final = 5.0
"""Discs lost per move at which the accuracy in Reversi has fallen by the factor e."""
SLOWER: Final = (30.0, 6.0)
"""Maximum accuracy that a slower win or a faster loss in Connect 4 costs, and the delay in moves that costs
it; a shorter one costs less."""
BASE_WEIGHT: Final = 1.0
CHOICE_WEIGHT: Final = 3.0
"""Weight of a move in Connect 4: the first, plus the second times the share of moves that would have lost the
result."""
DEFAULT_SHARE: Final = 0.5
"""Default of that share, if it is unknown."""
KEPT_POWER: Final = 2.0
"""Exponent of the kept share in the accuracy of Connect 4."""

REVERSI_SOLVES_FROM: Final = 24
"""Maximum empties of a Reversi position that is solved; others are estimated."""
CONNECT4_SOLVES_FROM: Final = 42
CONNECT4_SQUARES: Final = 42
"""Maximum squares of a grid on which all positions of Connect 4 are solved."""
LARGE_GRID_SOLVES_FROM: Final = 26
"""Maximum empties of a position that is solved on larger grids."""

REVERSI_PHASES: Final = (2 / 3, 1 / 3)
"""Shares of the squares to fill: with more of them empty it is the opening, with as many as the second, or
fewer, the endgame."""
CONNECT4_PHASES: Final = (2 / 7, 1 / 2, 2 / 3)
"""Shares of the grid that are filled: below the first it is the opening while no side threatens a row, from
the second on the endgame if a threat is out of reach for now, from the third on always."""
MIN_JUDGED: Final = 5
"""Minimum judged moves of a side in a phase for an accuracy."""

SOLVING_SHARE: Final = 0.45
ESTIMATING_SHARE: Final = 0.5
"""Shares of a review's time; the rest is for storing and showing."""
SOLVING_NODES_PER_SECOND: Final = 10_000_000
NODES_PER_SECOND: Final = 1_000_000
"""Nodes for solving and for estimates per second of a review; a usual machine needs less time for them."""
ONE_SOLUTION: Final = 0.5
"""Maximum share of the time and the nodes for solving that one position takes."""

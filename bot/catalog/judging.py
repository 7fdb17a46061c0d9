"""How positions are judged: formulas, phases and the parameters of reviews (docs/review.md)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import accumulate
from typing import Final, NamedTuple

from engine import Position
from engine.connect4.position import Position as Grid
from engine.connect4.threats import completing_squares


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


def disc_expectancy(discs: float, empties: int) -> float:
    """Return the expected result, 0 to 1, of the side that wins by `discs` with best play.

    The more empties, the likelier that other play changes it.
    """
    if empties < RESULT_BELOW:
        return result_expectancy(discs)
    scale = SCALE_PER_EMPTY * empties + SCALE_WITHOUT_EMPTIES
    return 1.0 / (1.0 + math.exp(-discs / min(MAX_SCALE, scale)))


def result_expectancy(score: float) -> float:
    """Return 1 for a win, 0.5 for a draw, 0 for a loss."""
    return 0.5 + 0.5 * ((score > 0) - (score < 0))


def disc_noise(depth: int, empties: int) -> float:
    """Return the noise, in discs, of the difference between two moves estimated at a depth in plies."""
    at_none, a_ply = NOISE
    near, more = NOISE_NEAR_THE_END
    noise = at_none - a_ply * depth + (more if empties < near else 0.0)
    return max(MIN_NOISE, noise)


class Choice(NamedTuple):
    """A move among `legal` ones: the points and the score it lost, and the best score.

    `keepers` is the number of moves that keep the best one's result, None if not counted.
    """

    points: float
    loss: float
    best: float
    legal: int
    keepers: int | None = None


class Weighed(NamedTuple):
    """A move's part in an accuracy: its weight, and what it lost times that weight."""

    weight: float
    lost: float


@dataclass(frozen=True, slots=True)
class AccuracyFormula:
    """A game's accuracy from its moves, which can be added up before."""

    weigh: Callable[[Choice], Weighed]
    """Returns a move's part."""
    kept: Callable[[float], float]
    """Returns the accuracy, 0 to 1, for a mean loss."""

    def __call__(self, choices: Sequence[Choice]) -> float | None:
        """Return a side's accuracy, 0 to 100; None without moves."""
        weighed = [self.weigh(choice) for choice in choices]
        return self.of(math.fsum(part.weight for part in weighed), math.fsum(part.lost for part in weighed))

    def of(self, weight: float, lost: float) -> float | None:
        """Return the accuracy, 0 to 100, by the sums of the moves' parts; None without moves."""
        if weight <= 0:
            return None
        return max(MIN_ACCURACY, 100.0 * self.kept(lost / weight))


def _weigh_result(choice: Choice) -> Weighed:
    most, at = SLOWER
    # The distance to the end is a small part of it.
    lost = (choice.points or most * min(1.0, choice.loss / at)) / 100.0
    if choice.best < 0:
        losing = 0.0
    else:
        losing = DEFAULT_SHARE if choice.keepers is None else 1.0 - choice.keepers / choice.legal
    weight = BASE_WEIGHT + CHOICE_WEIGHT * losing
    return Weighed(weight, weight * lost)


disc_accuracy = AccuracyFormula(
    lambda choice: Weighed(1.0, choice.loss), lambda loss: math.exp(-loss / DISCS_PER_MOVE)
)
"""The accuracy by the discs lost per move."""

result_accuracy = AccuracyFormula(_weigh_result, lambda lost: math.pow(1.0 - lost, KEPT_POWER))
"""The accuracy by the share of results that was kept."""


class Phase(IntEnum):
    """A phase of a game; the numbers are stored."""

    OPENING = 0
    MIDDLE = 1
    ENDGAME = 2


PhaseOf = Callable[[Position], Phase]
"""Returns the phase of a position, whatever was played before."""


def phases_of(phase_of: PhaseOf, positions: Iterable[Position]) -> tuple[Phase, ...]:
    """Return the phases of a game's positions in order: a game never returns to an earlier one."""
    return tuple(accumulate(map(phase_of, positions), max))


def reversi_phase(empties: int, at_start: int) -> Phase:
    """Return the phase by the empty squares, of which there were `at_start` before the first move."""
    opening, endgame = REVERSI_PHASES
    if empties > opening * at_start:
        return Phase.OPENING
    return Phase.MIDDLE if empties > endgame * at_start else Phase.ENDGAME


def connect4_phase(grid: Grid) -> Phase:
    """Return the phase by discs and threats, which are empty squares that complete a row."""
    opening, lasting, endgame = CONNECT4_PHASES
    discs, squares = grid.moves_played, grid.columns * grid.rows
    if discs >= endgame * squares:
        return Phase.ENDGAME
    threats = completing_squares(grid, 0) | completing_squares(grid, 1)
    if discs < opening * squares and not threats:
        return Phase.OPENING
    bottom = sum(1 << column * (grid.rows + 1) for column in range(grid.columns))
    out_of_reach = threats & ~((grid.first | grid.second) + bottom)
    return Phase.ENDGAME if discs >= lasting * squares and out_of_reach else Phase.MIDDLE


class OpeningMove(NamedTuple):
    """A move in opening theory.

    `named`: it belongs to an opening that has a name. `best` is the book's best move, None if the book does
    not have the move; `score` is the value of the best one and `played` that of the move itself.
    """

    named: bool = False
    best: str | None = None
    score: float = 0.0
    played: float = 0.0


@dataclass(frozen=True, slots=True)
class Judging:
    expectancy: Callable[[Position, float, bool], float | None]
    """Returns the expected result, 0 to 1, of the side to move, by a score and whether it is proved; None if
    unknown."""
    bounds: Bounds
    """Points lost that make an error."""
    solves_from: Callable[[Position], int]
    """Returns the moves left at which a position is solved rather than estimated."""
    accuracy: AccuracyFormula
    """A side's accuracy by its moves, in percent."""
    unit: str = ""
    """Unit of scores, such as `discs`; "" where only the result counts."""
    noise: Callable[[Position, int], float] = lambda position, depth: 0.0
    """Returns the noise of the difference of two estimates by one search of this depth."""
    opening: Callable[[Position, str], OpeningMove] = lambda position, move: OpeningMove()
    """Looks up a move in opening theory."""
    counts_keepers: bool = False
    """True if a review counts the moves that keep the result, because the accuracy depends on them."""
    phase: PhaseOf = lambda position: Phase.MIDDLE
    """Returns the phase of a position, whatever was played before."""

"""The phases of a game: opening, middle game and endgame; docs/review.md says where they begin.

>>> reversi_phase(empties=20, at_start=60)
<Phase.ENDGAME: 2>
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from itertools import accumulate

from bot.catalog import thresholds
from engine import Position
from engine.connect4.position import Position as Grid
from engine.connect4.threats import completing_squares


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


def only_middle(position: Position) -> Phase:
    """Know no phases."""
    return Phase.MIDDLE


def reversi_phase(empties: int, at_start: int) -> Phase:
    """Return the phase by the empty squares, of which there were `at_start` before the first move."""
    opening, endgame = thresholds.REVERSI_PHASES
    if empties > opening * at_start:
        return Phase.OPENING
    return Phase.MIDDLE if empties > endgame * at_start else Phase.ENDGAME


def connect4_phase(grid: Grid) -> Phase:
    """Return the phase by discs and threats, which are empty squares that complete a row."""
    opening, lasting, endgame = thresholds.CONNECT4_PHASES
    discs, squares = grid.moves_played, grid.columns * grid.rows
    if discs >= endgame * squares:
        return Phase.ENDGAME
    threats = completing_squares(grid, 0) | completing_squares(grid, 1)
    if discs < opening * squares and not threats:
        return Phase.OPENING
    bottom = sum(1 << column * (grid.rows + 1) for column in range(grid.columns))
    out_of_reach = threats & ~((grid.first | grid.second) + bottom)
    return Phase.ENDGAME if discs >= lasting * squares and out_of_reach else Phase.MIDDLE

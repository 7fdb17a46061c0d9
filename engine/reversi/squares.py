"""Square values for the styles that look at squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Square, Squares, Word, count_squares
from engine.jit.compiling import dispatched, implements, inlined
from engine.reversi.boards import bit_of
from engine.reversi.states import BOARD_TYPES, STATES, square_set
from engine.search.interface import State

#: Values of the upper left quadrant, mirrored to the whole board (docs/origins.md, "Three levels"). Smaller
#: boards lack the inner rows, larger ones repeat the innermost.
_QUADRANT = ((120, -20, 20, 5), (-20, -40, -5, -5), (20, -5, 15, 3), (5, -5, 3, 3))

CORNERS = np.uint64(0x8100000000000081)

_NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
_NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)
_ONE, _EIGHT = np.uint64(1), np.uint64(8)


@dispatched
def square_value(board: Any, square: Square) -> Any:
    """Value of one square of the board of a state, or of one told by type alone, as int64."""


@dispatched
def square_sum(state: State, discs: Squares) -> Any:
    """Sum of the values of a set of squares of the board."""


@dispatched
def weighted_moves(board: Any, moves: Squares) -> Any:
    """Number of moves on the board of a state, or of one told by type alone; those into a corner count twice.

    In anti-Reversi all count the same.
    """


def _register(size: int, anti: bool) -> None:
    kinds = [STATES[size, anti], *([BOARD_TYPES[size, anti]] if (size, anti) in BOARD_TYPES else [])]
    values = np.zeros(128, np.int64)
    masks: dict[int, int] = {}
    for y in range(size):
        for x in range(size):
            value = _QUADRANT[min(y, size - 1 - y, 3)][min(x, size - 1 - x, 3)]
            values[bit_of(size, x, y)] = value
            masks[value] = masks.get(value, 0) | 1 << bit_of(size, x, y)
    # Squares of the same value are counted at once.
    weights = tuple(np.int64(value) for value in sorted(masks))
    groups = tuple(square_set(size, masks[value]) for value in sorted(masks))

    corners = square_set(size, sum(1 << bit_of(size, x, y) for x in (0, size - 1) for y in (0, size - 1)))

    def value_of_square(board: Any, square: Square) -> Any:
        return values[square]

    def weighted(board: Any, moves: Squares) -> Any:
        return count_squares(moves) + count_squares(moves & corners)

    def counted(board: Any, moves: Squares) -> Any:
        return count_squares(moves)

    for kind in kinds:
        implements(square_value, kind)(value_of_square)
        implements(weighted_moves, kind)(counted if anti else weighted)

    @implements(square_sum, STATES[size, anti])
    def sum_of_class(state: State, discs: Squares) -> Any:
        total = np.int64(0)
        for index in range(len(groups)):
            total += weights[index] * count_squares(discs & groups[index])
        return total


for _size, _anti in STATES:
    _register(_size, _anti)


@inlined
def with_neighbours(squares: Word) -> Word:
    """The squares of a word and all squares next to them; on 6 × 6 also squares beyond the edge."""
    wide = squares | (squares << _ONE & _NOT_A) | (squares >> _ONE & _NOT_H)
    return wide | wide << _EIGHT | wide >> _EIGHT

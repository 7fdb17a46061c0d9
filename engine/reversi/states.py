"""Reversi positions as the search core sees them, one class for each board and way to win.

A board of 8 × 8 fills one word, bit 8 y + x. The 6 × 6 board lies in the middle of it (bit 9 = a1): the
squares around it stay empty, so no line of discs reaches across its edge. A board of 10 × 10 takes a `Pair`:
rows 1 to 5 lie in the low word, bit 10 y + x, and rows 6 to 10 in the high one.

The rules are written once for all of them: the class of a state decides, at compile time, whether a word or
a pair holds the discs and which constants of its board the rules see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engine.jit.bits import Pair, Squares, Word, pair_of
from engine.jit.compiling import dispatched, implements
from engine.reversi.boards import Board, bit_of


class Reversi6(NamedTuple):
    """6 × 6: discs of the side to move and of the other side."""

    own: Word
    opp: Word


class AntiReversi6(NamedTuple):
    """6 × 6 where the fewest discs win."""

    own: Word
    opp: Word


class Reversi8(NamedTuple):
    """8 × 8: bit 0 = a1, bit 1 = b1, bit 8 = a2."""

    own: Word
    opp: Word


class AntiReversi8(NamedTuple):
    """8 × 8 where the fewest discs win."""

    own: Word
    opp: Word


class Reversi10(NamedTuple):
    """10 × 10: bit 0 = a1, bit 1 = b1, bit 10 = a2, bit 64 = a6."""

    own: Pair
    opp: Pair


class AntiReversi10(NamedTuple):
    """10 × 10 where the fewest discs win."""

    own: Pair
    opp: Pair


class VariantRules(NamedTuple):
    """The rules that a class of states follows."""

    #: All squares of the board, as a set and as a number (int64).
    board: Squares
    squares: Any
    #: 1 where the most discs win, -1 where the fewest do (int64).
    sign: Any
    #: Keeps the positions of different variants apart in a transposition table.
    salt: Word


class Board6(NamedTuple):
    """6 × 6, where it is told by type alone which board the discs in two words lie on: it takes no memory."""


class AntiBoard6(NamedTuple):
    """6 × 6 where the fewest discs win, in the same way."""


class Board8(NamedTuple):
    """8 × 8 in the same way."""


class AntiBoard8(NamedTuple):
    """8 × 8 where the fewest discs win, in the same way."""


#: The class of states by size of the board, and whether the fewest discs win.
STATES: dict[tuple[int, bool], Any] = {
    (6, False): Reversi6,
    (6, True): AntiReversi6,
    (8, False): Reversi8,
    (8, True): AntiReversi8,
    (10, False): Reversi10,
    (10, True): AntiReversi10,
}

#: The classes that tell a board by type alone, for boards in words.
BOARD_TYPES: dict[tuple[int, bool], Any] = {
    (6, False): Board6,
    (6, True): AntiBoard6,
    (8, False): Board8,
    (8, True): AntiBoard8,
}


def square_set(size: int, bits: int) -> Squares:
    """A set of squares of a board, given as a whole number."""
    return pair_of(bits) if size == 10 else np.uint64(bits)


def state_of(board: Board, own: int, opp: int) -> Any:
    """The state for the discs of the side to move and of the other side, numbered row by row."""
    discs = (square_set(board.size, board.spread(squares)) for squares in (own, opp))
    return STATES[board.size, board.anti](*discs)


def board_bits(size: int) -> int:
    """Return all squares of a board as an integer."""
    return sum(1 << bit_of(size, x, y) for y in range(size) for x in range(size))


@dispatched
def variant(state: Any) -> Any:
    """The VariantRules of a state, or of a board told by type alone; known at compile time."""


@dispatched
def board_type(state: Any) -> Any:
    """The board of a state in words, told by type alone."""


@dispatched
def with_discs(state: Any, own: Squares, opp: Squares) -> Any:
    """A state of the same class with other discs."""


def _register(size: int, anti: bool) -> None:
    state_class = STATES[size, anti]
    # 8 × 8 has the salt 0.
    salt = 0 if (size, anti) == (8, False) else 0x9E3779B97F4A7C15 * (2 * size + anti) & (1 << 64) - 1
    constants = VariantRules(
        square_set(size, board_bits(size)),
        np.int64(size * size),
        np.int64(-1 if anti else 1),
        np.uint64(salt),
    )

    @implements(variant, state_class)
    def of_class(state: Any) -> VariantRules:
        return constants

    if (size, anti) in BOARD_TYPES:
        type_alone = BOARD_TYPES[size, anti]

        @implements(variant, type_alone)
        def of_type(board: Any) -> VariantRules:
            return constants

        @implements(board_type, state_class)
        def type_of_class(state: Any) -> Any:
            return type_alone()

    @implements(with_discs, state_class)
    def of_discs(state: Any, own: Squares, opp: Squares) -> Any:
        return state_class(own, opp)


for _size, _anti in STATES:
    _register(_size, _anti)


def of_every_board(
    stub: Callable[..., Any], *, but: type | None = None, but_pairs: bool = False
) -> Callable[[Any], Any]:
    """Register a function of the interface for the states of all boards.

    `but` one class perhaps, or `but_pairs` those of boards that fill no single word.
    """

    def register(function: Any) -> Any:
        for key, state_class in STATES.items():
            if state_class is not but and not (but_pairs and key not in BOARD_TYPES):
                implements(stub, state_class)(function)
        return function

    return register

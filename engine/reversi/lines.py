"""Legal moves and flipped discs on every board: by vectors where a word holds it, by shifts in a `Pair`."""

from __future__ import annotations

import numpy as np

from engine.jit.bits import Pair, Square, Word
from engine.jit.compiling import always_inlined, dispatched, implements
from engine.reversi.boards import bit_of
from engine.reversi.flips import flipped_discs, legal_squares
from engine.reversi.states import Squares, board_bits, square_set

_ZERO, _ONE = np.uint64(0), np.uint64(1)
#: Bits of a word that hold its five rows.
_HALF = np.uint64(50)
_EMPTY_PAIR = square_set(10, 0)
_BOARD = square_set(10, board_bits(10))
#: Columns b to i: discs that can be jumped over along a row or a diagonal.
_INNER = square_set(10, sum(1 << bit_of(10, x, y) for y in range(10) for x in range(1, 9)))
#: Distance between neighbours on each axis of 10 × 10, and the squares that can be jumped over along it.
_SHIFTS = (np.uint64(1), np.uint64(9), np.uint64(10), np.uint64(11))
_JUMPABLE = (_INNER, _INNER, _BOARD, _INNER)


@dispatched
def find_moves(own: Squares, opp: Squares) -> Squares:
    """Return the squares where a disc of `own` flips some of `opp`; on 6 × 6 also squares beyond the edge."""


@dispatched
def find_flips(own: Squares, opp: Squares, square: Square) -> Squares:
    """Return the discs of `opp` that a disc of `own` on `square` flips."""


@dispatched
def one_square(like: Squares, square: Square) -> Squares:
    """The set of one square, a word or a pair as `like` is."""


@implements(find_moves, np.uint64)
def _find_moves_in_word(own: Word, opp: Word) -> Word:
    return legal_squares(own, opp)


@implements(find_flips, np.uint64)
def _find_flips_in_word(own: Word, opp: Word, square: Square) -> Word:
    return flipped_discs(own, opp, square)


@implements(one_square, np.uint64)
def _one_square_of_word(like: Word, square: Square) -> Word:
    return _ONE << np.uint64(square)


@always_inlined
def _up(squares: Pair, shift: Word) -> Pair:
    """The squares moved towards higher numbers, some of them beyond the rows of a word."""
    return Pair(squares.low << shift, squares.high << shift | squares.low >> (_HALF - shift))


@always_inlined
def _down(squares: Pair, shift: Word) -> Pair:
    """The squares moved towards lower numbers, some of them beyond the rows of a word."""
    return Pair(squares.low >> shift | squares.high << (_HALF - shift), squares.high >> shift)


@always_inlined
def _runs(start: Pair, inner: Pair, shift: Word) -> tuple[Squares, Squares]:
    """The discs of `inner` in an unbroken line from the squares of `start`, upwards and downwards."""
    # Runs of up to two discs, then of four, then of the eight that are the most there can be.
    up, down = _up(start, shift) & inner, _down(start, shift) & inner
    up, down = up | (_up(up, shift) & inner), down | (_down(down, shift) & inner)
    twice = shift + shift
    twos = _up(inner, shift) & inner
    up = up | (_up(up, twice) & twos)
    fours = _up(twos, twice) & twos
    up = up | (_up(up, twice + twice) & fours)
    twos = _down(inner, shift) & inner
    down = down | (_down(down, twice) & twos)
    fours = _down(twos, twice) & twos
    down = down | (_down(down, twice + twice) & fours)
    return up, down


@implements(find_moves, Pair)
def _find_moves_in_pair(own: Pair, opp: Pair) -> Squares:
    found = _EMPTY_PAIR
    for axis in range(4):
        up, down = _runs(own, opp & _JUMPABLE[axis], _SHIFTS[axis])
        found = found | _up(up, _SHIFTS[axis]) | _down(down, _SHIFTS[axis])
    return found & (_BOARD ^ (own | opp))


@implements(find_flips, Pair)
def _find_flips_in_pair(own: Pair, opp: Pair, square: Square) -> Squares:
    found = _EMPTY_PAIR
    start = one_square(own, square)
    for axis in range(4):
        shift = _SHIFTS[axis]
        up, down = _runs(start, opp & _JUMPABLE[axis], shift)
        end = _up(up, shift) & own
        if end.low | end.high != _ZERO:
            found = found | up
        end = _down(down, shift) & own
        if end.low | end.high != _ZERO:
            found = found | down
    return found


@implements(one_square, Pair)
def _one_square_of_pair(like: Pair, square: Square) -> Pair:
    if square < np.int64(64):
        return Pair(_ONE << np.uint64(square), _ZERO)
    return Pair(_ZERO, _ONE << np.uint64(square - np.int64(64)))

"""Connect 4 grids in words: the states of every size, lines and the squares that complete them.

A column takes rows + 1 bits, its bottom square first; the highest bit stays empty, so that no line runs
from one column into the next. `step` is rows + 1: neighbours are 1 (upwards), step (to the right), step + 1
and step - 1 (diagonals) bits apart. The rules below are written once; the class of the state decides
whether the size is a constant (7 × 6), and whether a set of squares is one word or a `Pair`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.jit.bits import Pair, Square, Word, count_squares
from engine.jit.compiling import dispatched, implements, inlined

#: Squares of a grid: a uint64 or a Pair.
Squares = Any

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_FOUR = np.uint64(4)


class Standard(NamedTuple):
    """7 × 6, four in line: discs of the side to move and of the other side."""

    own: Word
    opp: Word


class OneWord(NamedTuple):
    """Any grid of up to 64 bits: discs, the bottom squares, all squares, and the sizes in one word."""

    own: Word
    opp: Word
    bottom: Word
    board: Word
    sizes: Word


class TwoWords(NamedTuple):
    """Any larger grid."""

    own: Pair
    opp: Pair
    bottom: Pair
    board: Pair
    sizes: Word


class Geometry(NamedTuple):
    """The grid of a state: its bottom squares, all squares, bits per column, discs in a line, columns."""

    bottom: Squares
    board: Squares
    step: Word
    connect: Word
    columns: Word


_STANDARD_BOTTOM = np.uint64(sum(1 << 7 * column for column in range(7)))
_STANDARD_BOARD = np.uint64(sum(0b111111 << 7 * column for column in range(7)))
_STANDARD_STEP = np.uint64(7)


@dispatched
def geometry(state: Any) -> Any:
    """The Geometry of a state."""


@dispatched
def with_discs(state: Any, own: Squares, opp: Squares) -> Any:
    """A state of the same grid with other discs."""


@implements(geometry, Standard)
def _standard_geometry(state: Standard) -> Geometry:
    return Geometry(_STANDARD_BOTTOM, _STANDARD_BOARD, _STANDARD_STEP, _FOUR, _STANDARD_STEP)


def _stored_geometry(state: OneWord | TwoWords) -> Geometry:
    eight = np.uint64(255)
    step, connect = state.sizes & eight, state.sizes >> np.uint64(8) & eight
    return Geometry(state.bottom, state.board, step, connect, state.sizes >> np.uint64(16))


implements(geometry, OneWord)(_stored_geometry)
implements(geometry, TwoWords)(_stored_geometry)


@implements(with_discs, Standard)
def _standard_with_discs(state: Standard, own: Word, opp: Word) -> Standard:
    return Standard(own, opp)


@implements(with_discs, OneWord)
def _one_word_with_discs(state: OneWord, own: Word, opp: Word) -> OneWord:
    return OneWord(own, opp, state.bottom, state.board, state.sizes)


@implements(with_discs, TwoWords)
def _two_words_with_discs(state: TwoWords, own: Pair, opp: Pair) -> TwoWords:
    return TwoWords(own, opp, state.bottom, state.board, state.sizes)


@inlined
def landing(taken: Squares, grid: Geometry) -> Squares:
    """Return the squares, one per column that is not full, where a disc lands."""
    return ((taken << _ONE) | grid.bottom) & (grid.board ^ taken)


@dispatched
def square_bit(board: Squares, square: Square) -> Squares:
    """The set of one square, of the same kind as `board`."""


@implements(square_bit, np.uint64)
def _bit_of_word(board: Word, square: Square) -> Word:
    return _ONE << np.uint64(square)


@implements(square_bit, Pair)
def _bit_of_pair(board: Pair, square: Square) -> Pair:
    if square < np.int64(64):
        return Pair(_ONE << np.uint64(square), _NONE)
    return Pair(_NONE, _ONE << np.uint64(square - np.int64(64)))


@inlined
def starts_of_lines(discs: Squares, step: Word, connect: Word) -> Squares:
    """Return the first squares of the lines of one direction that consist of these discs alone."""
    if connect == _FOUR:
        twos = discs & (discs >> step)
        return twos & (twos >> (_TWO * step))
    line = discs
    for distance in range(_ONE, connect):
        line = line & (discs >> (np.uint64(distance) * step))
    return line


@inlined
def has_line(discs: Squares, grid: Geometry) -> Any:
    """Return whether these discs contain a full line."""
    step, connect = grid.step, grid.connect
    lines = (
        starts_of_lines(discs, _ONE, connect)
        | starts_of_lines(discs, step, connect)
        | starts_of_lines(discs, step - _ONE, connect)
        | starts_of_lines(discs, step + _ONE, connect)
    )
    return count_squares(lines) != 0


@inlined
def _gaps(discs: Squares, step: Word, connect: Word) -> Squares:
    """Return the squares with connect - 1 of the discs next to them, all on one line of one direction."""
    if connect == _FOUR:
        below, above = discs << step, discs >> step
        two_below = below & (discs << (_TWO * step))
        two_above = above & (discs >> (_TWO * step))
        return (
            (two_below & (discs << (_THREE * step)))
            | (two_below & above)
            | (two_above & below)
            | (two_above & (discs >> (_THREE * step)))
        )
    found = discs ^ discs
    for before in range(connect):
        run = discs >> step if before == np.uint64(0) else discs << step
        for distance in range(_TWO, np.uint64(before) + _ONE):
            run = run & (discs << (np.uint64(distance) * step))
        for distance in range(_ONE, connect - np.uint64(before)):
            run = run & (discs >> (np.uint64(distance) * step))
        found = found | run
    return found


@inlined
def completing(discs: Squares, grid: Geometry) -> Squares:
    """Return squares where one more disc completes a line, taken or not, reachable or not; some beyond the
    board.
    """
    step, connect = grid.step, grid.connect
    column = discs << _ONE
    for distance in range(_TWO, connect):
        column = column & (discs << np.uint64(distance))
    return (
        column
        | _gaps(discs, step, connect)
        | _gaps(discs, step - _ONE, connect)
        | _gaps(discs, step + _ONE, connect)
    )

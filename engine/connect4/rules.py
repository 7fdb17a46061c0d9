"""Connect 4 for the search core: the states of every size, lines, rules, scores, bounds that need no search.

A column takes rows + 1 bits, its bottom square first; the highest bit stays empty, so that no line runs
from one column into the next. `step` is rows + 1: neighbours are 1 (upwards), step (to the right), step + 1
and step - 1 (diagonals) bits apart. The rules are written once; the class of the state decides whether the
size is a constant (7 × 6), and whether a set of squares is one word or a `Pair`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engine.connect4.styles import THREATS, WIN_OR_LOSE
from engine.jit.bits import Pair, Square, Squares, Word, count_squares, load, mix, one_square
from engine.jit.compiling import dispatched, implements, inlined
from engine.search import interface
from engine.search.interface import State
from engine.search.scores import EXACT, INFINITY, STYLE, TERMINAL, TERMINAL_UNIT, Context, Ply, Score

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_FOUR = np.uint64(4)
_UNIT = np.int64(1)
#: Closer to the end, enhanced transposition cut-offs cost more time than they save.
_ETC_FROM = np.int64(22)
#: With more discs on a 7 × 6 grid than this, mirrored positions hardly ever meet in one search.
_MIRRORED_UP_TO = np.int64(20)


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


def of_every_grid(stub: Callable[..., Any]) -> Callable[[Any], Any]:
    """Register a function for the states of all sizes."""

    def register(function: Any) -> Any:
        for kind in (Standard, OneWord, TwoWords):
            implements(stub, kind)(function)
        return function

    return register


@of_every_grid(interface.legal)
def _legal(state: State) -> Squares:
    grid = geometry(state)
    if has_line(state.opp, grid):
        return state.opp ^ state.opp
    return landing(state.own | state.opp, grid)


@of_every_grid(interface.play)
def _play(state: State, square: Square) -> State:
    return with_discs(state, state.opp, state.own | one_square(state.own, square))


@of_every_grid(interface.passed)
def _passed(state: State) -> State:
    return with_discs(state, state.opp, state.own)


@of_every_grid(interface.must_pass)
def _must_pass(state: State) -> Any:
    return False


@of_every_grid(interface.plies_left)
def _plies_left(state: State) -> Any:
    return count_squares(geometry(state).board) - count_squares(state.own | state.opp)


@of_every_grid(interface.final)
def _final(state: State) -> Any:
    if has_line(state.opp, geometry(state)):
        # The other side still had the discs to come and the one it won with.
        return -((interface.plies_left(state) + np.int64(2)) // np.int64(2))
    return np.int64(0)


@of_every_grid(interface.score_range)
def _score_range(state: State) -> Any:
    left = interface.plies_left(state)
    return -((left + np.int64(2)) // np.int64(2)), (left + np.int64(1)) // np.int64(2)


@inlined
def value_by_style(score: Score, context: Context) -> Any:
    style = load(context, STYLE)
    if style == EXACT:
        return score
    if style == WIN_OR_LOSE:
        return np.sign(score)
    return score * TERMINAL_UNIT + np.sign(score) * TERMINAL


@inlined
def upper_squares(grid: Geometry) -> Squares:
    """The second, fourth, … row from the bottom."""
    rows = grid.bottom << _ONE
    for row in range(np.uint64(3), grid.step - _ONE, np.uint64(2)):
        rows = rows | (grid.bottom << np.uint64(row))
    return rows


@of_every_grid(interface.moves_and_bounds)
def _moves_and_bounds(
    state: State, alpha: Score, beta: Score, left: Any, ply: Ply, context: Context
) -> tuple[Squares, Any, Any]:
    grid = geometry(state)
    taken = state.own | state.opp
    moves = landing(taken, grid)
    style = load(context, STYLE)
    if style != EXACT and style != THREATS and style != WIN_OR_LOSE:
        return interface.legal(state), -INFINITY, INFINITY
    if ply <= np.int64(1):
        # Deeper in the tree no move loses at once: no line exists, and none can be completed with one disc.
        if has_line(state.opp, grid) or left == np.int64(0):
            value = value_by_style(interface.final(state), context)
            return moves, value, value
        if count_squares(completing(state.own, grid) & moves) != 0:
            value = value_by_style((left + np.int64(1)) // np.int64(2), context)
            return moves, value, value
    menaced = completing(state.opp, grid) & (grid.board ^ taken)
    forced = menaced & moves
    replies = count_squares(forced)
    if replies != 0:
        moves = forced
    # A disc under a square that the other side needs would give it away.
    moves = moves & (grid.board ^ (menaced >> _ONE))
    if replies > 1 or count_squares(moves) == 0:
        value = value_by_style(-(left // np.int64(2)), context)
        return moves, value, value
    if left <= np.int64(2):
        return moves, np.int64(0), np.int64(0)
    # Neither side wins with its next disc.
    floor = value_by_style(-((left - np.int64(2)) // np.int64(2)), context)
    ceiling = value_by_style((left - np.int64(1)) // np.int64(2), context)
    if alpha >= np.int64(0) and not has_line(grid.board ^ state.opp, grid):
        ceiling = np.int64(0)
    if beta <= np.int64(0) and not has_line(grid.board ^ state.own, grid):
        floor = np.int64(0)
    if grid.step & _ONE != np.uint64(0):
        upper = upper_squares(grid)
        late = landing(taken, grid) & upper
        number = count_squares(late)
        if (
            number == np.int64(0)
            and alpha >= -_UNIT
            and not has_line(state.own | (grid.board ^ (taken | upper)), grid)
        ):
            # The other side can answer every disc of ours on top of it: it gets all the upper squares.
            lost = has_line(state.opp | (upper ^ (upper & taken)), grid)
            ceiling = min(ceiling, value_by_style(-_UNIT, context) if lost else np.int64(0))
        elif (
            number == np.int64(1)
            and beta <= _UNIT
            and count_squares(late & moves) == np.int64(1)
            and not has_line(state.opp | (grid.board ^ (taken | upper)), grid)
        ):
            # After a disc there, the same holds for us.
            won = has_line(state.own | (upper ^ (upper & taken)), grid)
            floor = max(floor, value_by_style(_UNIT, context) if won else np.int64(0))
    return moves, floor, ceiling


@of_every_grid(interface.etc_from_depth)
def _etc_from_depth(state: State, exact: Any) -> Any:
    return _ETC_FROM


@of_every_grid(interface.move_order_score)
def _move_order_score(state: State, square: Square, after: State, context: Context) -> Any:
    grid = geometry(state)
    threats = completing(after.opp, grid) & (grid.board ^ (after.own | after.opp))
    column = np.int64(np.uint64(square) // grid.step)
    return np.int64(16) * count_squares(threats) - abs(
        np.int64(2) * column + np.int64(1) - np.int64(grid.columns)
    )


@inlined
def _mirrored(squares: Squares, grid: Geometry) -> Squares:
    """The columns in reverse order."""
    column = (_ONE << grid.step) - _ONE
    turned = squares ^ squares
    for _ in range(grid.columns):
        turned = (turned << grid.step) | (squares & column)
        squares = squares >> grid.step
    return turned


_OUTER = np.uint64(0x7F)
_MIDDLE = np.uint64(0x7F << 21)


@inlined
def _mirrored_standard(key: Word) -> Word:
    """The seven columns of a word in reverse order."""
    second, third = _OUTER << np.uint64(7), _OUTER << np.uint64(14)
    return (
        (key & _OUTER) << np.uint64(42)
        | (key & second) << np.uint64(28)
        | (key & third) << np.uint64(14)
        | key & _MIDDLE
        | key >> np.uint64(14) & third
        | key >> np.uint64(28) & second
        | key >> np.uint64(42) & _OUTER
    )


@inlined
def _key(state: State) -> Squares:
    """Return the position as a number: own discs, and in each column the bit above its topmost disc."""
    taken = state.own | state.opp
    return state.own | (((taken << _ONE) | geometry(state).bottom) ^ taken)


@inlined
def standard_place(key: Word) -> Word:
    """Place in the table of a 7 × 6 position, or of its mirror image, by its key."""
    return mix(key ^ np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03))


@implements(interface.hash_key, Standard)
def _standard_hash_key(state: Standard) -> tuple[Word, Word]:
    key = _key(state)
    if count_squares(state.own | state.opp) <= _MIRRORED_UP_TO:
        key = min(key, _mirrored_standard(key))
    return standard_place(key), key


@implements(interface.hash_key, OneWord)
def _one_word_hash_key(state: OneWord) -> tuple[Word, Word]:
    key = _key(state)
    key = min(key, _mirrored(key, geometry(state)))
    spread = mix(key ^ np.uint64(0x9E3779B97F4A7C15), state.sizes * np.uint64(0xD1B54A32D192ED03) | _ONE)
    return spread, mix(key ^ np.uint64(0xA0761D6478BD642F), spread | _ONE)


@implements(interface.hash_key, TwoWords)
def _two_words_hash_key(state: TwoWords) -> tuple[Word, Word]:
    key = _key(state)
    place = mix(key.low ^ np.uint64(0x9E3779B97F4A7C15), key.high ^ np.uint64(0xD1B54A32D192ED03))
    check = mix(key.low ^ np.uint64(0xA0761D6478BD642F), key.high ^ np.uint64(0xE7037ED1A0B428DB))
    return place ^ state.sizes, check

"""Evaluations of unfinished Connect 4 positions by each style."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.connect4.rules import (
    Geometry,
    OneWord,
    Standard,
    TwoWords,
    completing,
    geometry,
    landing,
    of_every_grid,
    starts_of_lines,
    value_by_style,
)
from engine.connect4.styles import ALIGNMENTS, THREATS, VECTORS
from engine.jit.bits import Squares, Word, count_squares, load, pair_of
from engine.jit.compiling import inlined
from engine.search import interface
from engine.search.interface import State
from engine.search.scores import EXACT, INFINITY, STYLE, TERMINAL, WEIGHTS, Context

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_FOUR = np.uint64(4)
_HIGHEST = TERMINAL - np.int64(1)

#: Value of an open line in the style `threats` when 1, 2 or 3 discs are missing.
_MISSING = (np.int64(12), np.int64(4), np.int64(1))
#: Value of a square that completes a line: in a row that its owner will get, and in one of the others.
_OWN_ROW = np.int64(60)
_OTHER_ROW = np.int64(20)

#: Style `vectors`: where its parameters are (`engine.connect4.registration.VectorParameters`).
_THREE, _THREE_SUPPORTED, _TWO_NEAR, _TWO_OPEN, _NEAR_SUPPORTED, _FAR_SUPPORTED = map(np.int64, range(6))


class LineCounts(NamedTuple):
    """First squares of the open lines of one direction; own discs in each, as binary digits."""

    starts: Squares
    ones: Squares
    twos: Squares
    fours: Squares


@inlined
def line_counts(own: Squares, opp: Squares, grid: Geometry, step: Word) -> LineCounts:
    """Return the lines of one direction without a disc of `opp`, with their discs of `own`."""
    starts = starts_of_lines(grid.board, step, grid.connect)
    starts = starts & (starts ^ opp)
    ones, twos = own, own ^ own
    fours = twos
    for distance in range(_ONE, grid.connect):
        shift = np.uint64(distance) * step
        starts = starts & (starts ^ (opp >> shift))
        mine = own >> shift
        carry = ones & mine
        ones = ones ^ mine
        fours = fours | (twos & carry)
        twos = twos ^ carry
    return LineCounts(starts, ones, twos, fours)


@inlined
def lines_with(counts: LineCounts, number: Word) -> Any:
    lines = counts.starts
    lines = lines & (counts.ones if number & _ONE != _NONE else lines ^ counts.ones)
    lines = lines & (counts.twos if number & _TWO != _NONE else lines ^ counts.twos)
    return count_squares(lines & (counts.fours if number & _FOUR != _NONE else lines ^ counts.fours))


@inlined
def direction_of(number: Any, grid: Geometry) -> Word:
    """Bits from one square of a line to the next: upwards, to the right, and the two diagonals."""
    if number == 0:
        return _ONE
    return grid.step + np.uint64(number) - _TWO


@inlined
def _weighed_lines(own: Squares, opp: Squares, grid: Geometry, weights: Any) -> Any:
    """Sum of the weights of the open lines (docs/origins.md, "A lesson in minimax").

    On lines of another length than four a weight goes with the number of missing discs.
    """
    total = np.int64(0)
    for number in range(4):
        counts = line_counts(own, opp, grid, direction_of(number, grid))
        for discs in range(_ONE, grid.connect + _ONE):
            missing = np.int64(grid.connect - np.uint64(discs))
            weight = np.int64(load(weights, max(np.int64(4) - missing, np.int64(0))))
            total += weight * lines_with(counts, np.uint64(discs))
    return total


@inlined
def _promise(own: Squares, opp: Squares, first: Any, grid: Geometry) -> Any:
    """Value open lines, and the empty squares that complete some, by row.

    Unless a side is forced to move elsewhere, the first player gets the odd rows of a grid with an even
    number of rows, the second player the even ones.
    """
    total = np.int64(0)
    for number in range(4):
        counts = line_counts(own, opp, grid, direction_of(number, grid))
        for missing in range(_ONE, min(grid.connect, _FOUR)):
            total += _MISSING[missing - _ONE] * lines_with(counts, grid.connect - np.uint64(missing))
    threats = completing(own, grid) & (grid.board ^ (own | opp))
    rows = grid.bottom
    for _ in range(_TWO, grid.step, _TWO):
        rows = (rows << _TWO) | grid.bottom
    rows = rows & grid.board
    if not first:
        rows = rows ^ grid.board
    good = count_squares(threats & rows)
    return total + _OWN_ROW * good + _OTHER_ROW * (count_squares(threats) - good)


@inlined
def _parameter(parameters: Any, number: Any) -> Any:
    return np.int64(load(parameters, number))


@inlined
def _side_of_three(completing_squares: Squares, playable: Squares, parameters: Any) -> Any:
    """Value of the empty squares that complete a line."""
    value = _parameter(parameters, _THREE) * count_squares(completing_squares)
    return value + _parameter(parameters, _THREE_SUPPORTED) * count_squares(completing_squares & playable)


@inlined
def _runs(own: Squares, opp: Squares, grid: Geometry, parameters: Any) -> Any:
    """Return the value of one side's runs by what is next to and below them (docs/origins.md, "Vectors")."""
    empty = grid.board ^ (own | opp)
    # Empty squares whose support, the square below or the floor, is filled.
    playable = landing(own | opp, grid)
    total = np.int64(0)
    for number in range(4):
        step = direction_of(number, grid)
        length = grid.connect - _TWO
        long = starts_of_lines(own, step, length + _ONE)
        short = starts_of_lines(own, step, length)
        short = short & (short ^ (long | (long << step)))
        near = (short << (length * step)) & empty
        gap = near & (own >> step)
        near = near ^ gap
        total += _side_of_three(((long << ((length + _ONE) * step)) & empty), playable, parameters)
        total += _side_of_three(gap, playable, parameters)
        total += _parameter(parameters, _TWO_NEAR) * count_squares(near)
        total += _parameter(parameters, _NEAR_SUPPORTED) * count_squares(near & playable)
        # An upright run has the one square above it.
        if number != 0:
            far = near & (empty >> step)
            total += _parameter(parameters, _TWO_OPEN) * count_squares(far)
            total += _parameter(parameters, _FAR_SUPPORTED) * count_squares(far & (playable >> step))
            near = (short >> step) & empty
            gap = near & (own << step)
            near = near ^ gap
            far = near & (empty << step)
            total += _side_of_three((long >> step) & empty, playable, parameters)
            total += _side_of_three(gap, playable, parameters)
            total += _parameter(parameters, _TWO_NEAR) * count_squares(near)
            total += _parameter(parameters, _NEAR_SUPPORTED) * count_squares(near & playable)
            total += _parameter(parameters, _TWO_OPEN) * count_squares(far)
            total += _parameter(parameters, _FAR_SUPPORTED) * count_squares(far & (playable << step))
    return total


@inlined
def _vectors(state: State, context: Context) -> Any:
    """The runs of both sides by the parameters in the context, for the side to move."""
    grid, parameters = geometry(state), np.int64(load(context, WEIGHTS))
    return _runs(state.own, state.opp, grid, parameters) - _runs(state.opp, state.own, grid, parameters)


@inlined
def _alignments(state: State, context: Context) -> Any:
    """The lines of both sides by the weights in the context, for the side to move."""
    grid, weights = geometry(state), np.int64(load(context, WEIGHTS))
    return _weighed_lines(state.own, state.opp, grid, weights) - _weighed_lines(
        state.opp, state.own, grid, weights
    )


@inlined
def _below_wins(value: Any) -> Any:
    return max(min(value, _HIGHEST), -_HIGHEST)


@of_every_grid(interface.terminal_value)
def _terminal_value(state: State, context: Context) -> Any:
    if load(context, STYLE) == ALIGNMENTS:
        full = np.int64(load(np.int64(load(context, WEIGHTS)), np.int64(4)))
        if full != INFINITY:
            return _below_wins(_alignments(state, context))
    return value_by_style(interface.final(state), context)


@of_every_grid(interface.evaluate)
def _evaluate(state: State, context: Context) -> Any:
    grid = geometry(state)
    style = load(context, STYLE)
    value = np.int64(0)
    if style in (THREATS, EXACT):
        first = count_squares(state.own | state.opp) % np.int64(2) == 0
        value = _promise(state.own, state.opp, first, grid)
        value -= _promise(state.opp, state.own, not first, grid)
    elif style == ALIGNMENTS:
        value = _alignments(state, context)
    elif style == VECTORS:
        value = _vectors(state, context)
    return _below_wins(value)


def state_of(own: int, opp: int, grid: tuple[int, int, int] | None) -> Any:
    """The state of a grid whose discs are whole numbers of columns * (rows + 1) bits.

    `grid` is columns, rows and discs in a line, None for the usual one, whose numbers compiled code knows.
    """
    if grid is None:
        return Standard(np.uint64(own), np.uint64(opp))
    columns, rows, connect = grid
    bottom = sum(1 << (rows + 1) * column for column in range(columns))
    board = bottom * (2**rows - 1)
    sizes = np.uint64(rows + 1 | connect << 8 | columns << 16)
    if columns * (rows + 1) <= 64:
        return OneWord(np.uint64(own), np.uint64(opp), np.uint64(bottom), np.uint64(board), sizes)
    return TwoWords(pair_of(own), pair_of(opp), pair_of(bottom), pair_of(board), sizes)

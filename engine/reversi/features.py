"""Features of a Reversi board that people talk about: open corners, frontier, regions, safe discs.

They work on boards of every size, on the squares of a `Position` as bits. Nothing here is fast enough for a
search.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from engine.reversi.position import Position, square_name
from engine.search.position import PASS


class Grid(NamedTuple):
    """The squares of a board as bits: all of them, the first and the last column, the lines of four axes."""

    size: int
    board: int
    first: int
    last: int
    axes: tuple[tuple[int, tuple[int, ...]], ...]
    """Each axis: the squares where it ends at the edge of the board, and its lines."""


#: A step along each axis: columns to the right and rows down.
AXES = ((1, 0), (0, 1), (1, 1), (-1, 1))


@functools.cache
def grid_of(size: int) -> Grid:
    first = sum(1 << size * row for row in range(size))
    axes = []
    for right, down in AXES:
        starts = [
            (x, y)
            for y in range(size)
            for x in range(size)
            if not (0 <= x - right < size and 0 <= y - down < size)
        ]
        lines, ends = [], 0
        for x, y in starts:
            squares = []
            while 0 <= x < size and 0 <= y < size:
                squares.append(size * y + x)
                x, y = x + right, y + down
            ends |= 1 << squares[0] | 1 << squares[-1]
            lines.append(sum(1 << square for square in squares))
        axes.append((ends, tuple(lines)))
    return Grid(size, (1 << size * size) - 1, first, first << size - 1, tuple(axes))


def shifted(squares: int, grid: Grid, right: int, down: int) -> int:
    """Move squares by a column (right: 1, left: -1) and a row; those beyond the edge vanish."""
    if right:
        squares &= ~(grid.last if right > 0 else grid.first)
    step = grid.size * down + right
    return (squares << step if step > 0 else squares >> -step) & grid.board


def around(squares: int, size: int) -> int:
    """Return the squares and all squares next to them, in the eight directions."""
    grid = grid_of(size)
    wide = squares | shifted(squares, grid, 1, 0) | shifted(squares, grid, -1, 0)
    return wide | shifted(wide, grid, 0, 1) | shifted(wide, grid, 0, -1)


def regions(empty: int, size: int) -> list[int]:
    """Split empty squares into regions, which touch one another nowhere, not even at corners."""
    found = []
    while empty:
        region, wider = 0, empty & -empty
        while wider != region:
            region, wider = wider, around(wider, size) & empty
        found.append(region)
        empty &= ~region
    return found


def names(squares: int, size: int) -> tuple[str, ...]:
    """Return the names of squares, in board order."""
    return tuple(square_name(square, size) for square in range(size * size) if squares >> square & 1)


def corners(size: int) -> tuple[str, str, str, str]:
    last = size - 1
    first, second, third, fourth = (square_name(size * y + x, size) for y in (0, last) for x in (0, last))
    return first, second, third, fourth


def discs_of(position: Position, side: int) -> int:
    return position.white if side else position.black


def empty_squares(position: Position) -> int:
    return ~(position.black | position.white) & grid_of(position.size).board


def open_to(position: Position, side: int) -> frozenset[str]:
    """Return the squares a side could play to if it were its turn."""
    if position.turn != side:
        position = Position(position.black, position.white, side, position.size, position.anti)
    return frozenset(move for move in position.legal_moves() if move != PASS)


def safe_discs(position: Position, side: int) -> int:
    """Return discs of a side that can never be turned again; there may be more.

    A disc is safe if, on each of its four axes, the line is full, the board ends or a safe disc of its side
    is next to it.
    """
    own, discs, grid = discs_of(position, side), position.black | position.white, grid_of(position.size)
    # The lines of an axis have no square in common.
    held = [ends | sum(line for line in lines if line & discs == line) for ends, lines in grid.axes]
    safe, grown = -1, 0
    while grown != safe:
        safe, grown = grown, own
        for (right, down), along in zip(AXES, held, strict=True):
            grown &= along | shifted(safe, grid, right, down) | shifted(safe, grid, -right, -down)
    return safe


def edges(size: int) -> tuple[int, int, int, int]:
    """Return the squares of the four edges, corners included."""
    grid = grid_of(size)
    row = (1 << size) - 1
    return row, row << size * (size - 1), grid.first, grid.last

"""Threats on a Connect 4 grid of any size: rows a side can complete, wins by threats alone, the follow-up.

Nothing here is fast enough for a search; results are exact, or None where they would take too long.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

from engine.connect4.position import Position

#: Maximum own discs of a forced win, and maximum positions looked at for one.
MAX_FORCING, MAX_POSITIONS = 6, 250


class Grid(NamedTuple):
    """A grid as bits: all squares, the bottom ones, bits of a column, discs in a line, and all lines."""

    board: int
    bottom: int
    step: int
    connect: int
    lines: tuple[int, ...]


@functools.cache
def _grid(variant: tuple[int, int, int]) -> Grid:
    columns, rows, connect = variant
    bottom = sum(1 << column * (rows + 1) for column in range(columns))
    lines = Position(columns=columns, rows=rows, connect=connect).lines()
    return Grid(bottom * ((1 << rows) - 1), bottom, rows + 1, connect, tuple(lines))


def _completing(own: int, other: int, grid: Grid) -> int:
    """Return the empty squares that complete a line of `own`."""
    found = 0
    for step in (1, grid.step - 1, grid.step, grid.step + 1):
        # Squares by the number of own discs before them and after them in this direction.
        before, after = [grid.board], [grid.board]
        for distance in range(step, grid.connect * step, step):
            before.append(before[-1] & own << distance)
            after.append(after[-1] & own >> distance)
        for number in range(grid.connect):
            found |= before[number] & after[grid.connect - 1 - number]
    return found & ~(own | other)


def _landing(own: int, other: int, grid: Grid) -> int:
    """Return the squares where a disc lands, one for each column that is not full."""
    return (own | other) + grid.bottom & grid.board


def _each(squares: int) -> Iterator[int]:
    while squares:
        yield squares & -squares
        squares &= squares - 1


def _column(square: int, grid: Grid) -> str:
    return str((square.bit_length() - 1) // grid.step + 1)


def discs_of(position: Position, side: int) -> int:
    return position.second if side else position.first


def has_line(discs: int, position: Position) -> bool:
    """Return whether discs hold a full line of a position's grid."""
    return any(line & discs == line for line in _grid(position.variant).lines)


def completing_squares(position: Position, side: int) -> int:
    """Return the empty squares that complete a line of a side, in reach or not."""
    return _completing(discs_of(position, side), discs_of(position, 1 - side), _grid(position.variant))


def columns_of(position: Position, squares: int) -> tuple[str, ...]:
    """Return the columns of squares, from the left."""
    grid = _grid(position.variant)
    return tuple(dict.fromkeys(_column(square, grid) for square in _each(squares)))


def completing_now(position: Position, side: int | None = None) -> set[str]:
    """The columns in which a side (the one to move if None) completes a row with its next disc."""
    if position.result() is not None:
        return set()
    squares = completing_squares(position, position.turn if side is None else side)
    landing = _landing(position.first, position.second, _grid(position.variant))
    return set(columns_of(position, squares & landing))


def double_threat(position: Position, side: int) -> tuple[str, ...]:
    """Return the columns where a side that has just moved will complete a row, one way or the other.

    Two or more columns: the other side can stop only one. One column: two squares above each other. Empty
    without such threats, or if the other side can complete a row first.
    """
    if position.result() is not None or completing_now(position, 1 - side):
        return ()
    squares = completing_squares(position, side)
    now = squares & _landing(position.first, position.second, _grid(position.variant))
    if now.bit_count() == 1 and not now << 1 & squares:
        return ()
    return columns_of(position, now)


class _OutOfPositions(Exception):  # noqa: N818 - not an error
    """Too many positions for a small search."""


class _ForcedWins:
    """A search for a win in which every disc threatens to complete a row at once."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._left = MAX_POSITIONS
        self.cut = False
        """True if a longer win was left out."""

    def find(self, own: int, other: int, moves: int, discs: int) -> tuple[int, ...] | None:
        """Return the squares of a win with at most `discs` own discs that begins with one of `moves`."""
        self._left -= 1
        if self._left < 0:
            raise _OutOfPositions
        grid = self._grid
        won = _completing(own, other, grid) & moves
        if won:
            return (won & -won,)
        # Stop a row of the other side, or lose.
        stops = _completing(other, own, grid) & _landing(own, other, grid)
        if stops:
            moves &= stops if stops.bit_count() == 1 else 0
        if discs == 1:
            self.cut = self.cut or bool(moves)
            return None
        for move in _each(moves):
            after = own | move
            landing = _landing(after, other, grid)
            made = _completing(after, other, grid) & landing
            if not made or _completing(other, after, grid) & landing:
                continue
            reply = made & -made
            if made != reply:
                return move, reply, made ^ reply & -(made ^ reply)
            blocked = other | reply
            rest = self.find(after, blocked, _landing(after, blocked, grid), discs - 1)
            if rest is not None:
                return move, reply, *rest
        return None


def forced_win(position: Position, first: str | None = None) -> tuple[str, ...] | None:
    """Find the shortest win of the side to move in which every disc threatens to complete a row at once.

    Returns the moves of both sides, () if there is none. `first` is the first move, if that is given. None if
    too many positions would have to be looked at, or the win may be longer than MAX_FORCING discs.
    """
    if position.result() is not None:
        return ()
    grid, search = _grid(position.variant), _ForcedWins(_grid(position.variant))
    own, other = discs_of(position, position.turn), discs_of(position, 1 - position.turn)
    moves = _landing(own, other, grid) if first is None else 1 << position.move_square(first)
    try:
        for discs in range(1, MAX_FORCING + 1):
            search.cut = False
            line = search.find(own, other, moves, discs)
            if line is not None:
                return tuple(_column(square, grid) for square in line)
            if not search.cut:
                return ()
    except _OutOfPositions:
        pass
    return None


def follow_up(position: Position) -> int | None:
    """Return the most the side to move can reach, if the other side answers every disc with one on top of it.

    -1: it loses, 0: it draws or loses. None if it might win, or a column has an odd number of empty squares.
    """
    rows = position.rows
    own, other = discs_of(position, position.turn), discs_of(position, 1 - position.turn)
    wins = completing_squares(position, 1 - position.turn)
    lower = upper = reached = 0
    decided = False
    for column in range(position.columns):
        start = column * (rows + 1)
        height = ((own | other) >> start & (1 << rows) - 1).bit_count()
        if (rows - height) % 2:
            return None
        ended = False
        for row in range(height, rows, 2):
            low, high = 1 << start + row, 1 << start + row + 1
            lower, upper = lower | low, upper | high
            # The game ends with the lowest of the other side's winning squares.
            if not ended:
                reached |= low
            ended = ended or bool(high & wins)
        decided = decided or ended
    if position.result() is not None or not lower or has_line(own | reached, position):
        return None
    return -1 if decided or has_line(other | upper, position) else 0

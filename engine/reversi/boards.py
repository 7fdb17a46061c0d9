"""Reversi boards, whose squares are numbered row by row: the rules, and the same squares in the search core.

The core has compiled rules of its own; these need no compiler, which takes a second and 90 MB to load. A test
compares them.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from engine.errors import InvalidPosition

SIZES = (6, 8, 10)


def bit_of(size: int, x: int, y: int) -> int:
    """The core's bit of the square in column x and row y of a board, both from 0."""
    if size == 10:
        return 64 * (y // 5) + 10 * (y % 5) + x
    margin = (8 - size) // 2
    return 8 * (y + margin) + x + margin


@dataclass(frozen=True, slots=True)
class Board:
    """A size and a way to win. Squares are numbered from 0 = a1, row by row; sets of them are integers."""

    size: int
    anti: bool

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise InvalidPosition(f"Reversi is played on 6 × 6, 8 × 8 or 10 × 10, not on size {self.size!r}")

    @classmethod
    def named(cls, name: str) -> Board:
        """The board with a name. Raises InvalidPosition."""
        for board in BOARDS.values():
            if board.name == name:
                return board
        known = ", ".join(board.name for board in BOARDS.values())
        raise InvalidPosition(f"there is no board {name!r}; there are {known}")

    @property
    def name(self) -> str:
        """Name, such as "10x10" or "8x8-anti"."""
        return f"{self.size}x{self.size}{'-anti' if self.anti else ''}"

    @property
    def squares(self) -> int:
        return self.size * self.size

    def moves(self, own: int, opp: int) -> int:
        """The squares where the side with the discs `own` can play."""
        found = 0
        for step, within in _directions(self.size):
            line = _shifted(own, step) & opp & within
            reached = line
            while line:
                line = _shifted(line, step) & opp & within
                reached |= line
            found |= _shifted(reached, step)
        return found & ~(own | opp) & (1 << self.squares) - 1

    def flips(self, own: int, opp: int, square: int) -> int:
        """The discs that a disc of the side with `own` on an empty square turns."""
        turned = 0
        for step, within in _directions(self.size):
            line, reached = 0, _shifted(1 << square, step)
            while reached & opp & within:
                line |= reached
                reached = _shifted(reached, step)
            if reached & own:
                turned |= line
        return turned

    def spread(self, squares: int) -> int:
        if self.size == 8:
            return squares
        row = (1 << self.size) - 1
        return sum((squares >> self.size * y & row) << bit_of(self.size, 0, y) for y in range(self.size))

    def discs(self, state: Any) -> tuple[int, int]:
        """Inverse of `engine.reversi.states.state_of`."""
        return self.squares_of(state.own), self.squares_of(state.opp)

    def squares_of(self, squares: Any) -> int:
        if isinstance(squares, tuple):
            low, high = squares
            squares = int(low) | int(high) << 64
        return self._gathered(int(squares))

    def in_core(self, square: int) -> int:
        """The core's number of a square."""
        return bit_of(self.size, square % self.size, square // self.size)

    def from_core(self, bit: int) -> int:
        """Inverse of `in_core`."""
        return self._gathered(1 << bit).bit_length() - 1

    def _gathered(self, bits: int) -> int:
        """Inverse of `spread`."""
        if self.size == 8:
            return bits
        row = (1 << self.size) - 1
        return sum((bits >> bit_of(self.size, 0, y) & row) << self.size * y for y in range(self.size))


BOARDS = {(size, anti): Board(size, anti) for size in SIZES for anti in (False, True)}


@functools.cache
def _directions(size: int) -> tuple[tuple[int, int], ...]:
    """Return the eight steps from a square to the next one, each with the squares from which it can go on.

    Lines that run sideways end at the first and the last column.
    """
    everywhere = (1 << size * size) - 1
    inside = sum((1 << size - 1) - 2 << size * y for y in range(size))
    steps = {1: inside, size - 1: inside, size: everywhere, size + 1: inside}
    return tuple((sign * step, within) for step, within in steps.items() for sign in (1, -1))


def _shifted(squares: int, step: int) -> int:
    return squares << step if step > 0 else squares >> -step


#: The symmetries of a board; 0 changes nothing.
SYMMETRIES = range(8)


def image_of(square: int, symmetry: int, size: int) -> int:
    """Return the square (row by row from 0 = a1) that one of the SYMMETRIES maps a square to."""
    x, y = square % size, square // size
    if symmetry & 1:
        x = size - 1 - x
    if symmetry & 2:
        y = size - 1 - y
    if symmetry & 4:
        x, y = y, x
    return size * y + x

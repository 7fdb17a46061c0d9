"""Map squares of a Reversi board, numbered row by row, to the states of the search core."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.errors import InvalidPosition
from engine.reversi.states import STATES, bit_of, square_set


@dataclass(frozen=True, slots=True)
class Board:
    """A size and a way to win. Squares are numbered from 0 = a1, row by row; sets of them are integers."""

    size: int
    anti: bool

    def __post_init__(self) -> None:
        if (self.size, self.anti) not in STATES:
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
        """Number of squares."""
        return self.size * self.size

    def state(self, own: int, opp: int) -> Any:
        """The state of the search core for the discs of the side to move and of the other side."""
        own, opp = self._spread(own), self._spread(opp)
        return STATES[self.size, self.anti](square_set(self.size, own), square_set(self.size, opp))

    def discs(self, state: Any) -> tuple[int, int]:
        """Inverse of `state`."""
        return self.squares_of(state.own), self.squares_of(state.opp)

    def squares_of(self, squares: Any) -> int:
        """The squares of a set of the core."""
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

    def _spread(self, squares: int) -> int:
        """The bits of the core for a set of squares."""
        if self.size == 8:
            return squares
        row = (1 << self.size) - 1
        return sum((squares >> self.size * y & row) << bit_of(self.size, 0, y) for y in range(self.size))

    def _gathered(self, bits: int) -> int:
        """Inverse of `_spread`."""
        if self.size == 8:
            return bits
        row = (1 << self.size) - 1
        return sum((bits >> bit_of(self.size, 0, y) & row) << self.size * y for y in range(self.size))


BOARDS = {key: Board(*key) for key in STATES}

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

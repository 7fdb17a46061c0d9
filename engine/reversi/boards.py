"""How the squares of a Reversi board, numbered row by row, lie in the words of the search core's states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.errors import InvalidPosition
from engine.reversi.large import AntiReversi10, Reversi10
from engine.reversi.small import AntiReversi6, AntiReversi8, Reversi6
from engine.reversi.standard import Reversi8

_KINDS: dict[tuple[int, bool], Any] = {
    (6, False): Reversi6,
    (6, True): AntiReversi6,
    (8, False): Reversi8,
    (8, True): AntiReversi8,
    (10, False): Reversi10,
    (10, True): AntiReversi10,
}
SIZES = (6, 8, 10)
_HALF = (1 << 50) - 1


@dataclass(frozen=True, slots=True)
class Board:
    """A size and a way to win. Squares are numbered from 0 = a1, row by row; sets of them are integers."""

    size: int
    anti: bool

    def __post_init__(self) -> None:
        if (self.size, self.anti) not in _KINDS:
            raise InvalidPosition(f"Reversi is played on 6 × 6, 8 × 8 or 10 × 10, not on size {self.size!r}")

    @property
    def squares(self) -> int:
        """Number of squares."""
        return self.size * self.size

    def state(self, own: int, opp: int) -> Any:
        """The state of the search core for the discs of the side to move and of the other side."""
        return _KINDS[self.size, self.anti](*self._words(own), *self._words(opp))

    def discs(self, state: Any) -> tuple[int, int]:
        """Inverse of `state`."""
        half = len(state) // 2
        return self.squares_of(state[:half]), self.squares_of(state[half:])

    def squares_of(self, words: Any) -> int:
        """The squares that one or two words of the core mean."""
        if self.size == 10:
            return int(words[0]) | int(words[1]) << 50
        word = int(words[0])
        if self.size == 8:
            return word
        return sum((word >> 8 * y + 9 & 63) << 6 * y for y in range(6))

    def in_core(self, square: int) -> int:
        """The core's number of a square."""
        return square if self.size != 6 else 8 * (square // 6) + square % 6 + 9

    def from_core(self, square: int) -> int:
        """Inverse of `in_core`."""
        return square if self.size != 6 else 6 * ((square - 9) // 8) + (square - 9) % 8

    def _words(self, squares: int) -> tuple[np.uint64, ...]:
        if self.size == 10:
            return np.uint64(squares & _HALF), np.uint64(squares >> 50)
        if self.size == 6:
            squares = sum((squares >> 6 * y & 63) << 8 * y + 9 for y in range(6))
        return (np.uint64(squares),)


BOARDS = {key: Board(*key) for key in _KINDS}

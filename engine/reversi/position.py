"""Reversi as people play it: positions, moves by name, text in and out.

>>> p = start()
>>> p.legal_moves()
('d3', 'c4', 'f5', 'e6')
>>> p.play("d3").flips("c3")
('d4',)

a1 is the top left square, a2 the one below it: letters are columns, digits are rows. Black moves first.
Boards of 6 × 6 and 10 × 10 and anti-Reversi, where the fewest discs win, are positions like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.errors import IllegalMove, InvalidPosition
from engine.reversi.boards import BOARDS, SIZES, Board
from engine.search.position import PASS, Result

if TYPE_CHECKING:
    import numpy as np

_SYMBOLS = "XO"
_COLUMNS = "abcdefghij"
_ANTI = "anti"


@dataclass(frozen=True, slots=True)
class Position:
    """A Reversi position: the squares of both colours as bits (bit 0 = a1, bit 1 = b1), turn and board.

    Immutable and hashable. Create one with `start()` or `parse()`, which check what they are given.
    """

    black: int
    white: int
    turn: int = 0
    size: int = 8
    anti: bool = False

    @property
    def game(self) -> str:
        return "reversi"

    @property
    def variant(self) -> tuple[int, bool]:
        """Size of the board, and whether the fewest discs win."""
        return self.size, self.anti

    @property
    def columns(self) -> int:
        return self.size

    @property
    def rows(self) -> int:
        return self.size

    @property
    def moves_played(self) -> int:
        """Number of discs set since the start; passes do not count."""
        return (self.black | self.white).bit_count() - 4

    def __str__(self) -> str:
        """The squares, a1 first, row by row (X black, O white, - empty), the side to move, perhaps "anti"."""
        squares = "".join("-" if owner is None else _SYMBOLS[owner] for owner in self.cells())
        return f"{squares} {_SYMBOLS[self.turn]}{f' {_ANTI}' if self.anti else ''}"

    def state(self) -> Any:
        """The position as the search core sees it."""
        # The compiled core is loaded by the first search; the last of its modules imports the others.
        from engine.reversi import pruning, states  # noqa: F401

        return states.state_of(self._board, *self._discs())

    def cells(self) -> tuple[int | None, ...]:
        """Owner of each square, a1 first, row by row: 0 black, 1 white, None empty."""
        return tuple(
            0 if self.black >> square & 1 else 1 if self.white >> square & 1 else None
            for square in range(self._board.squares)
        )

    def counts(self) -> tuple[int, int]:
        """Number of black and of white discs."""
        return self.black.bit_count(), self.white.bit_count()

    def points(self) -> tuple[int, int]:
        """The score of both sides: their discs, and at the end the empty squares, which go to the side ahead.

        Their difference is the score of `result`. A drawn game splits them.
        """
        result = self.result()
        if result is None:
            return self.counts()
        lead = result.score if (self.turn == 0) is not self.anti else -result.score
        squares = self._board.squares
        return (squares + lead) // 2, (squares - lead) // 2

    def legal_moves(self) -> tuple[str, ...]:
        """Squares to play to, in board order; ("pass",) when the side must pass; () when the game is over."""
        moves = tuple(square_name(square, self.size) for square in _squares(self._legal()))
        if moves:
            return moves
        return (PASS,) if self._must_pass() else ()

    def flips(self, move: str) -> tuple[str, ...]:
        """Squares whose disc the move would turn, in board order; none for a pass. Raises IllegalMove."""
        after = self.play(move)
        turned = (self.black ^ after.black) & (self.white ^ after.white)
        return tuple(square_name(square, self.size) for square in _squares(turned))

    def play(self, move: str) -> Position:
        """The position after a move ("d3", or "pass" when the side must pass). Raises IllegalMove."""
        if move == PASS:
            self._check_pass()
            return Position(self.black, self.white, 1 - self.turn, self.size, self.anti)
        try:
            square = square_index(move, self.size)
        except InvalidPosition:
            raise IllegalMove(f"{move!r} is not a square of the board") from None
        own, opp = self._discs()
        flips = 0 if (own | opp) >> square & 1 else self._board.flips(own, opp, square)
        if not flips:
            raise IllegalMove(f"{move} is not legal here; {self._possible()}")
        mover, other = own | flips | 1 << square, opp ^ flips
        black, white = (other, mover) if self.turn else (mover, other)
        return Position(black, white, 1 - self.turn, self.size, self.anti)

    def result(self) -> Result | None:
        """Return the result, or None while the game is in progress; empty squares count for the winner.

        In anti-Reversi the difference is reversed: above zero, the side to move has fewer discs.
        """
        if self._legal() or self._must_pass():
            return None
        own, opp = (discs.bit_count() for discs in self._discs())
        empty = self._board.squares - own - opp
        score = own - opp + (empty if own > opp else -empty if own < opp else 0)
        score = -score if self.anti else score
        return Result(None if score == 0 else self.turn if score > 0 else 1 - self.turn, score)

    def search_table(self) -> np.ndarray[Any, Any]:
        """The stable squares of edges and the learned weights of the board."""
        from engine.reversi.eval.tables import shipped_tables

        return shipped_tables(self.size, self.anti)

    def move_name(self, square: int) -> str:
        return square_name(self._board.from_core(square), self.size)

    def move_square(self, name: str) -> int:
        """Square of the state that a legal move goes to."""
        return self._board.in_core(square_index(name, self.size))

    @property
    def _board(self) -> Board:
        return BOARDS[self.size, self.anti]

    def _discs(self) -> tuple[int, int]:
        """The discs of the side to move and of the other side."""
        return (self.white, self.black) if self.turn else (self.black, self.white)

    def _legal(self) -> int:
        return self._board.moves(*self._discs())

    def _must_pass(self) -> bool:
        """True if the other side has a move, where the side to move has none."""
        own, opp = self._discs()
        return self._board.moves(opp, own) != 0

    def _check_pass(self) -> None:
        if self._legal() or not self._must_pass():
            raise IllegalMove(f"passing is not legal here; {self._possible()}")

    def _possible(self) -> str:
        moves = self.legal_moves()
        return f"legal: {', '.join(moves)}" if moves else "the game is over"


def start(size: int = 8, *, anti: bool = False) -> Position:
    """The start of a game on size × size squares: two discs each in the middle, black to move.

    On 8 × 8: d4, e5 white, e4, d5 black. Raises InvalidPosition for a size other than 6, 8 and 10.
    """
    board = Board(size, anti)
    low, high = board.size // 2 - 1, board.size // 2
    black = 1 << low * size + high | 1 << high * size + low
    white = 1 << low * size + low | 1 << high * size + high
    return Position(black, white, 0, size, anti)


def parse(text: str) -> Position:
    """The position that `str(position)` wrote: 36, 64 or 100 of "-XO", then X or O to move, perhaps "anti".

    Blanks and line breaks between the squares are allowed. Raises InvalidPosition: wrong number of
    squares, unknown signs, no side to move, an empty centre, discs that touch no others.
    """
    parts = text.split() if isinstance(text, str) else []
    anti = parts[-1:] == [_ANTI]
    signs = "".join(parts[:-1] if anti else parts)
    squares, side = signs[:-1], signs[-1:]
    if not signs:
        raise InvalidPosition("a position needs 64 squares and the side to move; there is nothing")
    if unknown := set(signs) - set("-XO"):
        raise InvalidPosition(f"unknown sign {min(unknown)!r}: squares are -, X (black) or O (white)")
    size = next((size for size in SIZES if size * size == len(squares)), None)
    if size is None:
        raise InvalidPosition(
            f"a position needs 64 squares (or 36, or 100) and the side to move, 65 signs, not {len(signs)}"
        )
    if side == "-":
        raise InvalidPosition("the side to move must be X (black) or O (white), not -")
    black = sum(1 << square for square, sign in enumerate(squares) if sign == "X")
    white = sum(1 << square for square, sign in enumerate(squares) if sign == "O")
    _check_discs(black | white, size)
    return Position(black, white, _SYMBOLS.index(side), size, anti)


def square_name(square: int, size: int = 8) -> str:
    """Name of a square by its number: 0 is "a1", 1 is "b1", 8 is "a2" on 8 × 8."""
    if not 0 <= square < size * size:
        raise InvalidPosition(f"square {square} is not on the board")
    return f"{_COLUMNS[square % size]}{square // size + 1}"


def square_index(name: str, size: int = 8) -> int:
    """Number of a square by its name; inverse of `square_name`. Raises InvalidPosition."""
    column = _COLUMNS.find(name[0]) if isinstance(name, str) and name else -1
    row = name[1:] if column >= 0 else ""
    if not (0 <= column < size and row in [str(number) for number in range(1, size + 1)]):
        raise InvalidPosition(f"{name!r} is not a square of the board")
    return size * (int(row) - 1) + column


def _squares(bits: int) -> list[int]:
    return [square for square in range(bits.bit_length()) if bits >> square & 1]


def _check_discs(discs: int, size: int) -> None:
    """Check that the discs spread from the four in the centre, each new one next to an older one."""
    centre = [(size // 2 - 1 + y) * size + size // 2 - 1 + x for y in (0, 1) for x in (0, 1)]
    if empty := [square for square in centre if not discs >> square & 1]:
        raise InvalidPosition(
            "{square} is empty: no game leaves a centre square empty", square=square_name(empty[0], size)
        )
    reached, front = set(centre), list(centre)
    while front:
        for near in _neighbours(front.pop(), size):
            if discs >> near & 1 and near not in reached:
                reached.add(near)
                front.append(near)
    floating = [square for square in _squares(discs) if square not in reached]
    if floating:
        raise InvalidPosition(
            "the disc on {square} is not connected to the centre",
            square=square_name(floating[0], size),
        )


def _neighbours(square: int, size: int) -> list[int]:
    x, y = square % size, square // size
    return [
        size * ny + nx
        for ny in range(max(0, y - 1), min(size, y + 2))
        for nx in range(max(0, x - 1), min(size, x + 2))
        if (nx, ny) != (x, y)
    ]

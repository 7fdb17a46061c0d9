"""Connect 4 as people play it: positions, moves by column, text in and out.

>>> p = parse("4455")
>>> p.legal_moves()
('1', '2', '3', '4', '5', '6', '7')
>>> str(p.play("3"))
'44553'

A move is the number of its column, "1" the leftmost. The text of a position is the moves that led to it,
one digit each. A grid of another size than 7 × 6 is named first, and a goal of another length than four
after the size: "8x7:4455", "5x5c3:33". On grids wider than 9 columns the moves are separated by hyphens:
"12x6:10-4-11". A position can also be given by its squares, row by row from the top left, X for the first
player, O for the second and - for an empty square: "6x4c3:------------X-----O-----" (blanks and line breaks
do not count).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.errors import EngineError, IllegalMove, InvalidPosition
from engine.search.position import Result

STANDARD = (7, 6, 4)
"""The usual grid: columns, rows, discs in a line."""

_SYMBOLS = "XO"
_SIZE = re.compile(r"(\d{1,3})x(\d{1,3})(?:c(\d{1,3}))?", re.ASCII)
_WIDEST_BY_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Position:
    """A Connect 4 position: the discs of both players, the size of the grid, the length of a line.

    The discs are bits, column by column from the left, rows + 1 bits each, bottom square first; the last bit
    of each column is empty. Immutable and hashable; `moves` (columns from 1), by which the position was
    reached, is None when unknown and does not count in comparisons. Create positions with `start()` or
    `parse()`, which check their arguments.
    """

    first: int = 0
    second: int = 0
    columns: int = 7
    rows: int = 6
    connect: int = 4
    moves: tuple[int, ...] | None = field(default=(), compare=False)

    @property
    def game(self) -> str:
        return "connect4"

    @property
    def variant(self) -> tuple[int, int, int]:
        """Columns, rows, discs in a line."""
        return self.columns, self.rows, self.connect

    @property
    def ply(self) -> int:
        """Number of discs on the grid."""
        return (self.first | self.second).bit_count()

    @property
    def moves_played(self) -> int:
        """Number of discs on the grid."""
        return self.ply

    @property
    def turn(self) -> int:
        """Side to move: 0 first player, 1 second player."""
        return self.ply % 2

    def __str__(self) -> str:
        """The moves, or the squares when the moves are unknown, after the size when it is not 7 × 6."""
        goal = "" if self.connect == STANDARD[2] else f"c{self.connect}"
        size = f"{self.columns}x{self.rows}{goal}:"
        if self.variant == STANDARD:
            size = ""
        if self.moves is None:
            return size + "".join("-" if owner is None else _SYMBOLS[owner] for owner in self.cells())
        return size + ("-" if self.columns > _WIDEST_BY_DIGITS else "").join(map(str, self.moves))

    def state(self) -> Any:
        """The position as the search core sees it (see `engine.connect4.rules`)."""
        own, opp = (self.second, self.first) if self.turn else (self.first, self.second)
        # The compiled core is loaded by the first search.
        from engine.connect4 import evaluation, proof  # noqa: F401

        return evaluation.state_of(own, opp, None if self.variant == STANDARD else self.variant)

    def search_table(self) -> None:
        """Compiled code needs no tables for this game."""

    def cells(self) -> tuple[int | None, ...]:
        """Owner of each square, row by row from the top left: 0 first player, 1 second, None empty."""
        return tuple(
            0 if self.first >> bit & 1 else 1 if self.second >> bit & 1 else None
            for bit in map(self._bit, range(self.columns * self.rows))
        )

    def counts(self) -> tuple[int, int]:
        """Number of discs of the first and of the second player."""
        return self.first.bit_count(), self.second.bit_count()

    def legal_moves(self) -> tuple[str, ...]:
        """The columns that are not full, from the left; () when the game is over."""
        if self._won(self._last_discs()):
            return ()
        taken = self.first | self.second
        top = 1 << self.rows - 1
        return tuple(
            str(column + 1) for column in range(self.columns) if not taken >> column * (self.rows + 1) & top
        )

    def play(self, move: str) -> Position:
        """The position after a disc in a column ("4"). Raises IllegalMove."""
        square = self.move_square(move)
        if self._won(self._last_discs()):
            raise IllegalMove(f"the game is over: column {move} cannot be played")
        first, second = self.first, self.second
        if self.turn:
            second |= 1 << square
        else:
            first |= 1 << square
        moves = None if self.moves is None else (*self.moves, int(move))
        return Position(first, second, self.columns, self.rows, self.connect, moves)

    def result(self) -> Result | None:
        """Return the result, or None while the game is in progress.

        The score is 0 for a draw; -n for the side to move when the other side has won with its n-th last disc
        (on 7 × 6: 22 less its discs).
        """
        left = self.columns * self.rows - self.ply
        if self._won(self._last_discs()):
            return Result(1 - self.turn, -((left + 2) // 2))
        return Result(None, 0) if left == 0 else None

    def winning(self) -> tuple[int, ...]:
        """The squares of the winning line, or of all of them, as numbers in `cells()`; () without one."""
        discs = self._last_discs()
        found = 0
        for step in self._steps():
            starts = self._line_starts(discs, step)
            for distance in range(self.connect):
                found |= starts << distance * step
        return tuple(square for square in range(self.columns * self.rows) if found >> self._bit(square) & 1)

    def lines(self) -> Iterator[int]:
        """Return all lines a side can complete, each as the bits of its squares."""
        last = self.connect - 1
        for column in range(self.columns):
            for row in range(self.rows):
                start = column * (self.rows + 1) + row
                for right, up in ((0, 1), (1, 0), (1, -1), (1, 1)):
                    if column + last * right < self.columns and 0 <= row + last * up < self.rows:
                        step = right * (self.rows + 1) + up
                        yield sum(1 << start + distance * step for distance in range(self.connect))

    def mirrored(self) -> Position:
        """The position with left and right exchanged."""
        step = self.rows + 1
        column = (1 << step) - 1

        def turned(discs: int) -> int:
            return sum(
                (discs >> number * step & column) << (self.columns - 1 - number) * step
                for number in range(self.columns)
            )

        moves = None if self.moves is None else tuple(self.columns + 1 - move for move in self.moves)
        sizes = (self.columns, self.rows, self.connect)
        return Position(turned(self.first), turned(self.second), *sizes, moves)

    def move_name(self, square: int) -> str:
        return str(square // (self.rows + 1) + 1)

    def move_square(self, name: str) -> int:
        """Return the square where a disc in a column lands. Raises IllegalMove."""
        number = int(name) if isinstance(name, str) and name.isascii() and name.isdigit() else 0
        if not 1 <= number <= self.columns or name != str(number):
            raise IllegalMove(f"{name!r} is not a column: columns are 1 to {self.columns}")
        start = (number - 1) * (self.rows + 1)
        height = ((self.first | self.second) >> start & (1 << self.rows) - 1).bit_count()
        if height == self.rows:
            raise IllegalMove(f"column {number} is full")
        return start + height

    def _bit(self, square: int) -> int:
        """The bit of a square of `cells()`."""
        return square % self.columns * (self.rows + 1) + self.rows - 1 - square // self.columns

    def _last_discs(self) -> int:
        """Return the discs of the player who moved last: only they can have completed a line."""
        return self.first if self.turn else self.second

    def _steps(self) -> tuple[int, int, int, int]:
        return 1, self.rows + 1, self.rows, self.rows + 2

    def _line_starts(self, discs: int, step: int) -> int:
        line = discs
        for distance in range(1, self.connect):
            line &= discs >> distance * step
        return line

    def _won(self, discs: int) -> bool:
        return any(self._line_starts(discs, step) for step in self._steps())


def start(columns: int = 7, rows: int = 6, connect: int = 4) -> Position:
    """The empty grid: 4 to 12 columns, 4 to 8 rows, 3 to 6 discs in a line. Raises EngineError."""
    for name, value, low, high in (
        ("columns", columns, 4, 12),
        ("rows", rows, 4, 8),
        ("connect", connect, 3, 6),
    ):
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise EngineError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    if connect > max(columns, rows):
        raise EngineError(f"no line of {connect} fits on {columns} columns and {rows} rows")
    return Position(columns=columns, rows=rows, connect=connect)


def parse(text: str) -> Position:
    """The position that `str(position)` wrote, or any in one of the forms this module describes.

    Raises InvalidPosition for a sign that belongs to neither form, for floating discs and wrong numbers of
    them; IllegalMove for a full column, a column that is not there or a move after the end; EngineError
    for a size that is not offered.
    """
    if not isinstance(text, str):
        raise InvalidPosition(f"a position is a text, not {type(text).__name__}")
    size, colon, rest = text.rpartition(":")
    position = start()
    if colon:
        sizes = _SIZE.fullmatch(size.strip())
        if sizes is None:
            raise InvalidPosition(f"{size!r} is no size; sizes look like 8x7 or 8x7c5")
        position = start(int(sizes[1]), int(sizes[2]), int(sizes[3] or STANDARD[2]))
    signs = "".join(rest.split())
    if signs and set(signs) <= set("-" + _SYMBOLS):
        return _from_squares(position, signs)
    if unknown := set(signs) - set("0123456789-"):
        raise InvalidPosition(
            f"unknown sign {min(unknown)!r}: a position is moves (columns from 1) or squares of -XO"
        )
    for number, move in enumerate(_moves_in(signs, position.columns), start=1):
        try:
            position = position.play(move)
        except IllegalMove as fault:
            raise IllegalMove(f"move {number}: {fault}") from None
    return position


def _moves_in(signs: str, columns: int) -> list[str]:
    if columns > _WIDEST_BY_DIGITS:
        return signs.split("-") if signs else []
    if "-" in signs:
        raise InvalidPosition(f"on {columns} columns every digit is a move: no hyphens between them")
    return list(signs)


def _from_squares(empty: Position, signs: str) -> Position:
    """A position by its squares; who is to move follows from the number of discs."""
    columns, rows = empty.columns, empty.rows
    if len(signs) != columns * rows:
        raise InvalidPosition(f"{columns} × {rows} are {columns * rows} squares, not {len(signs)}")
    crosses, noughts = signs.count("X"), signs.count("O")
    if crosses - noughts not in (0, 1):
        raise InvalidPosition(
            "{crosses} discs X and {noughts} O: X moves first, it has as many or one more",
            crosses=crosses,
            noughts=noughts,
        )
    for square, sign in enumerate(signs[:-columns]):
        if sign != "-" and signs[square + columns] == "-":
            row, column = square // columns + 1, square % columns + 1
            raise InvalidPosition(
                "the disc in column {column}, row {row} from the top, floats", column=column, row=row
            )
    first, second = (
        sum(1 << empty._bit(square) for square, sign in enumerate(signs) if sign == symbol)
        for symbol in _SYMBOLS
    )
    position = Position(first, second, columns, rows, empty.connect, None if crosses else ())
    if position._won(second if position.turn else first):
        raise InvalidPosition(
            "{side} has a line, but the other side moved after it", side=_SYMBOLS[position.turn]
        )
    return position

"""Where the squares of a board stand in a picture, and what they are called."""

from collections.abc import Iterator
from dataclasses import dataclass

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Grid:
    """Squares of `cell` pixels, `columns` × `rows` of them, the first one's corner at (left, top).

    Squares are counted row by row from the top left; their names are a letter for the column and a
    number for the row ("a1" is square 0). They can be seen from the other side: `columns_turned` from right
    to left, `rows_turned` from the bottom up; their numbers and names stay the same.
    """

    columns: int
    rows: int
    cell: int
    left: int
    top: int
    columns_turned: bool = False
    rows_turned: bool = False

    @property
    def squares(self) -> int:
        return self.columns * self.rows

    @property
    def width(self) -> int:
        return self.columns * self.cell

    @property
    def height(self) -> int:
        return self.rows * self.cell

    def corner(self, square: int) -> tuple[int, int]:
        """Left and top of a square in the picture, pixels."""
        row, column = divmod(square, self.columns)
        if self.columns_turned:
            column = self.columns - 1 - column
        if self.rows_turned:
            row = self.rows - 1 - row
        return self.left + column * self.cell, self.top + row * self.cell

    def middle(self, square: int) -> tuple[float, float]:
        """The middle of a square in the picture, pixels."""
        left, top = self.corner(square)
        return left + self.cell / 2, top + self.cell / 2

    def corners(self) -> Iterator[tuple[int, int]]:
        """The corners of all squares in their order."""
        return (self.corner(square) for square in range(self.squares))

    def name(self, square: int) -> str:
        """ "a1" for square 0."""
        row, column = divmod(square, self.columns)
        return f"{LETTERS[column]}{row + 1}"

    def index(self, name: str) -> int:
        """The square called so; ValueError if the board has none of that name."""
        column = LETTERS.find(name[:1])
        digits = name[1:]
        if name and 0 <= column < self.columns and digits.isascii() and digits.isdigit():
            row = int(digits) - 1
            if 0 <= row < self.rows:
                return row * self.columns + column
        raise ValueError(f"no square {name!r} on a board of {self.columns} × {self.rows}")

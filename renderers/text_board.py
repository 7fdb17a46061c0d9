"""Boards written in letters, for screens and programs that show or read text: every letter is as wide as the
others there."""

from collections.abc import Collection, Sequence

from renderers.grid import Grid
from renderers.position import PositionLike

EMPTY, POSSIBLE, LAST, BEFORE = ".", "*", ">", "~"
"""An empty square, one that may be played, and what goes before the last disc and before the one played
earlier."""


def write(
    position: PositionLike,
    grid: Grid,
    signs: tuple[str, str],
    columns: Sequence[str],
    *,
    last: Collection[int] = (),
    before: int | None = None,
    possible: Collection[int] = (),
) -> str:
    """The board row by row below the names of its columns, with the number of each row before it."""
    cells = position.cells()
    # The squares in the order in which they are seen.
    seen = sorted(range(grid.squares), key=lambda square: grid.corner(square)[::-1])
    rows = [seen[start : start + grid.columns] for start in range(0, grid.squares, grid.columns)]
    width = len(str(grid.rows))
    wide = max(map(len, columns))

    def square(index: int) -> str:
        owner = cells[index]
        sign = (POSSIBLE if index in possible else EMPTY) if owner is None else signs[owner]
        return (LAST if index in last else BEFORE if index == before else " ") + sign.rjust(wide)

    heads = "".join(f" {columns[index % grid.columns].rjust(wide)}" for index in rows[0])
    lines = [f"{' ' * width}{heads}"]
    for row in rows:
        number = str(row[0] // grid.columns + 1).rjust(width)
        lines.append(number + "".join(map(square, row)))
    return "\n".join(lines)


def legend(names: tuple[str, str], signs: tuple[str, str], *, before: bool, possible: bool) -> str:
    """What the signs mean; `before` and `possible` say whether such squares are on the board."""
    told = [f"{sign} {name}" for sign, name in zip(signs, names, strict=True)]
    told.append(f"{LAST} last move")
    told += [f"{BEFORE} the one before"] if before else []
    told += [f"{POSSIBLE} possible"] if possible else []
    return ", ".join(told)

"""Positions in words, for people who do not see the picture."""

from collections.abc import Sequence

from renderers.grid import LETTERS
from renderers.position import PositionLike


def join(parts: Sequence[str]) -> str:
    """The parts with commas between."""
    return ", ".join(parts)


def describe_rows(position: PositionLike, sides: tuple[str, str]) -> list[str]:
    """One sentence per row, the top row first, with each side's columns: "Row 3: black c d, white e."."""
    cells = position.cells()
    sentences = []
    for row in range(position.rows):
        owners = cells[row * position.columns : (row + 1) * position.columns]
        held = []
        for side, name in enumerate(sides):
            columns = [LETTERS[column] for column, owner in enumerate(owners) if owner == side]
            if columns:
                held.append(f"{name} {' '.join(columns)}")
        sentences.append(f"Row {row + 1}: {join(held) or 'empty'}.")
    return sentences

"""Positions in words, for people who do not see the picture."""

from collections.abc import Sequence

from renderers.position import PositionLike
from renderers.situation import Situation


def describe_end(position: PositionLike, sides: tuple[str, str], situation: Situation) -> str:
    """How the game ended, or "" while it is in progress."""
    end = situation.end_of(position)
    if end is None:
        return ""
    if end.called_off:
        return "The game was called off."
    return (
        "The game is a draw." if end.winner is None else f"{sides[end.winner].capitalize()} has won the game."
    )


def describe_rows(position: PositionLike, sides: tuple[str, str], columns: Sequence[str]) -> list[str]:
    """One sentence per row, the top row first, with each side's columns: "Row 3: black c d, white e."."""
    cells = position.cells()
    sentences = []
    for row in range(position.rows):
        owners = cells[row * position.columns : (row + 1) * position.columns]
        held = []
        for side, name in enumerate(sides):
            named = [columns[column] for column, owner in enumerate(owners) if owner == side]
            if named:
                held.append(f"{name} {' '.join(named)}")
        sentences.append(f"Row {row + 1}: {', '.join(held) or 'empty'}.")
    return sentences

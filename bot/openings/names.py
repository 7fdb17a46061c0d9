"""The names of Reversi openings, by position.

Different orders of moves lead to the same position, and every position of an opening has four forms, turned
and mirrored, between which the start makes no difference. All of them have the same name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from engine import reversi, transcripts

NAMES: Final = Path(__file__).with_name("othello-names.txt")
"""A name and the moves of the opening in each line, with a tab between; lines with # are remarks."""

_Cells: TypeAlias = tuple[int, ...]


def opening_name(position: reversi.Position) -> str | None:
    """The name of the opening that ends in this position, if it has one."""
    names, longest = _names()
    if position.variant != reversi.start().variant or position.moves_played > longest:
        return None
    return names.get(_form_of_all(position))


def longest_name(moves: Sequence[str]) -> str | None:
    """The name of the opening that a game from the usual start began with: of its last position that has
    one."""
    position, name = reversi.start(), None
    for move in moves[: _names()[1]]:
        position = position.play(move)
        name = opening_name(position) or name
    return name


@lru_cache(maxsize=1)
def _names() -> tuple[dict[tuple[_Cells, int], str], int]:
    """The names by position, and the most moves that one of them takes."""
    named, longest = {}, 0
    for line in NAMES.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        name, moves = line.split("\t")
        position = reversi.start()
        for move in transcripts.moves(moves):
            position = position.play(move)
        named[_form_of_all(position)] = name.replace("/", " / ")
        longest = max(longest, position.moves_played)
    return named, longest


def _form_of_all(position: reversi.Position) -> tuple[_Cells, int]:
    """The same for all four forms of a position: the first of their boards in order, and the side to move."""
    cells = tuple(-1 if owner is None else owner for owner in position.cells())
    size = position.columns
    mirrored = tuple(cells[x * size + y] for y in range(size) for x in range(size))
    return min(form for board in (cells, mirrored) for form in (board, board[::-1])), position.turn

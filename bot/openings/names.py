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
    return _names().get(_form_of_all(position)) if _may_be_named(position) else None


def is_theory(position: reversi.Position) -> bool:
    """Whether an opening with a name leads through this position, or ends in it."""
    return _may_be_named(position) and _form_of_all(position) in _lines()


def longest_name(moves: Sequence[str]) -> str | None:
    """The name of the opening that a game from the usual start began with: of its last position that has
    one."""
    position, name = reversi.start(), None
    for move in moves[: _longest()]:
        position = position.play(move)
        name = opening_name(position) or name
    return name


def _may_be_named(position: reversi.Position) -> bool:
    return position.variant == reversi.start().variant and position.moves_played <= _longest()


@lru_cache(maxsize=1)
def _openings() -> list[tuple[str, list[reversi.Position]]]:
    """The names, each with the positions after the moves of its opening."""
    openings = []
    for line in NAMES.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        name, moves = line.split("\t")
        positions = [reversi.start()]
        for move in transcripts.moves(moves):
            positions.append(positions[-1].play(move))
        openings.append((name.replace("/", " / "), positions[1:]))
    return openings


@lru_cache(maxsize=1)
def _names() -> dict[tuple[_Cells, int], str]:
    """The names by position."""
    return {_form_of_all(positions[-1]): name for name, positions in _openings()}


@lru_cache(maxsize=1)
def _lines() -> frozenset[tuple[_Cells, int]]:
    """All positions of the openings."""
    return frozenset(_form_of_all(position) for _, positions in _openings() for position in positions)


@lru_cache(maxsize=1)
def _longest() -> int:
    """Moves of the longest opening."""
    return max(len(positions) for _, positions in _openings())


def _form_of_all(position: reversi.Position) -> tuple[_Cells, int]:
    """The same for all four forms of a position: the first of their boards in order, and the side to move."""
    cells = tuple(-1 if owner is None else owner for owner in position.cells())
    size = position.columns
    mirrored = tuple(cells[x * size + y] for y in range(size) for x in range(size))
    return min(form for board in (cells, mirrored) for form in (board, board[::-1])), position.turn

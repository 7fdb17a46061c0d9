"""Openings: names of Reversi openings by position, and balanced ones to start from.

Different orders of moves lead to the same position, and every position of an opening has four equivalent
forms, turned and mirrored; all of them have the same name.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from engine import reversi
from engine.search.registry import registered
from languages import pgettext

NAMES: Final = Path(__file__).with_name("othello-names.txt")
"""Lines of name, tab, moves; lines with # are comments."""

_SQUARE: Final = re.compile("[a-h][1-8]")

_Cells: TypeAlias = tuple[int, ...]


def opening_name(position: reversi.Position) -> str | None:
    """Return the name of the opening that ends in this position, None without one."""
    return _names().get(_canonical(position)) if _may_be_named(position) else None


def opening_label(name: str) -> str:
    return pgettext("opening", name) if name else ""


def opening_names() -> list[str]:
    return list(opening_lines())


@lru_cache(maxsize=1)
def opening_lines() -> dict[str, tuple[str, ...]]:
    return {name: moves for name, moves, _ in _openings()}


def is_theory(position: reversi.Position) -> bool:
    """Return whether a named opening contains this position."""
    return _may_be_named(position) and _canonical(position) in _lines()


def longest_name(moves: Sequence[str]) -> str | None:
    """Return the name of a game's opening: that of its last named position."""
    position, name = reversi.start(), None
    for move in moves[: _longest()]:
        position = position.play(move)
        name = opening_name(position) or name
    return name


def _may_be_named(position: reversi.Position) -> bool:
    return position.variant == reversi.start().variant and position.moves_played <= _longest()


@lru_cache(maxsize=1)
def _openings() -> list[tuple[str, tuple[str, ...], list[reversi.Position]]]:
    openings = []
    # Most openings begin like others: each position is played once.
    reached: dict[tuple[str, ...], reversi.Position] = {(): reversi.start()}
    for line in NAMES.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        name, text = line.split("\t")
        # Nobody has to pass so early.
        moves = tuple(_SQUARE.findall(text))
        begun = [moves[:plies] for plies in range(1, len(moves) + 1)]
        for played in begun:
            if played not in reached:
                reached[played] = reached[played[:-1]].play(played[-1])
        openings.append((name, moves, [reached[played] for played in begun]))
    return openings


@lru_cache(maxsize=1)
def _names() -> dict[tuple[_Cells, int], str]:
    return {_canonical(positions[-1]): name for name, _, positions in _openings()}


@lru_cache(maxsize=1)
def _lines() -> frozenset[tuple[_Cells, int]]:
    return frozenset(_canonical(position) for *_, positions in _openings() for position in positions)


@lru_cache(maxsize=1)
def _longest() -> int:
    """Return the length of the longest opening in moves."""
    return max(len(moves) for _, moves, _ in _openings())


def _canonical(position: reversi.Position) -> tuple[_Cells, int]:
    """Return the canonical one of the four forms of a position, with the side to move."""
    cells = tuple(-1 if owner is None else owner for owner in position.cells())
    size = position.columns
    mirrored = tuple(cells[x * size + y] for y in range(size) for x in range(size))
    return min(form for board in (cells, mirrored) for form in (board, board[::-1])), position.turn


def draw_opening(game: str, rng: random.Random) -> str:
    """Choose one of the balanced openings of a game's usual board at random, and return its moves."""
    return rng.choice(_balanced(game))


@lru_cache(maxsize=4)
def _balanced(game: str) -> tuple[str, ...]:
    file = registered(game).balanced_openings
    assert file is not None, f"{game} comes with no openings"
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(line.split()[0] for line in lines if line and not line.startswith("#"))

"""Positions that are the same but for the symmetries of their board, and the squares of their moves.

A square is the index of a place on the canonical form of the board, row by row from the top left; a column of
Connect 4 has that of a square in the middle.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from bot.catalog import GameKind
from bot.catalog.kind import ByColumn, Mapped, squares_of
from engine import Position

_Turn: TypeAlias = tuple[bool, bool, bool]
"""A symmetry: whether it transposes the board, then mirrors it from left to right, then top to bottom."""

_MIRROR: tuple[_Turn, ...] = ((False, False, False), (False, True, False))
_ALL: tuple[_Turn, ...] = tuple(
    (transposed, across, down)
    for transposed in (False, True)
    for across in (False, True)
    for down in (False, True)
)


@dataclass(frozen=True, slots=True)
class CanonicalForm:
    """A position without regard to symmetry: a key, and the square of each move, the same for equal moves."""

    key: int
    squares: dict[str, int]


def has_symmetries(kind: GameKind) -> bool:
    """Return whether the positions of a game can be compared."""
    return isinstance(kind, Mapped)


def canonical(kind: GameKind, position: Position) -> CanonicalForm:
    """Return what a position has in common with its symmetric images; the game must be `Mapped`."""
    assert isinstance(kind, Mapped)
    rows = kind.rows_of(position)
    height, width = len(rows), len(rows[0])
    signs = squares_of(kind, position)
    turns = _MIRROR if isinstance(kind, ByColumn) or height != width else _ALL
    images = {turn: "".join(signs[at] for at in _sources(turn, width, height)) for turn in turns}
    least = min(images.values())
    places = {item.move: kind.place(position, item.move) for item in kind.buttons(position) if item.enabled}
    squares = {
        move: min(
            _square(_turned(place, turn), width, height) for turn, image in images.items() if image == least
        )
        for move, place in places.items()
    }
    text = f"{kind.key}|{kind.board_of(position)}|{least}{signs[-1]}"
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return CanonicalForm(int.from_bytes(digest, "little", signed=True), squares)


@lru_cache(maxsize=256)
def _sources(turn: _Turn, width: int, height: int) -> tuple[int, ...]:
    """Return for each square of the image the index of the square it comes from."""
    sources = [0] * (width * height)
    for at in range(width * height):
        place = ((at % width + 0.5) / width, (at // width + 0.5) / height)
        sources[_square(_turned(place, turn), width, height)] = at
    return tuple(sources)


def _turned(place: tuple[float, float], turn: _Turn) -> tuple[float, float]:
    x, y = place
    transposed, across, down = turn
    if transposed:
        x, y = y, x
    return 1 - x if across else x, 1 - y if down else y


def _square(place: tuple[float, float], width: int, height: int) -> int:
    # A place is the middle of its square, so that rounding errors do no harm.
    return int(place[0] * width) + int(place[1] * height) * width

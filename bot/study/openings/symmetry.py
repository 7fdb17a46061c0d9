"""Positions that are the same but for the symmetries of their board, and the squares of their moves.

A square is the index of a place on the canonical form of the board, row by row from the top left; a column of
Connect 4 has that of a square in the middle.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, TypeAlias, cast

from bot.catalog import GameKind
from bot.catalog.kind import SYMBOLS, ByColumn, Mapped, signs_of
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
    return _is_mapped(type(kind))


@lru_cache(maxsize=16)
def _is_mapped(game: type) -> bool:
    # Asked for every position, and slow for a protocol.
    return issubclass(game, Mapped)


def canonical(kind: GameKind, position: Position, move: str | None = None) -> CanonicalForm:
    """Return what a position has in common with its symmetric images; the game must be `Mapped`.

    With a `move`, the squares have that move alone, which takes less time.
    """
    assert has_symmetries(kind)
    mapped = cast("Mapped", kind)
    rows = kind.rows_of(position)
    height, width = len(rows), len(rows[0])
    signs = signs_of(rows)
    turns = _turns(type(kind), width, height)
    images = ["".join(turn.image(signs)) for turn in turns]
    least = min(images)
    least_turns = [turn.squares for turn, image in zip(turns, images, strict=True) if image == least]
    moves = [move] if move else [item.move for item in kind.buttons(position) if item.enabled]
    places = {move: _square(mapped.place(position, move), width, height) for move in moves}
    squares = {move: min(turned[at] for turned in least_turns) for move, at in places.items()}
    text = f"{kind.key}|{kind.board_of(position)}|{least}{SYMBOLS[position.turn]}"
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return CanonicalForm(int.from_bytes(digest, "little", signed=True), squares)


class _Image(NamedTuple):
    """A symmetry of a board: it turns the squares of a position, and the number of one square."""

    image: Callable[[str], Iterable[str]]
    squares: tuple[int, ...]


@lru_cache(maxsize=64)
def _turns(game: type, width: int, height: int) -> tuple[_Image, ...]:
    """Return the symmetries of a board of a game."""
    turns = _MIRROR if issubclass(game, ByColumn) or height != width else _ALL
    return tuple(_image(turn, width, height) for turn in turns)


def _image(turn: _Turn, width: int, height: int) -> _Image:
    number = width * height
    middles = [((at % width + 0.5) / width, (at // width + 0.5) / height) for at in range(number)]
    squares = tuple(_square(_turned(middle, turn), width, height) for middle in middles)
    sources = sorted(range(number), key=squares.__getitem__)
    return _Image(itemgetter(*sources), squares)


def _turned(place: tuple[float, float], turn: _Turn) -> tuple[float, float]:
    x, y = place
    transposed, across, down = turn
    if transposed:
        x, y = y, x
    return 1 - x if across else x, 1 - y if down else y


def _square(place: tuple[float, float], width: int, height: int) -> int:
    # A place is the middle of its square, so that rounding errors do no harm.
    return int(place[0] * width) + int(place[1] * height) * width

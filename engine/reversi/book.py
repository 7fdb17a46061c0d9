"""The Reversi opening books: values of the first positions of a board, symmetric ones stored once.

The 8 × 8 book has searched values in 1/64 disc (made by `research.training.reversi_book`), the 6 × 6 book
proved scores (`research.training.small_reversi_book`). The data of a file: for all positions, sorted, the
discs of the side to move, the discs of the other side (uint64) and the values (int16), each written by
`engine.data_file.in_planes`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from engine.data_file import FileFormat, from_planes, in_planes
from engine.reversi.position import Position
from engine.search.opening_book import OpeningBook
from engine.search.position import PASS
from engine.search.position import Position as AnyPosition
from engine.search.results import SearchResult

SHIPPED = Path(__file__).parent / "reversi-8x8.book"
SHIPPED_SMALL = Path(__file__).parent / "reversi-6x6.book"
FORMAT = FileFormat(b"FLIPFOUR REVERSI BOOK 1\n", "book of Reversi openings")
_SHIPPED_BY_VARIANT = {(8, False): SHIPPED, (6, False): SHIPPED_SMALL}
#: Searched values are in 1/64 disc.
UNIT = 64
#: Moves after which positions are searched again: by then a search of a second sees as far as the book.
#: Earlier values are better, because they rest on the searches of all that follows.
PLAYED = 8
#: Maximum loss of a chosen move per ply before that, in 1/64 disc.
VARIETY = 11

#: Key of symmetric positions: discs of the side to move and of the other side.
Key: TypeAlias = tuple[int, int]

_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def key_of(position: Position) -> Key:
    """Return a key that only the eight symmetric images of a position share."""
    state = position.state()
    return min(zip(_images(int(state.own)), _images(int(state.opp)), strict=True))


def _images(squares: int) -> Iterator[int]:
    """The eight images of a set of squares."""
    for word in (squares, _transposed(squares)):
        rows = word.to_bytes(8, "little")
        for image in (rows, rows.translate(_MIRRORED)):
            yield int.from_bytes(image, "little")
            yield int.from_bytes(image, "big")


def _transposed(squares: int) -> int:
    """The squares mirrored at the diagonal from a1 to h8."""
    for mask, shift in ((0x00AA00AA00AA00AA, 7), (0x0000CCCC0000CCCC, 14), (0x00000000F0F0F0F0, 28)):
        swapped = (squares ^ squares >> shift) & mask
        squares ^= swapped | swapped << shift
    return squares


class ReversiBook(OpeningBook):
    """Values of the first positions of one board, by key."""

    def __init__(self, values: Mapping[Key, int], recipe: Mapping[str, Any]) -> None:
        self.entries = dict(values)
        self.recipe = recipe
        self._variant = recipe.get("size", 8), False

    def __len__(self) -> int:
        return len(self.entries)

    def value(self, position: Any) -> int | None:
        """The value for the side to move, None when the book does not know it."""
        if not self._may_have(position) or position.moves_played > self.recipe["plies"]:
            return None
        return self.entries.get(key_of(position))

    def values(self, position: Any) -> dict[str, int]:
        """The values of the known moves, best first; {} for other games and boards."""
        if not self._may_have(position) or position.moves_played >= self.recipe["plies"]:
            return {}
        return super().values(position)

    def _may_have(self, position: Any) -> bool:
        return isinstance(position, Position) and position.variant == self._variant


class SearchedBook(ReversiBook):
    """Searched values, propagated from the deepest positions by negamax."""

    unit = UNIT

    def __init__(self, values: Mapping[Key, int], recipe: Mapping[str, Any]) -> None:
        super().__init__(values, recipe)
        self.margin = int(recipe["margin"] * UNIT)

    def probe(self, position: Any, *, within: float = 0.0) -> SearchResult | None:
        """Return what a search would find, for the first moves of a game."""
        return super().probe(position, within=within) if position.moves_played < PLAYED else None

    def choices(self, position: Any) -> dict[str, float]:
        """The moves close to the best, with their weights; the permitted loss shrinks later in the game.

        Each disc lost halves the chance.
        """
        values = self.values(position)
        if not values or position.moves_played >= PLAYED:
            return {}
        best, given = max(values.values()), VARIETY * (PLAYED - position.moves_played)
        return {
            move: 0.5 ** ((best - value) / UNIT) for move, value in values.items() if value >= best - given
        }

    def depth(self, position: Position) -> int:
        """Return the search depth at the end of the best line."""
        return int(self.recipe["depth"]) + len([move for move in self.line(position) if move != PASS])


class ProvedBook(ReversiBook):
    """Final scores under best play, for all positions up to a number of moves."""

    proved = True

    def choices(self, position: Any) -> dict[str, float]:
        """Return all the best moves, which are equally good."""
        values = self.values(position)
        return {move: 1.0 for move, value in values.items() if value == max(values.values())}

    def depth(self, position: Position) -> int:
        """Everything is proved to the end."""
        # Every move before the end sets a disc.
        return position.size**2 - sum(position.counts())


def packed(book: ReversiBook) -> bytes:
    """The content of a file."""
    rows = sorted((*key, value) for key, value in book.entries.items())
    own, opp, values = zip(*rows, strict=True)
    dtypes = (np.uint64, np.uint64, np.int16)
    data = b"".join(
        in_planes(np.array(column, dtype)) for column, dtype in zip((own, opp, values), dtypes, strict=True)
    )
    return FORMAT.sealed({"positions": len(rows), "recipe": dict(book.recipe)}, data)


def unpacked(content: bytes, name: str = "book") -> ReversiBook:
    """The book of a file's content. Raises EngineError when it is damaged."""
    header, data = FORMAT.opened(content, name)
    size = header["positions"]
    own = from_planes(data[: 8 * size], np.uint64)
    opp = from_planes(data[8 * size : 16 * size], np.uint64)
    values = from_planes(data[16 * size :], np.int16)
    keys = zip(own.tolist(), opp.tolist(), strict=True)
    kind = ProvedBook if header["recipe"].get("proved") else SearchedBook
    return kind(dict(zip(keys, values.tolist(), strict=True)), header["recipe"])


@functools.cache
def shipped(file: Path) -> ReversiBook:
    """Return a shipped book. Raises EngineError when its file is damaged or missing."""
    return unpacked(FORMAT.content(file), file.name)


def shipped_for(position: AnyPosition) -> ReversiBook | None:
    """Return the shipped book of a position's board, or None. Raises EngineError when its file is damaged."""
    assert isinstance(position, Position)
    file = _SHIPPED_BY_VARIANT.get(position.variant)
    return None if file is None else shipped(file)

"""Values that are known without a search: those of the opening books, and of positions that were solved."""

from __future__ import annotations

from threading import Lock
from typing import TypeAlias

from cachetools import LRUCache, cached

from bot.catalog import GameKind
from bot.catalog.kind import ByColumn, squares_of
from bot.core.snapshot import is_solved
from engine import Position, SearchResult
from engine.search.opening_book import OpeningBook
from engine.search.registry import registered

CACHE_SIZE = 2000
"""Maximum positions in the cache."""

_Key: TypeAlias = tuple[str, str, str]


class ProvedPositions:
    """An LRU cache of solved positions."""

    def __init__(self) -> None:
        self._found: LRUCache[_Key, SearchResult] = LRUCache(CACHE_SIZE)

    def known(self, kind: GameKind, position: Position) -> SearchResult | None:
        """Return the values of all moves, None if they are not known to be proved."""
        return self._found.get(_key(kind, position))

    def note(self, kind: GameKind, position: Position, found: SearchResult) -> None:
        """Store a result if it solves the position."""
        if is_solved(found):
            self._found[_key(kind, position)] = found


def _key(kind: GameKind, position: Position) -> _Key:
    return kind.key, kind.board_of(position), squares_of(kind, position)


def in_book(kind: GameKind, position: Position) -> SearchResult | None:
    """Return the book's values of a position's moves; None without any, and in Connect 4, which is proved.

    It may read the book from its file.
    """
    return None if isinstance(kind, ByColumn) else _by_book(kind, position)


@cached(LRUCache(CACHE_SIZE), key=lambda kind, position: (kind.key, position), lock=Lock())
def _by_book(kind: GameKind, position: Position) -> SearchResult | None:
    style = registered(kind.key).styles[0]
    book = style.book_for(position)
    # Beyond the plies in which the computer plays by the book, it has values of searches all the same.
    return None if book is None else OpeningBook.probe(book, position)

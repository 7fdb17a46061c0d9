"""Positions whose every move is proved: looked up at once when they come up again."""

from __future__ import annotations

from typing import TypeAlias

from cachetools import LRUCache

from bot.catalog import GameKind
from bot.catalog.kind import squares_of
from bot.core.snapshot import is_solved
from engine import Position, SearchResult

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

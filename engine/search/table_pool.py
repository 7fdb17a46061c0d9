"""Tables that outlive a search: the next one of the same variant finds memory that is ready and knows much.

Searching each move of a game, a player begins with what its last search saw two plies ahead, and fresh memory
is slow at first. The tables of the last few searches are kept; one that is in use is never shared.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from engine.search.position import Position
from engine.search.transposition import MEGABYTES, TranspositionTable

#: Tables kept by default, besides those in use.
KEPT_TABLES = 4


class _Pooled(NamedTuple):
    """A table, and what its values depend on: the rules, and the words that compiled functions read."""

    game: str
    variant: Any
    words: np.ndarray[Any, Any] | None
    table: TranspositionTable


class TablePool:
    """Tables for searches, each lent to one at a time."""

    def __init__(self, megabytes: float = MEGABYTES, kept: int = KEPT_TABLES) -> None:
        """`megabytes` is the size of a table, `kept` how many are kept besides those in use."""
        self._megabytes = megabytes
        self._kept = kept
        self._pooled: list[_Pooled] = []
        self._lock = threading.Lock()

    def resize(self, megabytes: float, kept: int) -> None:
        """Change the size of tables made from now on, and how many are kept; the kept ones are dropped."""
        with self._lock:
            self._megabytes, self._kept = megabytes, kept
            self._pooled.clear()

    @contextmanager
    def borrow(self, position: Position) -> Iterator[TranspositionTable]:
        """The table of the last search of the variant, or a fresh one; it is kept for the next one."""
        words = position.search_table()
        megabytes = self._megabytes
        pooled = self._take(position, words) or _Pooled(
            position.game, position.variant, words, TranspositionTable(megabytes)
        )
        try:
            yield pooled.table
        finally:
            with self._lock:
                if megabytes == self._megabytes:
                    self._pooled.append(pooled)
                del self._pooled[: max(0, len(self._pooled) - self._kept)]

    def _take(self, position: Position, words: np.ndarray[Any, Any] | None) -> _Pooled | None:
        with self._lock:
            for index in reversed(range(len(self._pooled))):
                pooled = self._pooled[index]
                same_rules = (pooled.game, pooled.variant) == (position.game, position.variant)
                if same_rules and pooled.words is words:
                    return self._pooled.pop(index)
        return None


#: The tables of every search that is given none.
TABLES = TablePool()

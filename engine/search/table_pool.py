"""Tables that outlive a search: the next one of the same variant finds memory that is ready and knows much.

Who thinks about each move of a game anew begins with what the last search saw two plies ahead, and fresh
memory is slow at first. The tables of the last few searches are kept; one that is in use is never shared.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from engine.search.position import Position
from engine.search.transposition import TranspositionTable

#: So many are kept at most, besides those in use.
_MOST = 4


class _Pooled(NamedTuple):
    """A table, and what its values depend on: the rules, and the words that compiled functions read."""

    game: str
    variant: Any
    words: np.ndarray[Any, Any] | None
    table: TranspositionTable


_pool: list[_Pooled] = []
_lock = threading.Lock()


@contextmanager
def borrowed_table(position: Position) -> Iterator[TranspositionTable]:
    """The table that the last search of the variant used, or a fresh one; it is kept for the next one."""
    words = position.search_table()
    pooled = _take(position, words) or _Pooled(position.game, position.variant, words, TranspositionTable())
    try:
        yield pooled.table
    finally:
        with _lock:
            _pool.append(pooled)
            del _pool[:-_MOST]


def _take(position: Position, words: np.ndarray[Any, Any] | None) -> _Pooled | None:
    with _lock:
        for index in reversed(range(len(_pool))):
            pooled = _pool[index]
            if (pooled.game, pooled.variant) == (position.game, position.variant) and pooled.words is words:
                return _pool.pop(index)
    return None

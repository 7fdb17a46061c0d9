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
from engine.search.transposition import Table

#: So many are kept at most, besides those in use.
_MOST = 4


class _Kept(NamedTuple):
    """A table, and what its values depend on: the rules, and the words that compiled functions read."""

    game: str
    variant: Any
    words: np.ndarray[Any, Any] | None
    table: Table


_shelf: list[_Kept] = []
_lock = threading.Lock()


@contextmanager
def kept_table(position: Position) -> Iterator[Table]:
    """The table that the last search of the variant used, or a fresh one; it is kept for the next one."""
    words = position.search_table()
    kept = _taken(position, words) or _Kept(position.game, position.variant, words, Table())
    try:
        yield kept.table
    finally:
        with _lock:
            _shelf.append(kept)
            del _shelf[:-_MOST]


def _taken(position: Position, words: np.ndarray[Any, Any] | None) -> _Kept | None:
    with _lock:
        for index in reversed(range(len(_shelf))):
            kept = _shelf[index]
            if (kept.game, kept.variant) == (position.game, position.variant) and kept.words is words:
                return _shelf.pop(index)
    return None

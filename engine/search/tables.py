"""Memory of transposition tables and evaluations, and the pool of tables kept between searches."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from engine.errors import EngineError
from engine.search.position import Position

#: The usual size of a table.
MEGABYTES = 64.0

_BUCKET_BYTES = 64
#: Buckets per cached evaluation, and the maximum number of evaluations: they fit the processor's cache.
_BUCKETS_FOR_EVALUATION = 16
_MAX_EVALUATIONS = 1 << 16


class TranspositionTable:
    """Memory for `megabytes` (a power of two is used whole) of entries, shared by any number of threads."""

    def __init__(self, megabytes: float = MEGABYTES) -> None:
        if not 0.01 <= megabytes <= 65536:
            raise EngineError(f"the table must have 0.01 to 65536 MB, not {megabytes!r}")
        buckets = 1 << (int(megabytes * 2**20) // _BUCKET_BYTES).bit_length() - 1
        # One extra bucket, so that the first one can start on a cache line.
        self._words = np.zeros(buckets * 8 + 8, np.uint64)
        start = self._words.ctypes.data
        self.address = start + -start % _BUCKET_BYTES
        self.mask = buckets - 1
        self._evaluations = np.zeros(
            max(1, min(_MAX_EVALUATIONS, buckets // _BUCKETS_FOR_EVALUATION)), np.uint64
        )
        self.evaluations = self._evaluations.ctypes.data
        self.evaluation_mask = len(self._evaluations) - 1
        self.salt = 0
        self._age = 0
        self._lock = threading.Lock()

    def clear(self) -> None:
        """Forget everything, at no cost: older entries no longer match."""
        with self._lock:
            self.salt = (self.salt * 0x2545F4914F6CDD1D + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF

    def touch(self) -> None:
        """Touch all memory now; otherwise searches wait for it page by page."""
        self._words[:] = 0
        self._evaluations[:] = 0

    def next_age(self) -> int:
        """The age for a new search, 1..255; entries of other ages are overwritten first."""
        with self._lock:
            self._age = self._age % 255 + 1
            return self._age


#: Default number of tables kept when not in use.
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
        """Create a pool of tables of `megabytes` each, of which `kept` stay when not in use."""
        self._megabytes = megabytes
        self._kept = kept
        self._pooled: list[_Pooled] = []
        self._lock = threading.Lock()

    def resize(self, megabytes: float, kept: int) -> None:
        """Change the size of new tables and how many are kept; drop the kept ones."""
        with self._lock:
            self._megabytes, self._kept = megabytes, kept
            self._pooled.clear()

    @contextmanager
    def borrow(self, position: Position) -> Iterator[TranspositionTable]:
        """Return the table of the variant's last search, or a new one; it is kept for the next search."""
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


#: Tables for searches without one of their own.
TABLES = TablePool()

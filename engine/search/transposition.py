"""The transposition table, the cache of evaluations, and the pool of tables kept between searches."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from engine.errors import EngineError
from engine.jit.bits import Word, load, prefetch, store
from engine.jit.compiling import inlined
from engine.search.context_words import AGE, EVALUATION_MASK, EVALUATIONS, SALT, TABLE, TABLE_MASK, Context
from engine.search.position import Position
from engine.search.scores import Score

NO_MOVE = np.int64(255)
#: The selectivity of a value that no selective pruning has touched.
PROVED = np.int64(15)
#: The usual size of a table.
MEGABYTES = 64.0

_BUCKET_BYTES = 64
#: Buckets per cached evaluation, and the maximum number of evaluations: they fit the processor's cache.
_BUCKETS_FOR_EVALUATION = 16
_MAX_EVALUATIONS = 1 << 16
_OFFSET = np.int64(32768)
_SIXTEEN = np.uint64(0xFFFF)
_EIGHT = np.uint64(0xFF)


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


@inlined
def packed(lower: Any, upper: Any, depth: Any, move: Any, age: Word, selectivity: Any) -> Word:
    """The second word of an entry."""
    return (
        np.uint64(lower + _OFFSET)
        | np.uint64(upper + _OFFSET) << np.uint64(16)
        | np.uint64(depth) << np.uint64(32)
        | np.uint64(move) << np.uint64(40)
        | age << np.uint64(48)
        | np.uint64(selectivity) << np.uint64(56)
    )


@inlined
def lower_of(entry: Word) -> Any:
    """Proved lower bound of the value."""
    return np.int64(entry & _SIXTEEN) - _OFFSET


@inlined
def upper_of(entry: Word) -> Any:
    """Proved upper bound of the value."""
    return np.int64(entry >> np.uint64(16) & _SIXTEEN) - _OFFSET


@inlined
def depth_of(entry: Word) -> Any:
    """Depth in plies to which the bounds hold."""
    return np.int64(entry >> np.uint64(32) & _EIGHT)


@inlined
def move_of(entry: Word) -> Any:
    """Square of the best move known, or NO_MOVE."""
    return np.int64(entry >> np.uint64(40) & _EIGHT)


@inlined
def selectivity_of(entry: Word) -> Any:
    """PROVED, or the level of selectivity under which the bounds were found."""
    return np.int64(entry >> np.uint64(56))


@inlined
def prefetch_entry(context: Any, place: Word) -> None:
    """Fetch from memory the bucket of a hash key that will be probed."""
    prefetch(np.int64(load(context, TABLE)) + np.int64(place & load(context, TABLE_MASK)) * np.int64(64))


@inlined
def probe_entry(context: Any, place: Word, check: Word) -> Word:
    """The entry of a hash key, or 0 (which no entry is: depth and bounds are never all zero)."""
    bucket = np.int64(load(context, TABLE)) + np.int64(place & load(context, TABLE_MASK)) * np.int64(64)
    check ^= load(context, SALT)
    for way in range(4):
        entry = load(bucket, np.int64(2 * way + 1))
        if load(bucket, np.int64(2 * way)) ^ entry == check:
            return entry
    return np.uint64(0)


@inlined
def store_entry(context: Any, place: Word, check: Word, entry: Word) -> Any:
    """Write an entry over the same position, else over the oldest and shallowest of its bucket."""
    bucket = np.int64(load(context, TABLE)) + np.int64(place & load(context, TABLE_MASK)) * np.int64(64)
    check ^= load(context, SALT)
    age = load(context, AGE)
    chosen, least = np.int64(0), np.int64(1 << 20)
    for way in range(4):
        there = load(bucket, np.int64(2 * way + 1))
        if load(bucket, np.int64(2 * way)) ^ there == check:
            chosen = np.int64(way)
            break
        value = depth_of(there)
        if there >> np.uint64(48) & _EIGHT == age:
            value += np.int64(256)
        if value < least:
            chosen, least = np.int64(way), value
    store(bucket, np.int64(2) * chosen, check ^ entry)
    store(bucket, np.int64(2) * chosen + np.int64(1), entry)
    return np.int64(0)


#: Marks a missing evaluation; no value is as low.
NOT_THERE = np.int64(-32768)

_VALUE = np.uint64(0xFFFF)


@inlined
def evaluation_found_before(place: Word, check: Word, context: Context) -> Score:
    """The evaluation of a position by its hash key, or NOT_THERE."""
    entry = load(np.int64(load(context, EVALUATIONS)), np.int64(place & load(context, EVALUATION_MASK)))
    if entry ^ check ^ load(context, SALT) > _VALUE:
        return NOT_THERE
    return np.int64(entry & _VALUE) + NOT_THERE


@inlined
def keep_evaluation(place: Word, check: Word, value: Score, context: Context) -> Any:
    """Store the evaluation of a position, replacing the entry in its place."""
    entry = (check ^ load(context, SALT)) & ~_VALUE | np.uint64(value - NOT_THERE)
    return store(
        np.int64(load(context, EVALUATIONS)), np.int64(place & load(context, EVALUATION_MASK)), entry
    )


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

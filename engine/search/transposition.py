"""Entries of the transposition table and of the cache of evaluations, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Word, load, prefetch, store
from engine.jit.compiling import inlined
from engine.search.scores import (
    AGE,
    EVALUATION_MASK,
    EVALUATIONS,
    SALT,
    TABLE,
    TABLE_MASK,
    Context,
    Score,
)

#: The selectivity of a value that no selective pruning has touched.
PROVED = np.int64(15)
_OFFSET = np.int64(32768)
_SIXTEEN = np.uint64(0xFFFF)
_EIGHT = np.uint64(0xFF)


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

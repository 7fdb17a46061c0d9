"""Several threads in one search tree, which postpone what another thread is searching.

All threads search the same position to the same depth into the same transposition table. Moves that another
thread is searching are postponed; by then the table often has them, else the threads share their subtree
(ABDADA, after J.-C. Weill). A thread below a node whose value another thread has found unwinds to that node
at once. For this each thread keeps the path of its nodes, down to where subtrees are too small to share.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Word, load, store
from engine.jit.compiling import compiled, inlined
from engine.search.interface import State, hash_key
from engine.search.scores import (
    BUSY_MARKS,
    INFINITY,
    PATH,
    PATH_LENGTH,
    PATH_WORDS,
    SELECTIVITY,
    UNWIND_TO,
    UNWIND_VALUE,
    Context,
    Depth,
    Score,
)
from engine.search.transposition import depth_of, lower_of, probe_entry, selectivity_of, upper_of

#: Number of words for the marks of positions that some thread is searching; a power of two.
_MARKS = 4096
_MARK_MASK = np.uint64(_MARKS - 1)
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_SQUARE = np.uint64(0xFF)
#: Tells searches of different depths apart.
_DEPTH_SALT = np.uint64(0x9FB21C651E98DF25)


def new_marks() -> np.ndarray[Any, Any]:
    """Marks for the threads of one search, of which no position is marked."""
    return np.zeros(_MARKS, np.uint64)


@inlined
def _marked(check: Word, depth: Depth) -> Word:
    """Return the mark of a position searched to a depth; never 0."""
    return check ^ np.uint64(depth) * _DEPTH_SALT | _ONE


@inlined
def is_shared(context: Context) -> Any:
    """Return whether other threads search the same tree."""
    return load(context, BUSY_MARKS) != _ZERO


@compiled
def enter_node(place: Word, check: Word, alpha: Score, beta: Score, depth: Depth, context: Context) -> None:
    """Append a node, whose moves are about to be searched, to the path."""
    length = load(context, PATH_LENGTH)
    start = PATH + np.int64(length) * PATH_WORDS
    store(context, start, place)
    store(context, start + np.int64(1), check)
    store(context, start + np.int64(2), np.uint64(alpha))
    store(context, start + np.int64(3), np.uint64(beta))
    store(context, start + np.int64(4), np.uint64(depth))
    store(context, PATH_LENGTH, length + _ONE)


@inlined
def leave_node(context: Context) -> None:
    """Take the last node from the path."""
    store(context, PATH_LENGTH, load(context, PATH_LENGTH) - _ONE)


@compiled
def put_off(after: State, depth: Depth, first: Any, at: Any, context: Context) -> Any:
    """Postpone a move if another thread is searching it, else mark it.

    `at` is the word of the move's list that holds its score and square: without its score it comes last, and
    is then searched in any case. So is the `first` move, which is likely to be the only one needed.
    """
    place, check = hash_key(after)
    marks, at_mark = np.int64(load(context, BUSY_MARKS)), np.int64(place & _MARK_MASK)
    mark = _marked(check, depth)
    if not first and load(context, at) > _SQUARE and load(marks, at_mark) == mark:
        store(context, at, load(context, at) & _SQUARE)
        return True
    store(marks, at_mark, mark)
    return False


@compiled
def value_found_elsewhere(after: State, depth: Depth, context: Context) -> Score:
    """After the search of a child: INFINITY, or what the last node of the path is to return at once.

    That is its value when another thread has found it, and meaningless when the value of a node further up
    has been found. The node has then left the path.
    """
    place, check = hash_key(after)
    marks, at_mark = np.int64(load(context, BUSY_MARKS)), np.int64(place & _MARK_MASK)
    if load(marks, at_mark) == _marked(check, depth):
        store(marks, at_mark, _ZERO)
    length = load(context, PATH_LENGTH)
    if load(context, UNWIND_TO) == _ZERO and not _look_up(length, context):
        return INFINITY
    store(context, PATH_LENGTH, length - _ONE)
    if load(context, UNWIND_TO) != length:
        return np.int64(0)
    store(context, UNWIND_TO, _ZERO)
    return np.int64(load(context, UNWIND_VALUE))


@inlined
def _look_up(length: Any, context: Context) -> Any:
    """Look for the first node of the path whose value the table has; write down its number and value."""
    selectivity = np.int64(load(context, SELECTIVITY))
    for number in range(np.int64(length)):
        node = PATH + number * PATH_WORDS
        entry = probe_entry(context, load(context, node), load(context, node + np.int64(1)))
        if entry == _ZERO or selectivity_of(entry) < selectivity:
            continue
        if depth_of(entry) < np.int64(load(context, node + np.int64(4))):
            continue
        lower, upper = lower_of(entry), upper_of(entry)
        above = lower >= np.int64(load(context, node + np.int64(3)))
        if above or upper <= np.int64(load(context, node + np.int64(2))) or lower == upper:
            store(context, UNWIND_TO, np.uint64(number + np.int64(1)))
            store(context, UNWIND_VALUE, np.uint64(lower if above else upper))
            return True
    return False

"""Progress of a search, as the share of its tree that is done.

The root's share of the tree is WHOLE. Near the root every node divides its share equally among its children,
in the order in which they are searched; searched or pruned parts count as done. Compiled code does this for
inner nodes and Python for the root, which is ply 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import load, store
from engine.jit.compiling import compiled
from engine.search.scores import PROGRESS, SHARED_PLIES, SHARES, WHOLE, Context, Ply

_TWO = np.int64(2)


@compiled
def enter_child(ply: Ply, index: Any, count: Any, context: Context) -> None:
    """Give child `index` of `count` its part of the share of the node at `ply`."""
    if ply < SHARED_PLIES:
        at = SHARES + _TWO * ply
        part = load(context, at + np.int64(1)) // np.uint64(count)
        store(context, at + np.int64(2), load(context, at) + part * np.uint64(index))
        store(context, at + np.int64(3), part)


@compiled
def leave_child(ply: Ply, index: Any, count: Any, context: Context) -> None:
    """Count child `index` and those before it as done."""
    if ply < SHARED_PLIES:
        at = SHARES + _TWO * ply
        part = load(context, at + np.int64(1)) // np.uint64(count)
        end = load(context, at) + part * np.uint64(index + np.int64(1))
        if end > load(context, PROGRESS):
            store(context, PROGRESS, end)


@compiled
def swap_share(ply: Ply, share: Any, context: Context) -> Any:
    """Give a node another share, none for a search on trial; returns the share it had."""
    if ply < SHARED_PLIES:
        at = SHARES + _TWO * ply + np.int64(1)
        had = load(context, at)
        store(context, at, share)
        return had
    return share


def reset(words: np.ndarray[Any, Any]) -> None:
    """Begin a tree, of which nothing is done, in the words of a context."""
    words[PROGRESS] = 0
    words[SHARES] = 0
    words[SHARES + 1] = WHOLE


def share_done(words: np.ndarray[Any, Any]) -> float:
    """Share of the tree that is done, 0 to 1."""
    return int(words[PROGRESS]) / WHOLE

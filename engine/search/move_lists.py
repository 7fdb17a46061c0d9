"""The moves of a node in the order in which they are searched: a list for each ply, scores with squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Square, Squares, count_squares, first_square, load, store, without_first
from engine.jit.compiling import inlined
from engine.search.interface import (
    State,
    careful_move_order_score,
    hash_key,
    move_order_score,
    play,
)
from engine.search.scores import (
    KILLER_MOVES,
    KILLERS,
    MOVE_LISTS,
    MOVE_ORDERING,
    PLY_WORDS,
    TECHNIQUES,
    Context,
    Depth,
    Ply,
)
from engine.search.transposition import prefetch_entry

_ZERO = np.uint64(0)
#: Added to move-order scores so that they are never negative.
_SCORE_OFFSET = np.int64(1 << 16)
#: The bonus of killer moves, in searches for estimates only: towards the end of the game they mislead.
_KILLER_SCORE = np.int64(128)
#: Puts the move of the transposition table before all others.
_TABLE_SCORE = np.int64(1 << 20)
#: Depth from which moves are ordered with more care.
_DEEP_FROM = np.int64(3)


@inlined
def uses(technique: Any, context: Context) -> Any:
    """Return whether a technique is switched on; only measurements switch any off."""
    return load(context, TECHNIQUES) & technique != _ZERO


@inlined
def list_moves(
    state: State, moves: Squares, best: Square, depth: Depth, exact: Any, ply: Ply, context: Context
) -> Any:
    """Write the moves with their scores into the ply's list; returns their number."""
    start = MOVE_LISTS + ply * PLY_WORDS
    scores, killers = uses(MOVE_ORDERING, context), not exact and uses(KILLER_MOVES, context)
    first = np.int64(load(context, KILLERS + np.int64(2) * ply)) - np.int64(1)
    second = np.int64(load(context, KILLERS + np.int64(2) * ply + np.int64(1))) - np.int64(1)
    count = np.int64(0)
    total = count_squares(moves)
    while count < total:
        square = first_square(moves)
        moves = without_first(moves)
        after = play(state, square)
        if depth > 1:
            # The entry is fetched from memory while the moves are sorted.
            prefetch_entry(context, hash_key(after)[0])
        score = _SCORE_OFFSET
        if square == best:
            score += _TABLE_SCORE
        else:
            if scores and depth >= _DEEP_FROM:
                score += careful_move_order_score(state, square, after, context)
            elif scores:
                score += move_order_score(state, square, after, context)
            if killers and (square in (first, second)):
                score += _KILLER_SCORE
        store(context, start + count, np.uint64(score << np.int64(8) | square))
        count += np.int64(1)
    return count


@inlined
def list_word(ply: Ply, index: Any) -> Any:
    """The number of the context's word that has a move of the ply's list: its score, then its square."""
    return MOVE_LISTS + ply * PLY_WORDS + index


@inlined
def listed_move(ply: Ply, index: Any, context: Context) -> Square:
    return np.int64(load(context, MOVE_LISTS + ply * PLY_WORDS + index) & np.uint64(0xFF))


@inlined
def store_score(score: Any, ply: Ply, index: Any, context: Context) -> None:
    word = np.uint64((score + _SCORE_OFFSET) << np.int64(8) | listed_move(ply, index, context))
    store(context, MOVE_LISTS + ply * PLY_WORDS + index, word)


@inlined
def next_move(ply: Ply, index: Any, count: Any, context: Context) -> Square:
    """Swap the best of the moves from `index` on in the ply's list to `index`; returns its square."""
    start = MOVE_LISTS + ply * PLY_WORDS
    top, where = load(context, start + index), index
    for other in range(index + 1, count):
        word = load(context, start + other)
        if word > top:
            top, where = word, np.int64(other)
    store(context, start + where, load(context, start + index))
    store(context, start + index, top)
    return np.int64(top & np.uint64(0xFF))


@inlined
def store_killer(square: Square, ply: Ply, context: Context) -> None:
    """Store a move that caused a cut-off, for other positions of the same ply."""
    at = KILLERS + np.int64(2) * ply
    word = np.uint64(square + np.int64(1))
    if load(context, at) != word:
        store(context, at + np.int64(1), load(context, at))
        store(context, at, word)

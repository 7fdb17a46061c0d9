"""The shared search core: one principal-variation search for every game of `engine.games`.

Values are int64, from the side to move, inside (-INFINITY, INFINITY). `depth` counts moves; a pass costs
nothing. When `depth` reaches the number of moves left the value is that of best play to the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.bits import load, store
from engine.box_words import AGE, MOVE_LISTS, NODE_LIMIT, NODES, PLY_WORDS, STOP
from engine.compiling import compiled, inlined
from engine.games import (
    Moves,
    State,
    count_moves,
    ended,
    ends_directly,
    fingerprint,
    first_move,
    leaf,
    legal,
    must_pass,
    passed,
    play,
    plies_left,
    rank,
    solve_end,
    upper_bound,
    without_first,
)
from engine.scores import INFINITY
from engine.table import (
    NO_MOVE,
    PROVED,
    depth_of,
    lower_of,
    move_of,
    packed,
    probe,
    remember,
    upper_of,
)

_ZERO = np.uint64(0)
_RANK_OFFSET = np.int64(1 << 16)


@inlined
def count_node(box: Any) -> Any:
    """Counts one position; True when the search is to end."""
    nodes = load(box, NODES) + np.uint64(1)
    store(box, NODES, nodes)
    if nodes >= load(box, NODE_LIMIT):
        store(box, STOP, np.uint64(1))
    return load(box, STOP) != _ZERO


@inlined
def list_moves(state: State, moves: Moves, best: Any, ply: Any, box: Any) -> Any:
    """Writes the moves with their ranks into the ply's list, the table's move on top; their number."""
    start = MOVE_LISTS + ply * PLY_WORDS
    count = np.int64(0)
    total = count_moves(moves)
    while count < total:
        square = first_move(moves)
        moves = without_first(moves)
        worth = rank(state, square, play(state, square), box) + _RANK_OFFSET
        if square == best:
            worth += _RANK_OFFSET
        store(box, start + count, np.uint64(worth << np.int64(8) | square))
        count += np.int64(1)
    return count


@inlined
def next_move(ply: Any, index: Any, count: Any, box: Any) -> Any:
    """Brings the best-ranked of the moves `index`..`count` of the ply's list to `index`; its square."""
    start = MOVE_LISTS + ply * PLY_WORDS
    top, where = load(box, start + index), index
    for other in range(index + 1, count):
        word = load(box, start + other)
        if word > top:
            top, where = word, np.int64(other)
    store(box, start + where, load(box, start + index))
    store(box, start + index, top)
    return np.int64(top & np.uint64(0xFF))


@compiled
def value_of(state: State, alpha: Any, beta: Any, depth: Any, ply: Any, box: Any) -> Any:
    """Value of a position inside (alpha, beta), else a bound on the same side of it (fail soft).

    Means nothing once the box's stop word is set.
    """
    if count_node(box):
        return alpha
    left = plies_left(state)
    if depth >= left:
        depth = left
        if ends_directly(state, left):
            return solve_end(state, alpha, beta, box)
        bound = upper_bound(state, alpha, left, box)
        if bound <= alpha:
            return bound
    moves = legal(state)
    count = count_moves(moves)
    if count == 0:
        if must_pass(state):
            return -value_of(passed(state), -beta, -alpha, depth, ply + 1, box)
        return ended(state, box)
    if depth <= 0:
        return leaf(state, box)
    place, check = fingerprint(state)
    entry = probe(box, place, check)
    best_move = NO_MOVE
    lower, upper = -INFINITY, INFINITY
    if entry != _ZERO:
        best_move = move_of(entry)
        if depth_of(entry) >= depth:
            if lower_of(entry) >= beta:
                return lower_of(entry)
            if upper_of(entry) <= alpha or lower_of(entry) == upper_of(entry):
                return upper_of(entry)
        if depth_of(entry) == depth:
            lower, upper = lower_of(entry), upper_of(entry)
    best, low = -INFINITY, alpha
    count = list_moves(state, moves, best_move, ply, box)
    index = np.int64(0)
    while index < count:
        square = next_move(ply, index, count, box)
        after = play(state, square)
        if index == 0:
            value = -value_of(after, -beta, -low, depth - 1, ply + 1, box)
        else:
            value = -value_of(after, -low - 1, -low, depth - 1, ply + 1, box)
            if low < value < beta:
                value = -value_of(after, -beta, -value, depth - 1, ply + 1, box)
        if load(box, STOP) != _ZERO:
            return alpha
        if value > best:
            best = value
            if value > low or index == 0:
                best_move = square
            if value > low:
                low = value
                if low >= beta:
                    break
        index += np.int64(1)
    if best > alpha:
        lower = best
    if best < beta:
        upper = best
    if lower > upper:
        # The older bound came by way of deeper entries of the table; the newer one replaces it.
        lower, upper = (best, INFINITY) if best >= beta else (-INFINITY, best)
    remember(box, place, check, packed(lower, upper, depth, best_move, load(box, AGE), PROVED))
    return best


@compiled
def best_known(state: State, box: Any) -> Any:
    """The best move that the table has for a position, or NO_MOVE."""
    place, check = fingerprint(state)
    entry = probe(box, place, check)
    if entry == _ZERO:
        return NO_MOVE
    return move_of(entry)

"""The shared search core: one principal-variation search for every game of `engine.search.interface`.

Values are int64, from the side to move, inside (-INFINITY, INFINITY). `depth` counts moves; a pass costs
nothing. When `depth` reaches the number of moves left the value is that of best play to the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import load, store
from engine.jit.compiling import compiled, inlined
from engine.search.context_words import (
    AGE,
    BEHIND,
    CONFIDENCE,
    DEVICES,
    KILLER_MOVES,
    KILLERS,
    MOVE_LISTS,
    NODE_LIMIT,
    NODES,
    PLY_WORDS,
    PROBABLE_CUTOFFS,
    RANKS,
    SHARED_PLIES,
    SHARES,
    STATIC_BOUNDS,
    STOP,
    SUCCESSOR_CUTOFFS,
    TABLE_CUTOFFS,
    TABLE_MOVES,
)
from engine.search.interface import (
    Moves,
    State,
    count_moves,
    deep_rank,
    ended,
    ends_directly,
    fingerprint,
    first_move,
    leaf,
    must_pass,
    passed,
    play,
    plies_left,
    probable_error,
    prospects,
    rank,
    solve_end,
    successors_from,
    upper_bound,
    without_first,
)
from engine.search.scores import INFINITY
from engine.search.transposition import (
    NO_MOVE,
    PROVED,
    announce,
    confidence_of,
    depth_of,
    lower_of,
    move_of,
    packed,
    probe,
    remember,
    upper_of,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
#: Added to ranks so that they are never negative; the table's move stands above all others.
#: Killers get a bonus in estimates; towards the end of the game they mislead.
_RANK_OFFSET = np.int64(1 << 16)
_KILLER_RANK = np.int64(128)
_TABLE_RANK = np.int64(1 << 20)
#: Depth from which moves are put in order with more care.
_DEEP_FROM = np.int64(4)
#: Depth from which a shallower search may stand for a deep one.
_PROBABLE_FROM = np.int64(4)


@inlined
def uses(device: Any, box: Any) -> Any:
    """True when a device is switched on; they all are, but for measuring them."""
    return load(box, DEVICES) & device != _ZERO


@inlined
def stopping(box: Any) -> Any:
    """True when the search is to end."""
    return load(box, STOP) != _ZERO


@inlined
def count_node(box: Any) -> None:
    """Counts one position, and stops the search at its limit."""
    nodes = load(box, NODES) + _ONE
    store(box, NODES, nodes)
    if nodes >= load(box, NODE_LIMIT):
        store(box, STOP, _ONE)


@inlined
def announce_successors(state: State, moves: Moves, box: Any) -> None:
    """Has the table's memory for all successors on its way before the first of them is looked up."""
    count = count_moves(moves)
    while count > 0:
        announce(box, fingerprint(play(state, first_move(moves)))[0])
        moves = without_first(moves)
        count -= np.int64(1)


@inlined
def known_cutoff(state: State, moves: Moves, beta: Any, depth: Any, box: Any) -> Any:
    """A bound of at least `beta` that the table has by way of a successor, else -INFINITY."""
    count = count_moves(moves)
    while count > 0:
        place, check = fingerprint(play(state, first_move(moves)))
        entry = probe(box, place, check)
        if (
            entry != _ZERO
            and depth_of(entry) >= depth - 1
            and -upper_of(entry) >= beta
            and confidence_of(entry) >= np.int64(load(box, CONFIDENCE))
        ):
            return -upper_of(entry)
        moves = without_first(moves)
        count -= np.int64(1)
    return -INFINITY


@inlined
def list_moves(state: State, moves: Moves, best: Any, depth: Any, exact: Any, ply: Any, box: Any) -> Any:
    """Writes the moves with their ranks into the ply's list; their number."""
    start = MOVE_LISTS + ply * PLY_WORDS
    ranks, killers = uses(RANKS, box), not exact and uses(KILLER_MOVES, box)
    first = np.int64(load(box, KILLERS + np.int64(2) * ply)) - np.int64(1)
    second = np.int64(load(box, KILLERS + np.int64(2) * ply + np.int64(1))) - np.int64(1)
    count = np.int64(0)
    total = count_moves(moves)
    while count < total:
        square = first_move(moves)
        moves = without_first(moves)
        worth = _RANK_OFFSET
        if square == best:
            worth += _TABLE_RANK
        else:
            if ranks and depth >= _DEEP_FROM:
                worth += deep_rank(state, square, play(state, square), box)
            elif ranks:
                worth += rank(state, square, play(state, square), box)
            if killers and (square in (first, second)):
                worth += _KILLER_RANK
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


@inlined
def remember_killer(square: Any, ply: Any, box: Any) -> None:
    """Notes a move that refuted the line, for other positions of the same ply."""
    at = KILLERS + np.int64(2) * ply
    word = np.uint64(square + np.int64(1))
    if load(box, at) != word:
        store(box, at + np.int64(1), load(box, at))
        store(box, at, word)


@inlined
def hand_down(ply: Any, index: Any, count: Any, box: Any) -> None:
    """Gives the next child of a node near the root its part of the node's share of the tree."""
    if ply < SHARED_PLIES:
        at = SHARES + np.int64(2) * ply
        part = load(box, at + np.int64(1)) // np.uint64(count)
        store(box, at + np.int64(2), load(box, at) + part * np.uint64(index))
        store(box, at + np.int64(3), part)


@inlined
def leave_behind(ply: Any, index: Any, count: Any, box: Any) -> None:
    """Counts the child that was searched last, and those before it, as done."""
    if ply < SHARED_PLIES:
        at = SHARES + np.int64(2) * ply
        part = load(box, at + np.int64(1)) // np.uint64(count)
        end = load(box, at) + part * np.uint64(index + np.int64(1))
        if end > load(box, BEHIND):
            store(box, BEHIND, end)


@inlined
def exchange_share(ply: Any, share: Any, box: Any) -> Any:
    """Gives a node another share of the tree, none while it is tried; the share it had."""
    if ply < SHARED_PLIES:
        at = SHARES + np.int64(2) * ply + np.int64(1)
        had = load(box, at)
        store(box, at, share)
        return had
    return share


@compiled
def value_of(state: State, alpha: Any, beta: Any, depth: Any, ply: Any, box: Any) -> Any:
    """Value of a position inside (alpha, beta), else a bound on the same side of it (fail soft).

    Means nothing once the box's stop word is set.
    """
    count_node(box)
    if stopping(box):
        return alpha
    left = plies_left(state)
    exact = depth >= left
    if exact:
        depth = left
        if ends_directly(state, left, box):
            return solve_end(state, alpha, beta, box)
        if uses(STATIC_BOUNDS, box):
            bound = upper_bound(state, alpha, left, box)
            if bound <= alpha:
                return bound
    place, check = fingerprint(state)
    moves, lower, upper = prospects(state, alpha, beta, left, ply, box)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    count = count_moves(moves)
    if count == 0:
        if must_pass(state):
            hand_down(ply, np.int64(0), np.int64(1), box)
            return -value_of(passed(state), -beta, -alpha, depth, ply + 1, box)
        return ended(state, box)
    if depth <= 0:
        return leaf(state, box)
    confidence = np.int64(load(box, CONFIDENCE))
    entry = probe(box, place, check)
    best_move = NO_MOVE
    if entry != _ZERO:
        if uses(TABLE_MOVES, box):
            best_move = move_of(entry)
        if uses(TABLE_CUTOFFS, box) and confidence_of(entry) >= confidence:
            if depth_of(entry) >= depth:
                if lower_of(entry) >= beta:
                    return lower_of(entry)
                if upper_of(entry) <= alpha or lower_of(entry) == upper_of(entry):
                    return upper_of(entry)
            if depth_of(entry) == depth and confidence_of(entry) == confidence:
                lower, upper = max(lower, lower_of(entry)), min(upper, upper_of(entry))
    if depth > 1:
        announce_successors(state, moves, box)
    if depth >= successors_from(state, exact) and uses(SUCCESSOR_CUTOFFS, box):
        bound = known_cutoff(state, moves, beta, depth, box)
        if bound >= beta:
            return bound
    selective = (not exact or confidence < PROVED) and uses(PROBABLE_CUTOFFS, box)
    if selective and depth >= _PROBABLE_FROM and beta - alpha == 1:
        error = probable_error(state, depth, box)
        if error < INFINITY:
            shallow = depth - np.int64(2) * ((depth + np.int64(2)) // np.int64(4))
            share = exchange_share(ply, _ZERO, box)
            bound = beta + error
            if value_of(state, bound - 1, bound, shallow, ply, box) >= bound:
                return beta
            bound = alpha - error
            if value_of(state, bound, bound + 1, shallow, ply, box) <= bound:
                return alpha
            exchange_share(ply, share, box)
            if stopping(box):
                return alpha
    best, low = -INFINITY, alpha
    count = list_moves(state, moves, best_move, depth, exact, ply, box)
    index = np.int64(0)
    while index < count:
        square = next_move(ply, index, count, box)
        after = play(state, square)
        hand_down(ply, index, count, box)
        if index == 0:
            value = -value_of(after, -beta, -low, depth - 1, ply + 1, box)
        else:
            value = -value_of(after, -low - 1, -low, depth - 1, ply + 1, box)
            if low < value < beta:
                value = -value_of(after, -beta, -value, depth - 1, ply + 1, box)
        if stopping(box):
            return alpha
        leave_behind(ply, index, count, box)
        if value > best:
            best = value
            if value > low or index == 0:
                best_move = square
            if value > low:
                low = value
                if low >= beta:
                    remember_killer(square, ply, box)
                    break
        index += np.int64(1)
    if best > alpha:
        lower = best
    if best < beta:
        upper = best
    if lower > upper:
        # The older bound came by way of deeper entries of the table; the newer one replaces it.
        lower, upper = (best, INFINITY) if best >= beta else (-INFINITY, best)
    remember(box, place, check, packed(lower, upper, depth, best_move, load(box, AGE), confidence))
    return best


@compiled
def best_known(state: State, box: Any) -> Any:
    """The best move that the table has for a position, or NO_MOVE."""
    place, check = fingerprint(state)
    entry = probe(box, place, check)
    if entry == _ZERO:
        return NO_MOVE
    return move_of(entry)

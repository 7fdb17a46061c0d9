"""The shared search core: one principal-variation search for every game of `engine.search.interface`.

Values are int64, from the side to move, inside (-INFINITY, INFINITY). `depth` counts moves; a pass costs
nothing. When `depth` reaches the number of moves left the value is that of best play to the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Square, Squares, count_squares, first_square, load, store, without_first
from engine.jit.compiling import compiled, inlined
from engine.search import interface as game
from engine.search.interface import State
from engine.search.move_lists import (
    list_moves,
    list_word,
    listed_move,
    next_move,
    store_killer,
    store_score,
    uses,
)
from engine.search.progress import enter_child, leave_child, swap_share
from engine.search.scores import (
    AGE,
    ETC,
    INFINITY,
    LATE_REDUCTIONS,
    MOVE_ORDERING,
    NO_MOVE,
    NODE_LIMIT,
    NODES,
    PROBCUT,
    PROBCUT_GUIDE,
    SALT,
    SELECTIVITY,
    STATIC_BOUNDS,
    STOP,
    STYLE,
    STYLE_SALT,
    TABLE_CUTOFFS,
    TABLE_MOVES,
    Context,
    Depth,
    Ply,
    Score,
)
from engine.search.sharing import enter_node, is_shared, leave_node, put_off, value_found_elsewhere
from engine.search.transposition import (
    PROVED,
    depth_of,
    lower_of,
    move_of,
    packed,
    prefetch_entry,
    probe_entry,
    selectivity_of,
    store_entry,
    upper_of,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
#: Fewer moves are not worth a search that puts them in order.
_FEW_MOVES = np.int64(2)
#: Least depth for ProbCut.
_PROBCUT_FROM = np.int64(2)

_probcut_depth = inlined(game.probcut_depth)


@inlined
def stopping(context: Context) -> Any:
    return load(context, STOP) != _ZERO


@inlined
def count_node(context: Context) -> None:
    nodes = load(context, NODES) + _ONE
    store(context, NODES, nodes)
    if nodes >= load(context, NODE_LIMIT):
        store(context, STOP, _ONE)


@inlined
def prefetch_children(state: State, moves: Squares, context: Context) -> None:
    """Prefetch the table entries of all children before the first is probed."""
    count = count_squares(moves)
    while count > 0:
        prefetch_entry(context, game.hash_key(game.play(state, first_square(moves)))[0])
        moves = without_first(moves)
        count -= np.int64(1)


@inlined
def etc_bound(
    state: State, moves: Squares, beta: Score, depth: Depth, selectivity: Any, context: Context
) -> Score:
    """Enhanced transposition cut-off: a bound >= `beta` by a child's table entry, else -INFINITY."""
    count = count_squares(moves)
    while count > 0:
        place, check = game.hash_key(game.play(state, first_square(moves)))
        entry = probe_entry(context, place, check)
        if (
            entry != _ZERO
            and depth_of(entry) >= depth - 1
            and -upper_of(entry) >= beta
            and selectivity_of(entry) >= selectivity
        ):
            return -upper_of(entry)
        moves = without_first(moves)
        count -= np.int64(1)
    return -INFINITY


@inlined
def use_style(style: Any, context: Context) -> Any:
    """Value positions by another style without weights; returns the number of the one before."""
    before = load(context, STYLE)
    store(context, SALT, load(context, SALT) + (style - before) * STYLE_SALT)
    store(context, STYLE, style)
    return before


@compiled
def alphabeta(state: State, alpha: Score, beta: Score, depth: Depth, ply: Ply, context: Context) -> Score:
    """Value of a position inside (alpha, beta), else a bound on the same side of it (fail soft).

    Meaningless once the context's stop word is set.
    """
    if stopping(context):
        return alpha
    left = game.plies_left(state)
    exact = depth >= left
    if exact and game.solves_directly(state, left, context):
        return game.solve_endgame(state, alpha, beta, ply, context)
    count_node(context)
    if exact:
        depth = left
        if uses(STATIC_BOUNDS, context):
            bound = game.upper_bound(state, alpha, left, context)
            if bound <= alpha:
                return bound
    place, check = game.hash_key(state)
    moves, lower, upper = game.moves_and_bounds(state, alpha, beta, left, ply, context)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    count = count_squares(moves)
    if count == 0:
        if game.must_pass(state):
            enter_child(ply, np.int64(0), np.int64(1), context)
            return -alphabeta(game.passed(state), -beta, -alpha, depth, ply + 1, context)
        return game.terminal_value(state, context)
    if depth <= 0:
        return game.evaluate(state, context)
    selectivity = np.int64(load(context, SELECTIVITY))
    if exact and depth <= game.unselective_to_depth(state, context):
        selectivity = PROVED
    entry = probe_entry(context, place, check)
    best_move = NO_MOVE
    if entry != _ZERO:
        if uses(TABLE_MOVES, context):
            best_move = move_of(entry)
        if uses(TABLE_CUTOFFS, context) and selectivity_of(entry) >= selectivity:
            if depth_of(entry) >= depth:
                if lower_of(entry) >= beta:
                    return lower_of(entry)
                if upper_of(entry) <= alpha or lower_of(entry) == upper_of(entry):
                    return upper_of(entry)
            if depth_of(entry) == depth and selectivity_of(entry) == selectivity:
                lower, upper = max(lower, lower_of(entry)), min(upper, upper_of(entry))
    if depth >= game.etc_from_depth(state, exact) and uses(ETC, context):
        prefetch_children(state, moves, context)
        bound = etc_bound(state, moves, beta, depth, selectivity, context)
        if bound >= beta:
            return bound
    selective = (not exact or selectivity < PROVED) and uses(PROBCUT, context)
    if selective and depth >= _PROBCUT_FROM and beta - alpha == 1:
        error = game.probcut_error(state, depth, context)
        if error < INFINITY:
            shallow = _probcut_depth(depth)
            high, least = beta + error, alpha - error
            guided = not exact and shallow > 0 and game.guides_probcut(state, context)
            guided = guided and uses(PROBCUT_GUIDE, context)
            here = game.evaluate(state, context) if guided else alpha
            share = swap_share(ply, _ZERO, context)
            value = high
            if here >= beta - error:
                value = alphabeta(state, high - 1, high, shallow, ply, context)
                if value >= high:
                    return beta
            # Without depth that was the value itself. Else it is at most this; when that is far above the
            # window, it is seldom as far below it.
            near = exact or value == high or value <= alpha + error - error // 4
            if shallow > 0 and here <= alpha + error and near:
                value = alphabeta(state, least, least + 1, shallow, ply, context)
            if value <= least:
                return alpha
            swap_share(ply, share, context)
            if stopping(context):
                return alpha
    best, low = -INFINITY, alpha
    count = list_moves(state, moves, best_move, depth, exact, ply, context)
    index = np.int64(0)
    if exact and count > _FEW_MOVES and uses(MOVE_ORDERING, context):
        style, ahead = game.ordering_search(state, depth, context)
        if ahead > 0:
            share = swap_share(ply, _ZERO, context)
            style = use_style(style, context)
            while index < count:
                square = listed_move(ply, index, context)
                if square != best_move:
                    after = game.play(state, square)
                    value = -alphabeta(after, -INFINITY, INFINITY, ahead, ply + 1, context)
                    store_score(game.searched_order_score(after, value, context), ply, index, context)
                index += np.int64(1)
            use_style(style, context)
            swap_share(ply, share, context)
            if stopping(context):
                return alpha
            index = np.int64(0)
    reduces = not exact and uses(LATE_REDUCTIONS, context)
    shared = is_shared(context) and depth >= game.shared_from_depth(state, exact)
    if shared:
        enter_node(place, check, alpha, beta, depth, context)
    while index < count:
        square = next_move(ply, index, count, context)
        after = game.play(state, square)
        if shared and put_off(after, depth, index == 0, list_word(ply, index), context):
            continue
        enter_child(ply, index, count, context)
        if index == 0:
            value = -alphabeta(after, -beta, -low, depth - 1, ply + 1, context)
        else:
            less = game.late_reduction(state, depth, index, context) if reduces else np.int64(0)
            value = -alphabeta(after, -low - 1, -low, depth - 1 - less, ply + 1, context)
            if less > 0 and value > low:
                value = -alphabeta(after, -low - 1, -low, depth - 1, ply + 1, context)
            if low < value < beta:
                value = -alphabeta(after, -beta, -value, depth - 1, ply + 1, context)
        if stopping(context):
            return alpha
        leave_child(ply, index, count, context)
        if shared:
            bound = value_found_elsewhere(after, depth, context)
            if bound < INFINITY:
                return bound
        if value > best:
            best = value
            if value > low or index == 0:
                best_move = square
            if value > low:
                low = value
                if low >= beta:
                    store_killer(square, ply, context)
                    break
        index += np.int64(1)
    if shared:
        leave_node(context)
    if best > alpha:
        lower = best
    if best < beta:
        upper = best
    if lower > upper:
        # The older bound came from deeper table entries; the newer one replaces it.
        lower, upper = (best, INFINITY) if best >= beta else (-INFINITY, best)
    store_entry(
        context, place, check, packed(lower, upper, depth, best_move, load(context, AGE), selectivity)
    )
    return best


@compiled
def table_move(state: State, context: Context) -> Square:
    """The best move that the table has for a position, or NO_MOVE."""
    place, check = game.hash_key(state)
    entry = probe_entry(context, place, check)
    if entry == _ZERO:
        return NO_MOVE
    return move_of(entry)


_ZERO_SCORE, _ONE_SCORE, _TWO = np.int64(0), np.int64(1), np.int64(2)


@compiled
def prove_score(state: State, low: Score, high: Score, ply: Ply, context: Context) -> Score:
    """Prove the final score if it lies within low..high, else the nearer bound.

    The first windows test for early wins and losses, which are cheap to refute; the next one tests who wins,
    and each later one twice the known score, until that is refuted. Expects the style EXACT in the context;
    meaningless once its stop word is set.
    """
    least, greatest = game.score_range(state)
    low, high = max(low, least), min(high, greatest)
    left = game.plies_left(state)
    early_win, early_loss = high // _TWO, -(-low // _TWO) - _ONE_SCORE
    while low < high and not stopping(context):
        middle = _ZERO_SCORE
        if low < _ZERO_SCORE < early_win < high:
            middle = early_win
        elif low < early_loss < -_ONE_SCORE and high > _ZERO_SCORE:
            middle = early_loss
        elif low > _ZERO_SCORE:
            middle = min(_TWO * low, high) - _ONE_SCORE
        elif high <= _ZERO_SCORE:
            middle = max(_TWO * high, low) if high < _ZERO_SCORE else -_ONE_SCORE
        value = alphabeta(state, middle, middle + _ONE_SCORE, left, ply, context)
        if value > middle:
            low = min(value, high)
        else:
            high = max(value, low)
    return low

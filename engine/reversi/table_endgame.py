"""Endgame solver for one-word boards, with the transposition table.

Leaner than the search core: values are proved ones only, and what a move turns, the replies to it and the
hash key of the position after it are found once. Below TABLE_FROM empty squares `engine.reversi.endgame`
takes over. Values are final scores for the side to move (empty squares to the winner), fail soft. `board`
tells by its type which board it is (`engine.reversi.states.board_type`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Word, load, lowest, store
from engine.jit.compiling import compiled, inlined
from engine.reversi.endgame import LISTS_END, best_listed, ordered, overwrite_listed, stability_bound
from engine.reversi.flips import flipped_discs
from engine.reversi.last_squares import (
    NO_SCORE,
    ODD_SQUARES,
    QUADRANT_BIT,
    count_position,
    final_of,
    moves_of,
    parity_of,
)
from engine.reversi.ordering import exact_order_score
from engine.reversi.rules import hash_discs
from engine.reversi.states import variant
from engine.search.scores import AGE, INFINITY, NO_MOVE, Context, Score
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

#: Range of empty squares: with fewer, no entry is worth its place in the table; with more, the search core
#: is better, which orders moves by evaluations.
TABLE_FROM, TABLE_TO = np.int64(9), np.int64(12)

_ZERO, _ONE = np.uint64(0), np.uint64(1)
#: Keeps the scores of moves above zero.
_OFFSET = np.int64(1 << 16)
#: Puts the move of the table before all others.
_TABLE_SCORE = np.int64(1 << 20)
#: Words per listed move: its score and square, the discs it turns, the replies to it, and the two words of
#: the hash key of the position after it.
_MOVE_WORDS = np.int64(5)
_LIST_WORDS = TABLE_TO * _MOVE_WORDS
#: The first word of the context behind all lists.
TABLE_LISTS_END = LISTS_END + _LIST_WORDS * (TABLE_TO - TABLE_FROM + np.int64(1))


@compiled
def _by_table(
    board: Any,
    own: Word,
    opp: Word,
    moves: Word,
    place: Word,
    check: Word,
    alpha: Score,
    beta: Score,
    count: Any,
    parity: Any,
    context: Context,
) -> Score:
    """`count` empty squares; `moves` are the legal ones, `place` and `check` the position's hash key."""
    count_position(context)
    bound = stability_bound(board, own, opp, alpha, count, context)
    if bound <= alpha:
        return bound
    if moves == _ZERO:
        replies = moves_of(board, opp, own)
        if replies == _ZERO:
            return final_of(board, own, opp)
        place, check = hash_discs(opp, own, variant(board).salt)
        return -_by_table(board, opp, own, replies, place, check, -beta, -alpha, count, parity, context)
    entry = probe_entry(context, place, check)
    best_move = NO_MOVE
    lower, upper = -INFINITY, INFINITY
    if entry != _ZERO:
        best_move = move_of(entry)
        if depth_of(entry) == count and selectivity_of(entry) == PROVED:
            lower, upper = lower_of(entry), upper_of(entry)
            if lower >= beta or lower == upper:
                return lower
            if upper <= alpha:
                return upper
    start = LISTS_END + _LIST_WORDS * (count - TABLE_FROM)
    end = _list_moves(board, own, opp, moves, best_move, count, parity, start, context)
    best, low = NO_SCORE, alpha
    while start < end:
        where = best_listed(start, end, _MOVE_WORDS, context)
        square = np.int64(load(context, where) & np.uint64(63))
        flips, replies = load(context, where + np.int64(1)), load(context, where + np.int64(2))
        place_after, check_after = load(context, where + np.int64(3)), load(context, where + np.int64(4))
        overwrite_listed(where, start, _MOVE_WORDS, context)
        mine, theirs = opp ^ flips, own ^ flips ^ _ONE << np.uint64(square)
        left = parity ^ QUADRANT_BIT[square]
        if count > TABLE_FROM:
            value = -_by_table(
                board, mine, theirs, replies, place_after, check_after, -beta, -low, count - 1, left, context
            )
        else:
            value = -ordered(board, mine, theirs, replies, -beta, -low, count - 1, left, context)
        if value > best:
            best = value
            if value > low or best_move == NO_MOVE:
                best_move = square
            if value > low:
                low = value
                if low >= beta:
                    break
        start += _MOVE_WORDS
    if best > alpha:
        lower = best
    if best < beta:
        upper = best
    store_entry(context, place, check, packed(lower, upper, count, best_move, load(context, AGE), PROVED))
    return best


@inlined
def _list_moves(
    board: Any,
    own: Word,
    opp: Word,
    moves: Word,
    known: Any,
    count: Any,
    parity: Any,
    start: Any,
    context: Context,
) -> Any:
    """Write the moves from word `start` of the context on, `known` the best; returns where they end."""
    odd, constants = ODD_SQUARES[parity], variant(board)
    end = start
    while moves:
        square = lowest(moves)
        bit = _ONE << np.uint64(square)
        moves ^= bit
        flips = flipped_discs(own, opp, square)
        if count > TABLE_FROM:
            place, check = hash_discs(opp ^ flips, own ^ flips ^ bit, constants.salt)
            # The entry is fetched from memory while the moves are sorted.
            prefetch_entry(context, place)
            store(context, end + np.int64(3), place)
            store(context, end + np.int64(4), check)
        store(context, end, np.uint64(square))
        store(context, end + np.int64(1), flips)
        end += _MOVE_WORDS
    while start < end:
        square = np.int64(load(context, start))
        flips = load(context, start + np.int64(1))
        bit = _ONE << np.uint64(square)
        mine, theirs = opp ^ flips, own ^ flips ^ bit
        replies = moves_of(board, mine, theirs)
        score = _OFFSET
        if square == known:
            score += _TABLE_SCORE
        else:
            score += exact_order_score(board, square, mine, theirs, replies, odd & bit != _ZERO)
        store(context, start, np.uint64(score << np.int64(8) | square))
        store(context, start + np.int64(2), replies)
        start += _MOVE_WORDS
    return start


@inlined
def solve_with_table(
    board: Any, own: Word, opp: Word, alpha: Score, beta: Score, count: Any, context: Context
) -> Any:
    """The final score with `count` empty squares, from TABLE_FROM to TABLE_TO."""
    constants = variant(board)
    place, check = hash_discs(own, opp, constants.salt)
    parity = parity_of(constants.board & ~(own | opp))
    moves = moves_of(board, own, opp)
    return _by_table(board, own, opp, moves, place, check, alpha, beta, count, parity, context)

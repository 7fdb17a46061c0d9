"""Endgame solver for one-word boards: with the transposition table, by replies and parity, by parity alone.

Leaner than the search core: values are proved ones only, and what a move turns, the replies to it and the
hash key of the position after it are found once. Values are final scores for the side to move (empty squares
to the winner), fail soft. `board` tells by its type which board it is (`engine.reversi.states.board_type`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Word, load, lowest, popcount, store
from engine.jit.compiling import compiled, implements, inlined, optional
from engine.reversi.flips import flipped_discs
from engine.reversi.last_squares import (
    NO_SCORE,
    ODD_SQUARES,
    QUADRANT_BIT,
    count_position,
    final_of,
    last_four,
    last_one,
    last_three,
    last_two,
    moves_of,
    parity_of,
)
from engine.reversi.ordering import exact_order_score
from engine.reversi.rules import hash_discs
from engine.reversi.squares import square_value, weighted_moves
from engine.reversi.stability import stable_discs, stable_discs_inside
from engine.reversi.states import Board6, Board8, variant
from engine.search.scores import AGE, ENDGAME_LISTS, GAME_TABLE, INFINITY, NO_MOVE, Context, Score
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

_ZERO, _ONE = np.uint64(0), np.uint64(1)

#: Empty squares with which the table is used: with fewer, no entry is worth its place in it; with more, the
#: search core is better, which orders moves by evaluations.
TABLE_FROM, TABLE_TO = np.int64(9), np.int64(12)
#: Empty squares from which moves are ordered by the opponent's replies.
_ORDERED_FROM = np.int64(6)
#: Weights of an opponent's reply, and of a square in a quadrant with an odd number of empty squares, added
#: to the square values.
_REPLY, _PARITY = np.int64(256), np.int64(64)
#: Keeps the scores of moves above zero.
_OFFSET = np.int64(1 << 16)
#: Puts the move of the table before all others.
_TABLE_SCORE = np.int64(1 << 20)
#: Words per listed move: its score and square, the discs it turns, the replies to it.
_MOVE_WORDS = np.int64(3)
_LIST_WORDS = np.int64(8) * _MOVE_WORDS
#: Words per move listed for the table: the two words of the hash key of the position after it, too.
_TABLE_MOVE_WORDS = np.int64(5)
_TABLE_LIST_WORDS = TABLE_TO * _TABLE_MOVE_WORDS
#: The first words of the context behind all lists without the table, and behind those with it.
_LISTS_END = ENDGAME_LISTS + np.int64(9) * _LIST_WORDS
TABLE_LISTS_END = _LISTS_END + _TABLE_LIST_WORDS * (TABLE_TO - TABLE_FROM + np.int64(1))


@optional
def _stability_pays(board: Any, alpha: Score, empties: Any) -> Any:
    """Return whether stable discs may prove that a score is not above `alpha`.

    In anti-Reversi, where they would be the side's own, they save nodes but no time.
    """
    return False


@implements(_stability_pays, Board8)
def _stability_pays_on_8(board: Board8, alpha: Score, empties: Any) -> Any:
    # With five or six empties, stable discs cost more than they save below 10.
    return alpha >= min(np.int64(62), max(np.int64(10), np.int64(2) * empties - np.int64(4)))


@implements(_stability_pays, Board6)
def _stability_pays_on_6(board: Board6, alpha: Score, empties: Any) -> Any:
    return alpha >= max(np.int64(6), np.int64(2) * empties - np.int64(12))


@optional
def _stable(board: Any, own: Word, opp: Word, edges: Any) -> Word:
    """Return some of the discs of `own` that can never be flipped; the edge table is at `edges`."""
    return stable_discs_inside(own, opp, variant(board).board)


@implements(_stable, Board8)
def _stable_with_edges(board: Board8, own: Word, opp: Word, edges: Any) -> Word:
    return stable_discs(own, opp, edges)


@inlined
def stability_bound(board: Any, own: Word, opp: Word, alpha: Score, empties: Any, context: Context) -> Score:
    """Return an upper bound on the score, given the opponent's stable discs.

    INFINITY where it is unlikely to be as low as `alpha`.
    """
    squares = variant(board).squares
    # No bound is lower than the one by which all discs of the opponent are stable.
    if not _stability_pays(board, alpha, empties) or squares - np.int64(2) * popcount(opp) > alpha:
        return INFINITY
    edges = np.int64(load(context, GAME_TABLE))
    return squares - np.int64(2) * popcount(_stable(board, opp, own, edges))


@compiled
def _by_parity(
    board: Any, own: Word, opp: Word, moves: Word, alpha: Score, beta: Score, parity: Any, context: Context
) -> Score:
    """Five empty squares, tried by parity alone; `moves` are the legal ones."""
    count_position(context)
    bound = stability_bound(board, own, opp, alpha, np.int64(5), context)
    if bound <= alpha:
        return bound
    if moves == _ZERO:
        replies = moves_of(board, opp, own)
        if replies == _ZERO:
            return final_of(board, own, opp)
        return -_by_parity(board, opp, own, replies, -beta, -alpha, parity, context)
    odd = ODD_SQUARES[parity]
    best = NO_SCORE
    while moves:
        front = moves & odd
        square = lowest(front or moves)
        bit = _ONE << np.uint64(square)
        moves ^= bit
        flips = flipped_discs(own, opp, square)
        mine, theirs = opp ^ flips, own ^ flips ^ bit
        left = parity ^ QUADRANT_BIT[square]
        value = -last_four(
            board,
            mine,
            theirs,
            -beta,
            -max(alpha, best),
            variant(board).board & ~(mine | theirs),
            left,
            context,
        )
        if value >= beta:
            return value
        best = max(best, value)
    return best


@compiled
def _ordered(
    board: Any,
    own: Word,
    opp: Word,
    moves: Word,
    alpha: Score,
    beta: Score,
    count: Any,
    parity: Any,
    context: Context,
) -> Score:
    """`count` empty squares, those moves first that leave few replies; `moves` are the legal ones."""
    count_position(context)
    bound = stability_bound(board, own, opp, alpha, count, context)
    if bound <= alpha:
        return bound
    if moves == _ZERO:
        replies = moves_of(board, opp, own)
        if replies == _ZERO:
            return final_of(board, own, opp)
        return -_ordered(board, opp, own, replies, -beta, -alpha, count, parity, context)
    start = ENDGAME_LISTS + _LIST_WORDS * count
    end = _list_moves(board, own, opp, moves, parity, start, context)
    best = NO_SCORE
    while start < end:
        where = _best_listed(start, end, _MOVE_WORDS, context)
        square = np.int64(load(context, where) & np.uint64(63))
        flips, replies = load(context, where + np.int64(1)), load(context, where + np.int64(2))
        _overwrite_listed(where, start, _MOVE_WORDS, context)
        mine, theirs = opp ^ flips, own ^ flips ^ _ONE << np.uint64(square)
        left = parity ^ QUADRANT_BIT[square]
        low = max(alpha, best)
        if count > _ORDERED_FROM:
            value = -_ordered(board, mine, theirs, replies, -beta, -low, count - 1, left, context)
        else:
            value = -_by_parity(board, mine, theirs, replies, -beta, -low, left, context)
        if value >= beta:
            return value
        best = max(best, value)
        start += _MOVE_WORDS
    return best


@inlined
def _list_moves(
    board: Any, own: Word, opp: Word, moves: Word, parity: Any, start: Any, context: Context
) -> Any:
    """Write the moves from word `start` of the context on; returns where they end."""
    odd, sign = ODD_SQUARES[parity], variant(board).sign
    while moves:
        square = lowest(moves)
        bit = _ONE << np.uint64(square)
        moves ^= bit
        flips = flipped_discs(own, opp, square)
        replies = moves_of(board, opp ^ flips, own ^ flips ^ bit)
        score = _OFFSET + sign * square_value(board, square) - _REPLY * weighted_moves(board, replies)
        if odd & bit:
            score += _PARITY
        store(context, start, np.uint64(score << np.int64(8) | square))
        store(context, start + np.int64(1), flips)
        store(context, start + np.int64(2), replies)
        start += _MOVE_WORDS
    return start


@inlined
def _best_listed(start: Any, end: Any, move_words: Any, context: Context) -> Any:
    top, where = load(context, start), start
    other = start + move_words
    while other < end:
        word = load(context, other)
        if word > top:
            top, where = word, other
        other += move_words
    return where


@inlined
def _overwrite_listed(where: Any, start: Any, move_words: Any, context: Context) -> None:
    """Put the first listed move into the place of another one, which has been taken out of the list."""
    if where != start:
        for number in range(move_words):
            store(context, where + number, load(context, start + number))


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
    start = _LISTS_END + _TABLE_LIST_WORDS * (count - TABLE_FROM)
    end = _list_table_moves(board, own, opp, moves, best_move, count, parity, start, context)
    best, low = NO_SCORE, alpha
    while start < end:
        where = _best_listed(start, end, _TABLE_MOVE_WORDS, context)
        square = np.int64(load(context, where) & np.uint64(63))
        flips, replies = load(context, where + np.int64(1)), load(context, where + np.int64(2))
        place_after, check_after = load(context, where + np.int64(3)), load(context, where + np.int64(4))
        _overwrite_listed(where, start, _TABLE_MOVE_WORDS, context)
        mine, theirs = opp ^ flips, own ^ flips ^ _ONE << np.uint64(square)
        left = parity ^ QUADRANT_BIT[square]
        if count > TABLE_FROM:
            value = -_by_table(
                board, mine, theirs, replies, place_after, check_after, -beta, -low, count - 1, left, context
            )
        else:
            value = -_ordered(board, mine, theirs, replies, -beta, -low, count - 1, left, context)
        if value > best:
            best = value
            if value > low or best_move == NO_MOVE:
                best_move = square
            if value > low:
                low = value
                if low >= beta:
                    break
        start += _TABLE_MOVE_WORDS
    if best > alpha:
        lower = best
    if best < beta:
        upper = best
    store_entry(context, place, check, packed(lower, upper, count, best_move, load(context, AGE), PROVED))
    return best


@inlined
def _list_table_moves(
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
        end += _TABLE_MOVE_WORDS
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
        start += _TABLE_MOVE_WORDS
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


@inlined
def solve_last(board: Any, own: Word, opp: Word, alpha: Score, beta: Score, context: Context) -> Any:
    """Eight empty squares at most."""
    empties = variant(board).board & ~(own | opp)
    count = popcount(empties)
    parity = parity_of(empties)
    if count >= _ORDERED_FROM:
        return _ordered(board, own, opp, moves_of(board, own, opp), alpha, beta, count, parity, context)
    if count == 5:
        return _by_parity(board, own, opp, moves_of(board, own, opp), alpha, beta, parity, context)
    if count == 4:
        return last_four(board, own, opp, alpha, beta, empties, parity, context)
    if count == 3:
        return last_three(board, own, opp, alpha, beta, empties, ODD_SQUARES[parity], context)
    first = lowest(empties)
    if count == 2:
        return last_two(board, own, opp, beta, first, lowest(empties & (empties - _ONE)), context)
    if count == 1:
        return last_one(board, own, first, context)
    return final_of(board, own, opp)

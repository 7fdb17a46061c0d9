"""Endgame solver for one-word boards, without table: by replies and parity, then by parity alone.

Values are final scores for the side to move (empty squares to the winner), fail soft. `board` tells by its
type which board it is (`engine.reversi.states.board_type`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Word, load, lowest, popcount, store
from engine.jit.compiling import compiled, dispatched, implements, inlined
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
from engine.reversi.squares import square_value, weighted_moves
from engine.reversi.stability import stable_discs, stable_discs_inside
from engine.reversi.states import Board6, Board8, variant
from engine.search.scores import ENDGAME_LISTS, GAME_TABLE, INFINITY, Context, Score

_ZERO, _ONE = np.uint64(0), np.uint64(1)

#: Empty squares from which moves are ordered by the opponent's replies.
_ORDERED_FROM = np.int64(6)
#: Weights of an opponent's reply, and of a square in a quadrant with an odd number of empty squares, added
#: to the square values.
_REPLY, _PARITY = np.int64(256), np.int64(64)
#: Keeps the scores of moves above zero.
_OFFSET = np.int64(1 << 16)
#: Words per listed move: its score and square, the discs it turns, the replies to it.
_MOVE_WORDS = np.int64(3)
_LIST_WORDS = np.int64(8) * _MOVE_WORDS
#: The first word of the context behind all lists.
LISTS_END = ENDGAME_LISTS + np.int64(9) * _LIST_WORDS


@dispatched
def stability_pays(board: Any, alpha: Score, empties: Any) -> Any:
    """Return whether stable discs may prove that a score is not above `alpha`.

    In anti-Reversi, where they would be the side's own, they save nodes but no time.
    """


@implements(stability_pays, Board8)
def _stability_pays(board: Board8, alpha: Score, empties: Any) -> Any:
    # With five or six empties, stable discs cost more than they save below 10.
    return alpha >= min(np.int64(62), max(np.int64(10), np.int64(2) * empties - np.int64(4)))


@implements(stability_pays, Board6)
def _stability_pays_on_6(board: Board6, alpha: Score, empties: Any) -> Any:
    return alpha >= max(np.int64(6), np.int64(2) * empties - np.int64(12))


@implements(stability_pays, object)
def _stability_does_not_pay(board: Any, alpha: Score, empties: Any) -> Any:
    return False


@dispatched
def _stable(board: Any, own: Word, opp: Word, edges: Any) -> Word:
    """Return some of the discs of `own` that can never be flipped; `edges` is the address of the edge
    table.
    """


@implements(_stable, Board8)
def _stable_with_edges(board: Board8, own: Word, opp: Word, edges: Any) -> Word:
    return stable_discs(own, opp, edges)


@implements(_stable, object)
def _stable_inside(board: Any, own: Word, opp: Word, edges: Any) -> Word:
    return stable_discs_inside(own, opp, variant(board).board)


@inlined
def stability_bound(board: Any, own: Word, opp: Word, alpha: Score, empties: Any, context: Context) -> Score:
    """Return an upper bound on the score, given the opponent's stable discs.

    INFINITY where it is unlikely to be as low as `alpha`.
    """
    squares = variant(board).squares
    # No bound is lower than the one by which all discs of the opponent are stable.
    if not stability_pays(board, alpha, empties) or squares - np.int64(2) * popcount(opp) > alpha:
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
def ordered(
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
        return -ordered(board, opp, own, replies, -beta, -alpha, count, parity, context)
    start = ENDGAME_LISTS + _LIST_WORDS * count
    end = _list_moves(board, own, opp, moves, parity, start, context)
    best = NO_SCORE
    while start < end:
        where = best_listed(start, end, _MOVE_WORDS, context)
        square = np.int64(load(context, where) & np.uint64(63))
        flips, replies = load(context, where + np.int64(1)), load(context, where + np.int64(2))
        overwrite_listed(where, start, _MOVE_WORDS, context)
        mine, theirs = opp ^ flips, own ^ flips ^ _ONE << np.uint64(square)
        left = parity ^ QUADRANT_BIT[square]
        low = max(alpha, best)
        if count > _ORDERED_FROM:
            value = -ordered(board, mine, theirs, replies, -beta, -low, count - 1, left, context)
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
def best_listed(start: Any, end: Any, move_words: Any, context: Context) -> Any:
    top, where = load(context, start), start
    other = start + move_words
    while other < end:
        word = load(context, other)
        if word > top:
            top, where = word, other
        other += move_words
    return where


@inlined
def overwrite_listed(where: Any, start: Any, move_words: Any, context: Context) -> None:
    """Put the first listed move into the place of another one, which has been taken out of the list."""
    if where != start:
        for number in range(move_words):
            store(context, where + number, load(context, start + number))


@inlined
def solve_last(board: Any, own: Word, opp: Word, alpha: Score, beta: Score, context: Context) -> Any:
    """Eight empty squares at most."""
    empties = variant(board).board & ~(own | opp)
    count = popcount(empties)
    parity = parity_of(empties)
    if count >= _ORDERED_FROM:
        return ordered(board, own, opp, moves_of(board, own, opp), alpha, beta, count, parity, context)
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

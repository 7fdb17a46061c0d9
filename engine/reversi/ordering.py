"""The order in which moves are searched: those first that leave the opponent little."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Pair, Square, Squares, Word, count_squares, load, one_square
from engine.jit.compiling import dispatched, implements, inlined
from engine.reversi.eval.pattern_sums import pattern_value
from engine.reversi.last_squares import odd_squares
from engine.reversi.squares import CORNERS, square_value, weighted_moves, with_neighbours
from engine.reversi.states import Reversi8, of_every_board, variant
from engine.reversi.styles import NETWORK, PATTERNS
from engine.search import interface
from engine.search.interface import State
from engine.search.scores import EXACT, GAME_TABLE, STYLE, Context, Depth, Score

_ZERO, _ONE = np.uint64(0), np.int64(1)
_BIT, _ROW = np.uint64(1), np.uint64(8)
_LEFT_CORNERS, _RIGHT_CORNERS = np.uint64(0x0100000000000001), np.uint64(0x8000000000000080)
_FIRST_CORNERS, _LAST_CORNERS = np.uint64(0x81), np.uint64(0x8100000000000000)
#: Weights of an opponent's reply, of an empty square next to one's own discs, and of a square in a quadrant
#: with an odd number of empty squares; added to the square values for estimates, and to half of them for
#: exact scores, where a safe disc in a corner or next to it counts, too.
_REPLY, _FRONTIER, _PARITY = np.int64(64), np.int64(16), np.int64(8)
_EXACT_REPLY, _EXACT_FRONTIER, _EXACT_PARITY = np.int64(850), np.int64(32), np.int64(80)
_EXACT_CORNER = np.int64(64)
#: Weight of a reply in careful ordering, in 1/64 disc: for evaluations, for exact scores.
_REPLY_EVALUATED, _REPLY_EXACT = np.int64(40), np.int64(256)
#: Empty squares from which careful ordering pays in the search for exact scores.
_CAREFUL_FROM = np.int64(13)
#: Empty squares from which ordering by searches pays: one reply ahead, and four plies.
_SEARCHED_FROM, _SEARCHED_DEEPER_FROM = np.int64(18), np.int64(22)
#: Weight of a reply, added to the value such a search found, in 1/64 disc.
_REPLY_SEARCHED = np.int64(64)
#: A searched value is cut to this.
_MAX_VALUE = np.int64(20000)


@of_every_board(interface.move_order_score, but=Reversi8)
def _move_order_score(state: State, square: Square, after: State, context: Context) -> Any:
    board = variant(state)
    value = board.sign * square_value(state, square) - _REPLY * count_squares(interface.legal(after))
    return value - _FRONTIER * frontier(after.opp, board.board ^ (after.own | after.opp))


@dispatched
def frontier(discs: Squares, empties: Squares) -> Any:
    """Count the empty squares next to some discs where that is cheap, else return 0."""


@implements(frontier, np.uint64)
def _frontier_in_word(discs: Word, empties: Word) -> Any:
    return count_squares(with_neighbours(discs) & empties)


@implements(frontier, Pair)
def _frontier_in_pair(discs: Pair, empties: Pair) -> Any:
    return np.int64(0)


@implements(interface.move_order_score, Reversi8)
def _move_order_score_8(state: Reversi8, square: Square, after: Reversi8, context: Context) -> Any:
    odd = odd_squares(~(state.own | state.opp)) & one_square(state.own, square) != _ZERO
    replies = interface.legal(after)
    if load(context, STYLE) == EXACT:
        return exact_order_score(state, square, after.own, after.opp, replies, odd)
    open_squares = frontier(after.opp, ~(after.own | after.opp))
    value = square_value(state, square) + _PARITY * np.int64(odd) - _FRONTIER * open_squares
    return value - _REPLY * weighted_moves(after, replies)


@inlined
def exact_order_score(board: Any, square: Square, own: Word, opp: Word, replies: Word, odd: Any) -> Any:
    """Return the ordering score of a move in searches for exact scores, on one-word boards.

    `own` and `opp` are the discs after it, from the point of view of the side then to move, `replies` its
    moves; `odd` says whether the quadrant of the square had an odd number of empties. `board` is a state or
    identifies the board by its type.
    """
    constants = variant(board)
    value = constants.sign * ((square_value(board, square) >> _ONE) + _EXACT_CORNER * corner_discs(opp))
    value += _EXACT_PARITY * np.int64(odd)
    value -= _EXACT_FRONTIER * frontier(opp, constants.board ^ (own | opp))
    return value - _EXACT_REPLY * weighted_moves(board, replies)


@inlined
def corner_discs(discs: Word) -> Any:
    """Count the discs in corners of 8 × 8, and next to those along an edge: they are stable."""
    neighbours = (discs & _LEFT_CORNERS) << _BIT | (discs & _RIGHT_CORNERS) >> _BIT
    neighbours |= (discs & _FIRST_CORNERS) << _ROW | (discs & _LAST_CORNERS) >> _ROW
    return count_squares(discs & (neighbours | CORNERS))


@of_every_board(interface.careful_move_order_score)
def _careful_move_order_score(state: State, square: Square, after: State, context: Context) -> Any:
    style = load(context, STYLE)
    if style in (PATTERNS, NETWORK):
        reply = _REPLY_EVALUATED
    elif style == EXACT and interface.plies_left(state) >= _CAREFUL_FROM:
        reply = _REPLY_EXACT
    else:
        return interface.move_order_score(state, square, after, context)
    if style == NETWORK:
        # Searches meet these positions again, and their values are cached.
        evaluation = interface.evaluate(after, context)
    else:
        evaluation = pattern_value(after, np.int64(load(context, GAME_TABLE)))
    return -evaluation - reply * weighted_moves(after, interface.legal(after))


@of_every_board(interface.ordering_search)
def _ordering_search(state: State, depth: Depth, context: Context) -> Any:
    if load(context, STYLE) != EXACT or depth < _SEARCHED_FROM:
        return PATTERNS, np.int64(0)
    return PATTERNS, np.int64(4 if depth >= _SEARCHED_DEEPER_FROM else 1)


@of_every_board(interface.searched_order_score)
def _searched_order_score(after: State, value: Score, context: Context) -> Any:
    # Values of finished games would take more room than a score has.
    value = max(-_MAX_VALUE, min(_MAX_VALUE, value))
    return value - _REPLY_SEARCHED * weighted_moves(after, interface.legal(after))

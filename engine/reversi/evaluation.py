"""The evaluation of unfinished Reversi positions, by style.

Boards without a network use the pattern weights instead.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Word, count_squares, load
from engine.jit.compiling import implements, inlined
from engine.reversi.eval.features import feature_value
from engine.reversi.eval.network import network_value
from engine.reversi.eval.pattern_sums import pattern_value
from engine.reversi.rules import disc_difference, fewest_discs_value
from engine.reversi.squares import square_sum
from engine.reversi.states import Reversi8, of_every_board, variant
from engine.reversi.styles import GREEDY, LOSER, MOBILITY, NETWORK, PATTERNS, POSITIONAL, WIN_OR_LOSE
from engine.search import interface
from engine.search.interface import State
from engine.search.scores import EXACT, GAME_TABLE, STYLE, Context
from engine.search.transposition import NOT_THERE, evaluation_found_before, keep_evaluation

#: Learned evaluations are in 1/64 disc.
UNIT = np.int64(64)
#: Minimum discs for the network: fewer positions than it needs trained it there, and its values are off by
#: up to 30 discs; the pattern weights are not.
_NETWORK_FROM = np.int64(8)
#: Value of being the side to move, in 1/64 disc. The network judges the side that moved last too well: by 1.1
#: to 2.0 discs on average up to 47 discs, against the scores of 130,000 training games, and by at most 0.3
#: from 48 on, where it learned exact scores. A smaller value there plays no better (`research/README.md`).
TEMPO = np.int64(105)
#: Weight of one move more than the opponent, in units of square values.
_MOVE = np.int64(64)


@inlined
def _simple_value(state: State, style: Word) -> Any:
    """The evaluation by discs, squares and, to the style "mobility", moves."""
    board = variant(state)
    own, opp = count_squares(state.own), count_squares(state.opp)
    if style == GREEDY:
        return board.sign * disc_difference(own, opp, board.squares)
    if style == WIN_OR_LOSE:
        return np.sign(board.sign * disc_difference(own, opp, board.squares))
    if style == LOSER:
        return board.sign * fewest_discs_value(own, opp, board.squares)
    value = board.sign * (square_sum(state, state.own) - square_sum(state, state.opp))
    if style == POSITIONAL:
        return value
    moves, replies = interface.legal(state), interface.legal(interface.passed(state))
    return value + _MOVE * (count_squares(moves) - count_squares(replies))


@of_every_board(interface.evaluate, but=Reversi8)
def _evaluate(state: State, context: Context) -> Any:
    style = load(context, STYLE)
    if style in (PATTERNS, NETWORK):
        return pattern_value(state, np.int64(load(context, GAME_TABLE)))
    if style == EXACT:
        return pattern_value(state, np.int64(load(context, GAME_TABLE))) // UNIT
    return _simple_value(state, style)


@inlined
def _value_by_network(state: Reversi8, context: Context) -> Any:
    """Return the network's value; positions repeat so often that it pays to cache values."""
    place, check = interface.hash_key(state)
    value = evaluation_found_before(place, check, context)
    if value == NOT_THERE:
        value = network_value(state.own, state.opp, np.int64(load(context, GAME_TABLE)))
        keep_evaluation(place, check, value, context)
    return value


@implements(interface.evaluate, Reversi8)
def _evaluate_learned(state: Reversi8, context: Context) -> Any:
    style = load(context, STYLE)
    if style == NETWORK and count_squares(state.own | state.opp) >= _NETWORK_FROM:
        return _value_by_network(state, context) + TEMPO
    if style in (NETWORK, PATTERNS):
        return pattern_value(state, np.int64(load(context, GAME_TABLE)))
    if style == EXACT:
        return pattern_value(state, np.int64(load(context, GAME_TABLE))) // UNIT
    if style == MOBILITY:
        return feature_value(state.own, state.opp, np.int64(load(context, GAME_TABLE)))
    return _simple_value(state, style)

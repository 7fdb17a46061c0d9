"""Reversi on 8 × 8 as the search core sees it: two words, the side to move's discs first."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.jit.bits import Word, load, mix, popcount
from engine.reversi.endgame import odd_squares, solve_last
from engine.reversi.eval.features import feature_value
from engine.reversi.eval.pattern_sums import pattern_value
from engine.reversi.eval.probcut import exact_error, middle_error
from engine.reversi.flips import flipped_discs, legal_squares
from engine.reversi.squares import (
    SQUARE_VALUES,
    beside,
    disc_balance,
    fewest_discs_value,
    final_score,
    square_sum,
    terminal_by_style,
    weighted_moves,
)
from engine.reversi.stability import stable_discs
from engine.search import interface
from engine.search.context_words import GAME_TABLE, SELECTIVITY, STYLE
from engine.search.interface import implements
from engine.search.scores import INFINITY
from engine.search.style_numbers import EXACT, GREEDY, LOSER, MOBILITY, PATTERNS, POSITIONAL, WIN_OR_LOSE

_SQUARES = np.int64(64)
#: Estimates are in 1/64 disc.
UNIT = np.int64(64)
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_SQUARE_SCORE = np.array(SQUARE_VALUES, np.int64)
#: Trusted error of a shallower search in 1/64 disc: 1.5 standard deviations, for no disc and for each disc.
_PROBCUT_ERROR = np.int64(12)
_PROBCUT_GROWTH = np.int64(12)
#: What a move of the opponent counts in careful ordering, in 1/64 disc: for estimates, for exact scores.
_MOVE_ESTIMATED, _MOVE_EXACT = np.int64(64), np.int64(128)
#: Empty squares from which careful ordering and probable cut-offs pay in the search for exact scores.
_CAREFUL_FROM = np.int64(13)
#: Positions with so many empty squares go to the code without table and ordering.
_LAST = np.int64(7)
#: Stable discs are counted when alpha reaches this, by empty squares: below, they hardly ever suffice.
_STABILITY_FROM = np.array([99] * 5 + [min(62, 2 * empties - 4) for empties in range(5, 65)], np.int64)


class Reversi8(NamedTuple):
    """Discs of the side to move and of the other side, bit 0 = a1, bit 1 = b1, bit 8 = a2."""

    own: Word
    opp: Word


@implements(interface.legal, Reversi8)
def _legal(state: Reversi8) -> Word:
    return legal_squares(state.own, state.opp)


@implements(interface.play, Reversi8)
def _play(state: Reversi8, square: Any) -> Reversi8:
    flips = flipped_discs(state.own, state.opp, square)
    return Reversi8(state.opp ^ flips, state.own | flips | (_ONE << np.uint64(square)))


@implements(interface.passed, Reversi8)
def _passed(state: Reversi8) -> Reversi8:
    return Reversi8(state.opp, state.own)


@implements(interface.must_pass, Reversi8)
def _must_pass(state: Reversi8) -> Any:
    return legal_squares(state.opp, state.own) != _ZERO


@implements(interface.final, Reversi8)
def _final(state: Reversi8) -> Any:
    return final_score(state.own, state.opp, _SQUARES)


@implements(interface.plies_left, Reversi8)
def _plies_left(state: Reversi8) -> Any:
    return _SQUARES - popcount(state.own | state.opp)


@implements(interface.hash_key, Reversi8)
def _hash_key(state: Reversi8) -> tuple[Word, Word]:
    return (
        mix(state.own ^ np.uint64(0x9E3779B97F4A7C15), state.opp ^ np.uint64(0xD1B54A32D192ED03)),
        mix(state.own ^ np.uint64(0xA0761D6478BD642F), state.opp ^ np.uint64(0xE7037ED1A0B428DB)),
    )


@implements(interface.terminal_value, Reversi8)
def _terminal_value(state: Reversi8, context: Any) -> Any:
    fewer = fewest_discs_value(state.own, state.opp, _SQUARES)
    return terminal_by_style(final_score(state.own, state.opp, _SQUARES), fewer, load(context, STYLE))


@implements(interface.evaluate, Reversi8)
def _evaluate(state: Reversi8, context: Any) -> Any:
    style = load(context, STYLE)
    if style == PATTERNS:
        return pattern_value(state.own, state.opp, np.int64(load(context, GAME_TABLE)))
    if style == EXACT:
        return pattern_value(state.own, state.opp, np.int64(load(context, GAME_TABLE))) // UNIT
    if style == POSITIONAL:
        return square_sum(state.own) - square_sum(state.opp)
    if style == GREEDY:
        return disc_balance(state.own, state.opp, _SQUARES)
    if style == WIN_OR_LOSE:
        return np.sign(disc_balance(state.own, state.opp, _SQUARES))
    if style == LOSER:
        return fewest_discs_value(state.own, state.opp, _SQUARES)
    return feature_value(state.own, state.opp, np.int64(load(context, GAME_TABLE)))


@implements(interface.move_order_score, Reversi8)
def _move_order_score(state: Reversi8, square: Any, after: Reversi8, context: Any) -> Any:
    # Fastest first: what leaves the opponent few moves now, and few empty squares beside one's own discs.
    empties = ~(after.own | after.opp)
    value = _SQUARE_SCORE[square] - np.int64(64) * weighted_moves(legal_squares(after.own, after.opp))
    value -= np.int64(16) * popcount(beside(after.opp) & empties)
    if odd_squares(~(state.own | state.opp)) >> np.uint64(square) & _ONE:
        value += np.int64(8)
    return value


@implements(interface.careful_move_order_score, Reversi8)
def _careful_move_order_score(state: Reversi8, square: Any, after: Reversi8, context: Any) -> Any:
    style = load(context, STYLE)
    left = _SQUARES - popcount(state.own | state.opp)
    if style == PATTERNS:
        factor = _MOVE_ESTIMATED
    elif style == EXACT and left >= _CAREFUL_FROM:
        factor = _MOVE_EXACT
    else:
        return interface.move_order_score(state, square, after, context)
    estimate = pattern_value(after.own, after.opp, np.int64(load(context, GAME_TABLE)))
    return -estimate - factor * weighted_moves(legal_squares(after.own, after.opp))


@implements(interface.probcut_error, Reversi8)
def _probcut_error(state: Reversi8, depth: Any, context: Any) -> Any:
    played = popcount(state.own | state.opp)
    style = load(context, STYLE)
    if style == PATTERNS:
        return middle_error(depth, played)
    if style == MOBILITY:
        # Shallow searches err the more the nearer the end (bench/probable_errors.py).
        return _PROBCUT_ERROR + _PROBCUT_GROWTH * played
    if style != EXACT:
        return INFINITY
    if depth < _SQUARES - played:
        return middle_error(depth, played) // UNIT + np.int64(1)
    if depth < _CAREFUL_FROM:
        return INFINITY
    return exact_error(depth, played, np.int64(load(context, SELECTIVITY))) // UNIT + np.int64(1)


@implements(interface.solves_directly, Reversi8)
def _solves_directly(state: Reversi8, left: Any, context: Any) -> Any:
    return left <= _LAST and load(context, STYLE) == EXACT


@implements(interface.solve_endgame, Reversi8)
def _solve_endgame(state: Reversi8, alpha: Any, beta: Any, context: Any) -> Any:
    return solve_last(state.own, state.opp, alpha, beta, context)


@implements(interface.upper_bound, Reversi8)
def _upper_bound(state: Reversi8, alpha: Any, left: Any, context: Any) -> Any:
    if alpha < _STABILITY_FROM[left] or load(context, STYLE) != EXACT:
        return INFINITY
    edges = np.int64(load(context, GAME_TABLE))
    return _SQUARES - np.int64(2) * popcount(stable_discs(state.opp, state.own, edges))

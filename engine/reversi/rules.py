"""The rules of Reversi for the search core, on every board and for both ways to win."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Pair, Square, Word, count_squares, load, mix
from engine.jit.compiling import dispatched, implements, inlined
from engine.reversi.lines import find_flips, find_moves, one_square
from engine.reversi.states import Squares, of_every_board, variant, with_discs
from engine.reversi.styles import GREEDY, LOSER, WIN_OR_LOSE
from engine.search import interface
from engine.search.interface import State
from engine.search.scores import EXACT, STYLE, TERMINAL, TERMINAL_UNIT, Context, Score


@inlined
def final_score(own: Any, opp: Any, squares: Any) -> Any:
    """The disc difference at the end of a game; empty squares count for the winner."""
    if own > opp:
        return squares - np.int64(2) * opp
    if own < opp:
        return np.int64(2) * own - squares
    return np.int64(0)


@inlined
def disc_difference(own: Any, opp: Any, squares: Any) -> Any:
    """The disc difference, or all squares of the board once a side has no disc left."""
    if own == 0:
        return -squares
    if opp == 0:
        return squares
    return own - opp


@inlined
def fewest_discs_value(own: Any, opp: Any, squares: Any) -> Any:
    """Return the opponent's discs minus own; having none left is the worst case here, too."""
    if own == 0:
        return -squares
    if opp == 0:
        return squares
    return opp - own


@inlined
def terminal_value_of(score: Score, fewest: Any, style: Word) -> Any:
    """The value of a finished game to a style: of its final score, or of `fewest_discs_value` to "loser"."""
    if style in (EXACT, GREEDY):
        return score
    if style == WIN_OR_LOSE:
        return np.sign(score)
    if style == LOSER:
        return fewest
    return score * TERMINAL_UNIT + np.sign(score) * TERMINAL


@of_every_board(interface.legal)
def _legal(state: State) -> Squares:
    return find_moves(state.own, state.opp) & variant(state).board


@of_every_board(interface.play)
def _play(state: State, square: Square) -> State:
    flips = find_flips(state.own, state.opp, square)
    return with_discs(state, state.opp ^ flips, state.own | flips | one_square(state.own, square))


@of_every_board(interface.passed)
def _passed(state: State) -> State:
    return with_discs(state, state.opp, state.own)


@of_every_board(interface.must_pass)
def _must_pass(state: State) -> Any:
    return count_squares(interface.legal(interface.passed(state))) != 0


@of_every_board(interface.plies_left)
def _plies_left(state: State) -> Any:
    return variant(state).squares - count_squares(state.own | state.opp)


@of_every_board(interface.final)
def _final(state: State) -> Any:
    board = variant(state)
    return board.sign * final_score(count_squares(state.own), count_squares(state.opp), board.squares)


@of_every_board(interface.terminal_value)
def _terminal_value(state: State, context: Context) -> Any:
    board = variant(state)
    fewest = fewest_discs_value(count_squares(state.own), count_squares(state.opp), board.squares)
    return terminal_value_of(interface.final(state), board.sign * fewest, load(context, STYLE))


@of_every_board(interface.hash_key)
def _hash_key(state: State) -> Any:
    return hash_discs(state.own, state.opp, variant(state).salt)


@dispatched
def hash_discs(own: Squares, opp: Squares, salt: Word) -> Any:
    """Two well-spread words that identify the discs of both sides."""


@implements(hash_discs, np.uint64)
def _hash_words(own: Word, opp: Word, salt: Word) -> tuple[Word, Word]:
    return (
        mix(own ^ np.uint64(0x9E3779B97F4A7C15) ^ salt, opp ^ np.uint64(0xD1B54A32D192ED03)),
        mix(own ^ np.uint64(0xA0761D6478BD642F), opp ^ np.uint64(0xE7037ED1A0B428DB) ^ salt),
    )


@implements(hash_discs, Pair)
def _hash_pairs(own: Pair, opp: Pair, salt: Word) -> tuple[Word, Word]:
    low, low_check = hash_discs(own.low, opp.low, salt)
    # Crossed and salted otherwise, so that equal halves do not cancel out.
    high, high_check = hash_discs(opp.high, own.high, salt ^ np.uint64(0x589965CC75374CC3))
    return low ^ high << np.uint64(1), low_check ^ high_check << np.uint64(1)

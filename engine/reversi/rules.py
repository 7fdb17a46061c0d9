"""The rules of Reversi for the search core, on every board and for both ways to win.

Moves and flipped discs come by vectors where a word holds the board, by shifts where a `Pair` does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Pair, Square, Squares, Word, count_squares, load, mix, one_square
from engine.jit.compiling import always_inlined, dispatched, implements, inlined
from engine.reversi.boards import bit_of
from engine.reversi.flips import flipped_discs, legal_squares
from engine.reversi.states import board_bits, of_every_board, square_set, variant, with_discs
from engine.reversi.styles import GREEDY, LOSER, WIN_OR_LOSE
from engine.search import interface
from engine.search.interface import State
from engine.search.scores import EXACT, STYLE, TERMINAL, TERMINAL_UNIT, Context

_ZERO = np.uint64(0)
#: Bits of a word that hold its five rows.
_HALF = np.uint64(50)
_EMPTY_PAIR = square_set(10, 0)
_BOARD = square_set(10, board_bits(10))
#: Columns b to i: discs that can be jumped over along a row or a diagonal.
_INNER = square_set(10, sum(1 << bit_of(10, x, y) for y in range(10) for x in range(1, 9)))
#: Distance between neighbours on each axis of 10 × 10, and the squares that can be jumped over along it.
_SHIFTS = (np.uint64(1), np.uint64(9), np.uint64(10), np.uint64(11))
_JUMPABLE = (_INNER, _INNER, _BOARD, _INNER)


@dispatched
def find_moves(own: Squares, opp: Squares) -> Squares:
    """Return the squares where a disc of `own` flips some of `opp`; on 6 × 6 also squares beyond the edge."""


@dispatched
def find_flips(own: Squares, opp: Squares, square: Square) -> Squares:
    """Return the discs of `opp` that a disc of `own` on `square` flips."""


@implements(find_moves, np.uint64)
def _find_moves_in_word(own: Word, opp: Word) -> Word:
    return legal_squares(own, opp)


@implements(find_flips, np.uint64)
def _find_flips_in_word(own: Word, opp: Word, square: Square) -> Word:
    return flipped_discs(own, opp, square)


@always_inlined
def _up(squares: Pair, shift: Word) -> Pair:
    """The squares moved towards higher numbers, some of them beyond the rows of a word."""
    return Pair(squares.low << shift, squares.high << shift | squares.low >> (_HALF - shift))


@always_inlined
def _down(squares: Pair, shift: Word) -> Pair:
    """The squares moved towards lower numbers, some of them beyond the rows of a word."""
    return Pair(squares.low >> shift | squares.high << (_HALF - shift), squares.high >> shift)


@always_inlined
def _runs(start: Pair, inner: Pair, shift: Word) -> tuple[Squares, Squares]:
    """The discs of `inner` in an unbroken line from the squares of `start`, upwards and downwards."""
    # Runs of up to two discs, then of four, then of the eight that are the most there can be.
    up, down = _up(start, shift) & inner, _down(start, shift) & inner
    up, down = up | (_up(up, shift) & inner), down | (_down(down, shift) & inner)
    twice = shift + shift
    twos = _up(inner, shift) & inner
    up = up | (_up(up, twice) & twos)
    fours = _up(twos, twice) & twos
    up = up | (_up(up, twice + twice) & fours)
    twos = _down(inner, shift) & inner
    down = down | (_down(down, twice) & twos)
    fours = _down(twos, twice) & twos
    down = down | (_down(down, twice + twice) & fours)
    return up, down


@implements(find_moves, Pair)
def _find_moves_in_pair(own: Pair, opp: Pair) -> Squares:
    found = _EMPTY_PAIR
    for axis in range(4):
        up, down = _runs(own, opp & _JUMPABLE[axis], _SHIFTS[axis])
        found = found | _up(up, _SHIFTS[axis]) | _down(down, _SHIFTS[axis])
    return found & (_BOARD ^ (own | opp))


@implements(find_flips, Pair)
def _find_flips_in_pair(own: Pair, opp: Pair, square: Square) -> Squares:
    found = _EMPTY_PAIR
    start = one_square(own, square)
    for axis in range(4):
        shift = _SHIFTS[axis]
        up, down = _runs(start, opp & _JUMPABLE[axis], shift)
        end = _up(up, shift) & own
        if end.low | end.high != _ZERO:
            found = found | up
        end = _down(down, shift) & own
        if end.low | end.high != _ZERO:
            found = found | down
    return found


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
    style, score = load(context, STYLE), interface.final(state)
    if style in (EXACT, GREEDY):
        return score
    if style == WIN_OR_LOSE:
        return np.sign(score)
    if style == LOSER:
        board = variant(state)
        own, opp = count_squares(state.own), count_squares(state.opp)
        return board.sign * fewest_discs_value(own, opp, board.squares)
    return score * TERMINAL_UNIT + np.sign(score) * TERMINAL


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

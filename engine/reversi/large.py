"""Reversi and anti-Reversi on 10 × 10 as the search core sees them: each side's discs in two words.

Rows 1 to 5 lie in the low word, 6 to 10 in the high one, 50 squares each; bit 10 y + x of the low word,
10 (y - 5) + x of the high one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.jit.bits import Word, load, lowest, mix, popcount
from engine.jit.compiling import inlined
from engine.reversi.squares import square_value, terminal_by_style
from engine.search import interface
from engine.search.context_words import STYLE
from engine.search.interface import implements
from engine.search.style_numbers import GREEDY, LOSER, POSITIONAL, WIN_OR_LOSE

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_HALF = np.uint64(50)
_FULL = np.uint64((1 << 50) - 1)
_INNER = np.uint64(sum(1 << 10 * y + x for y in range(5) for x in range(1, 9)))
_SQUARES = np.int64(100)
#: Distance between neighbours on each axis, and the squares that can be jumped over along it.
_SHIFTS = (np.uint64(1), np.uint64(9), np.uint64(10), np.uint64(11))
_JUMPABLE = (_INNER, _INNER, _FULL, _INNER)
_VALUES = np.array([square_value(square % 10, square // 10, 10) for square in range(100)], np.int64)


class Squares(NamedTuple):
    """A set of the 100 squares."""

    low: Word
    high: Word


class Reversi10(NamedTuple):
    """Discs of the side to move and of the other side."""

    own_low: Word
    own_high: Word
    opp_low: Word
    opp_high: Word


class AntiReversi10(NamedTuple):
    """The same where the fewest discs win."""

    own_low: Word
    own_high: Word
    opp_low: Word
    opp_high: Word


@inlined
def _up(squares: Squares, shift: Word) -> Squares:
    """All squares moved towards higher numbers."""
    carried = squares.low >> (_HALF - shift)
    return Squares(squares.low << shift & _FULL, (squares.high << shift | carried) & _FULL)


@inlined
def _down(squares: Squares, shift: Word) -> Squares:
    """All squares moved towards lower numbers."""
    carried = squares.high << (_HALF - shift) & _FULL
    return Squares(squares.low >> shift | carried, squares.high >> shift)


@inlined
def _both(one: Squares, other: Squares) -> Squares:
    return Squares(one.low & other.low, one.high & other.high)


@inlined
def _either(one: Squares, other: Squares) -> Squares:
    return Squares(one.low | other.low, one.high | other.high)


@inlined
def _legal_squares(own: Squares, opp: Squares) -> Squares:
    found = Squares(_ZERO, _ZERO)
    for axis in range(4):
        shift = _SHIFTS[axis]
        inner = Squares(opp.low & _JUMPABLE[axis], opp.high & _JUMPABLE[axis])
        up, down = _both(_up(own, shift), inner), _both(_down(own, shift), inner)
        for _ in range(7):
            up = _either(up, _both(_up(up, shift), inner))
            down = _either(down, _both(_down(down, shift), inner))
        found = _either(found, _either(_up(up, shift), _down(down, shift)))
    empty = Squares(~(own.low | opp.low) & _FULL, ~(own.high | opp.high) & _FULL)
    return _both(found, empty)


@inlined
def _square(square: Any) -> Squares:
    if square < 50:
        return Squares(_ONE << np.uint64(square), _ZERO)
    return Squares(_ZERO, _ONE << np.uint64(square - 50))


@inlined
def _flipped(own: Squares, opp: Squares, at: Squares) -> Squares:
    found = Squares(_ZERO, _ZERO)
    for axis in range(4):
        shift = _SHIFTS[axis]
        inner = Squares(opp.low & _JUMPABLE[axis], opp.high & _JUMPABLE[axis])
        up, down = _both(_up(at, shift), inner), _both(_down(at, shift), inner)
        for _ in range(7):
            up = _either(up, _both(_up(up, shift), inner))
            down = _either(down, _both(_down(down, shift), inner))
        end = _both(_up(up, shift), own)
        if end.low | end.high:
            found = _either(found, up)
        end = _both(_down(down, shift), own)
        if end.low | end.high:
            found = _either(found, down)
    return found


@inlined
def _count(squares: Squares) -> Any:
    return popcount(squares.low) + popcount(squares.high)


@inlined
def _worth(squares: Squares) -> Any:
    """Sum of the square values."""
    total = np.int64(0)
    rest = squares.low
    while rest:
        total += _VALUES[lowest(rest)]
        rest &= rest - _ONE
    rest = squares.high
    while rest:
        total += _VALUES[lowest(rest) + np.int64(50)]
        rest &= rest - _ONE
    return total


@implements(interface.count_moves, Squares)
def _count_moves(moves: Squares) -> Any:
    return popcount(moves.low) + popcount(moves.high)


@implements(interface.first_move, Squares)
def _first_move(moves: Squares) -> Any:
    return lowest(moves.low) if moves.low else lowest(moves.high) + np.int64(50)


@implements(interface.without_first, Squares)
def _without_first(moves: Squares) -> Squares:
    if moves.low:
        return Squares(moves.low & (moves.low - _ONE), moves.high)
    return Squares(moves.low, moves.high & (moves.high - _ONE))


@inlined
def _own(state: Any) -> Squares:
    return Squares(state.own_low, state.own_high)


@inlined
def _opp(state: Any) -> Squares:
    return Squares(state.opp_low, state.opp_high)


@inlined
def _final_score(state: Any) -> Any:
    own, opp = _count(_own(state)), _count(_opp(state))
    if own > opp:
        return _SQUARES - np.int64(2) * opp
    if own < opp:
        return np.int64(2) * own - _SQUARES
    return np.int64(0)


@inlined
def _balance(state: Any) -> Any:
    own, opp = _count(_own(state)), _count(_opp(state))
    return -_SQUARES if own == 0 else _SQUARES if opp == 0 else own - opp


@inlined
def _fewer(state: Any) -> Any:
    own, opp = _count(_own(state)), _count(_opp(state))
    return -_SQUARES if own == 0 else _SQUARES if opp == 0 else opp - own


def _register(kind: Any, points: int) -> None:
    """Gives the class of a state its rules; `points` is 1 when the most discs win, -1 when the fewest do."""
    sign = np.int64(points)
    salt = np.uint64(0xE7037ED1A0B428DB if points > 0 else 0x8EBC6AF09C88C6E3)

    @implements(interface.legal, kind)
    def legal(state: Any) -> Squares:
        return _legal_squares(_own(state), _opp(state))

    @implements(interface.play, kind)
    def play(state: Any, square: Any) -> Any:
        at = _square(square)
        flips = _flipped(_own(state), _opp(state), at)
        return kind(
            state.opp_low ^ flips.low,
            state.opp_high ^ flips.high,
            state.own_low | flips.low | at.low,
            state.own_high | flips.high | at.high,
        )

    @implements(interface.passed, kind)
    def passed(state: Any) -> Any:
        return kind(state.opp_low, state.opp_high, state.own_low, state.own_high)

    @implements(interface.must_pass, kind)
    def must_pass(state: Any) -> Any:
        return _count(_legal_squares(_opp(state), _own(state))) > 0

    @implements(interface.final, kind)
    def final(state: Any) -> Any:
        return sign * _final_score(state)

    @implements(interface.plies_left, kind)
    def plies_left(state: Any) -> Any:
        return _SQUARES - _count(_own(state)) - _count(_opp(state))

    @implements(interface.hash_key, kind)
    def hash_key(state: Any) -> tuple[Word, Word]:
        one = mix(state.own_low ^ salt, state.opp_low ^ np.uint64(0xD1B54A32D192ED03))
        two = mix(state.own_high ^ np.uint64(0x589965CC75374CC3), state.opp_high ^ salt)
        other = mix(
            state.own_low ^ np.uint64(0x1D8E4E27C47D124F), state.opp_high ^ np.uint64(0xEB44ACCAB455D165)
        )
        third = mix(state.own_high ^ np.uint64(0xA0761D6478BD642F), state.opp_low ^ salt)
        return one ^ two << np.uint64(1), other ^ third << np.uint64(1) ^ two

    @implements(interface.terminal_value, kind)
    def terminal_value(state: Any, context: Any) -> Any:
        return terminal_by_style(sign * _final_score(state), sign * _fewer(state), load(context, STYLE))

    @implements(interface.evaluate, kind)
    def evaluate(state: Any, context: Any) -> Any:
        style = load(context, STYLE)
        if style == GREEDY:
            return sign * _balance(state)
        if style == WIN_OR_LOSE:
            return np.sign(sign * _balance(state))
        if style == LOSER:
            return sign * _fewer(state)
        own, opp = _own(state), _opp(state)
        value = sign * (_worth(own) - _worth(opp))
        if style == POSITIONAL:
            return value
        return value + np.int64(64) * (_count(_legal_squares(own, opp)) - _count(_legal_squares(opp, own)))

    @implements(interface.move_order_score, kind)
    def move_order_score(state: Any, square: Any, after: Any, context: Any) -> Any:
        replies = _count(_legal_squares(_own(after), _opp(after)))
        return sign * _VALUES[square] - np.int64(64) * replies


_register(Reversi10, 1)
_register(AntiReversi10, -1)

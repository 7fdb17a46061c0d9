"""Reversi on 6 × 6, and anti-Reversi on 6 × 6 and 8 × 8, as the search core sees them.

The small board lies in the middle of the 8 × 8 one (bit 9 = a1): the squares around it stay empty, so that
no line of discs reaches across its edge and the same inner loops serve.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.jit.bits import Word, load, mix, popcount
from engine.reversi.flips import flipped_discs, legal_squares
from engine.reversi.squares import (
    beside,
    disc_balance,
    fewest_discs_value,
    final_score,
    masks_by_value,
    terminal_by_style,
)
from engine.search import interface
from engine.search.context_words import STYLE
from engine.search.interface import implements
from engine.search.style_numbers import GREEDY, LOSER, POSITIONAL, WIN_OR_LOSE

_ZERO, _ONE = np.uint64(0), np.uint64(1)


class Reversi6(NamedTuple):
    """Discs of the side to move and of the other side on 6 × 6; bit 8 y + x + 9."""

    own: Word
    opp: Word


class AntiReversi6(NamedTuple):
    """The same where the fewest discs win."""

    own: Word
    opp: Word


class AntiReversi8(NamedTuple):
    """8 × 8 where the fewest discs win; bit 8 y + x."""

    own: Word
    opp: Word


def _register(kind: Any, size: int, points: int) -> None:
    """Gives the class of a state its rules; `points` is 1 when the most discs win, -1 when the fewest do."""
    margin = (8 - size) // 2
    squares = [8 * (y + margin) + x + margin for y in range(size) for x in range(size)]
    board = np.uint64(sum(1 << square for square in squares))
    total = np.int64(size * size)
    sign = np.int64(points)
    weights, masks = masks_by_value(size, 8, margin)
    salt = np.uint64(0x9E3779B97F4A7C15 * (2 * size + points) & 0xFFFFFFFFFFFFFFFF)

    @implements(interface.legal, kind)
    def legal(state: Any) -> Word:
        return legal_squares(state.own, state.opp) & board

    @implements(interface.play, kind)
    def play(state: Any, square: Any) -> Any:
        flips = flipped_discs(state.own, state.opp, square)
        return kind(state.opp ^ flips, state.own | flips | (_ONE << np.uint64(square)))

    @implements(interface.passed, kind)
    def passed(state: Any) -> Any:
        return kind(state.opp, state.own)

    @implements(interface.must_pass, kind)
    def must_pass(state: Any) -> Any:
        return legal_squares(state.opp, state.own) & board != _ZERO

    @implements(interface.final, kind)
    def final(state: Any) -> Any:
        return sign * final_score(state.own, state.opp, total)

    @implements(interface.plies_left, kind)
    def plies_left(state: Any) -> Any:
        return total - popcount(state.own | state.opp)

    @implements(interface.hash_key, kind)
    def hash_key(state: Any) -> tuple[Word, Word]:
        return (
            mix(state.own ^ salt, state.opp ^ np.uint64(0xD1B54A32D192ED03)),
            mix(state.own ^ np.uint64(0xA0761D6478BD642F), state.opp ^ salt),
        )

    @implements(interface.terminal_value, kind)
    def terminal_value(state: Any, context: Any) -> Any:
        score = sign * final_score(state.own, state.opp, total)
        return terminal_by_style(
            score, sign * fewest_discs_value(state.own, state.opp, total), load(context, STYLE)
        )

    @implements(interface.evaluate, kind)
    def evaluate(state: Any, context: Any) -> Any:
        style = load(context, STYLE)
        balance = sign * disc_balance(state.own, state.opp, total)
        if style == GREEDY:
            return balance
        if style == WIN_OR_LOSE:
            return np.sign(balance)
        if style == LOSER:
            return sign * fewest_discs_value(state.own, state.opp, total)
        value = np.int64(0)
        for index in range(len(masks)):
            value += weights[index] * (
                popcount(state.own & masks[index]) - popcount(state.opp & masks[index])
            )
        value *= sign
        if style == POSITIONAL:
            return value
        moves = legal_squares(state.own, state.opp) & board
        replies = legal_squares(state.opp, state.own) & board
        return value + np.int64(64) * (popcount(moves) - popcount(replies))

    @implements(interface.move_order_score, kind)
    def move_order_score(state: Any, square: Any, after: Any, context: Any) -> Any:
        empties = ~(after.own | after.opp) & board
        replies = legal_squares(after.own, after.opp) & board
        value = np.int64(-64) * popcount(replies) - np.int64(16) * popcount(beside(after.opp) & empties)
        at = _ONE << np.uint64(square)
        for index in range(len(masks)):
            if masks[index] & at:
                value += sign * weights[index]
        return value


_register(Reversi6, 6, 1)
_register(AntiReversi6, 6, -1)
_register(AntiReversi8, 8, -1)

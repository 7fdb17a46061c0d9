"""Proving the final score of a position by null windows, for games with few different scores."""

from __future__ import annotations

import numpy as np

from engine.jit.bits import load
from engine.jit.compiling import compiled
from engine.search.alphabeta import alphabeta
from engine.search.context_words import STOP, Context
from engine.search.interface import State, plies_left, score_range
from engine.search.scores import Ply, Score

_ZERO = np.int64(0)
_ONE = np.int64(1)
_TWO = np.int64(2)


@compiled
def prove_score(state: State, low: Score, high: Score, ply: Ply, context: Context) -> Score:
    """The final score under best play when it is in low..high, else the nearer end.

    The first windows ask for early wins and losses, which are cheap to refute; the next one asks who wins,
    and each later one for twice the score that is known, until that is refuted. Expects the style EXACT in
    the context; meaningless once its stop word is set.
    """
    least, greatest = score_range(state)
    low, high = max(low, least), min(high, greatest)
    left = plies_left(state)
    early_win, early_loss = high // _TWO, -(-low // _TWO) - _ONE
    while low < high and load(context, STOP) == np.uint64(0):
        middle = _ZERO
        if low < _ZERO < early_win < high:
            middle = early_win
        elif low < early_loss < -_ONE and high > _ZERO:
            middle = early_loss
        elif low > _ZERO:
            middle = min(_TWO * low, high) - _ONE
        elif high <= _ZERO:
            middle = max(_TWO * high, low) if high < _ZERO else -_ONE
        value = alphabeta(state, middle, middle + _ONE, left, ply, context)
        if value > middle:
            low = min(value, high)
        else:
            high = max(value, low)
    return low

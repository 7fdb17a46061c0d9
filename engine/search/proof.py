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

    The windows come from the outside inwards: early wins and losses are cheap to refute. Expects the style
    EXACT in the context; meaningless once its stop word is set.
    """
    least, greatest = score_range(state)
    low, high = max(low, least), min(high, greatest)
    left = plies_left(state)
    while low < high and load(context, STOP) == np.uint64(0):
        middle = (low + high) >> _ONE
        middle = min(middle, -(-low // _TWO)) if middle <= _ZERO else max(middle, high // _TWO)
        value = alphabeta(state, middle, middle + _ONE, left, ply, context)
        if value > middle:
            low = min(value, high)
        else:
            high = max(value, low)
    return low

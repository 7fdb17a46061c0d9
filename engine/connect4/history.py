"""The history of moves that caused cut-offs, by side and square: what helped elsewhere is tried earlier here.

The words lie in the scratch space of the search context, so every thread has a history of its own. That moves
tried before the one that caused the cut-off are penalized is an idea of J. Tromp's Fhourstones benchmark.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import load, store
from engine.jit.compiling import inlined
from engine.jit.sets import Square
from engine.search.context_words import ENDGAME_LISTS, MOVE_LISTS, PLY_WORDS, Context
from engine.search.scores import Score

#: Squares of the largest grid, rounded up.
_SQUARES = np.int64(128)
#: Values lie between minus this and this; each cut-off takes them one of so many steps nearer to an end.
_MOST, _STEPS = np.int64(1 << 20), np.int64(16)
#: A score for move ordering, up to 4 on either side of 0, is a value without its lowest bits.
_LOW_BITS = np.int64(18)
_SQUARE = np.uint64(0xFF)


@inlined
def history_score(square: Square, left: Any, context: Context) -> Score:
    """How much earlier than others to try a move with `left` empty squares, by cut-offs so far."""
    return np.int64(load(context, _words(left) + square)) >> _LOW_BITS


@inlined
def learn_from_cutoff(index: Any, left: Any, context: Context) -> None:
    """Reward the move at `index` of the list, which caused a cut-off, and penalize those tried before it."""
    words, moves = _words(left), MOVE_LISTS + left * PLY_WORDS
    for number in range(index + 1):
        at = words + np.int64(load(context, moves + number) & _SQUARE)
        value = np.int64(load(context, at))
        aim = _MOST if number == index else -_MOST
        store(context, at, np.uint64(value + (aim - value) // _STEPS))


@inlined
def _words(left: Any) -> Any:
    """Where the history of the side to move begins."""
    return ENDGAME_LISTS + (left & np.int64(1)) * _SQUARES

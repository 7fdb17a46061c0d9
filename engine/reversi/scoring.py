"""The value of a Reversi position by its discs alone, where most discs win.

All numbers are int64: discs of the side to move, of the other side, and squares of the board.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Word
from engine.jit.compiling import inlined
from engine.reversi.styles import GREEDY, LOSER, WIN_OR_LOSE
from engine.search.scores import EXACT, TERMINAL, TERMINAL_UNIT, Score


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

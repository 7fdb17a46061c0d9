"""Perft by functions written for one game only: what the generic core is measured against."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Word, lowest, popcount
from engine.jit.compiling import compiled, inlined
from engine.reversi.flips import flipped_discs, legal_squares

_ZERO, _ONE = np.uint64(0), np.uint64(1)
#: Connect 4 on 7 × 6: seven bits a column, the lowest square of each, and all squares.
_BOTTOM = np.uint64(sum(1 << 7 * column for column in range(7)))
_BOARD = _BOTTOM * np.uint64(63)


@compiled
def reversi_lines(own: Word, opp: Word, depth: Any) -> Any:
    """Return the number of lines of `depth` plies of Reversi on 8 × 8; bit 0 = a1, a pass is a ply."""
    moves = legal_squares(own, opp)
    if moves == _ZERO:
        if depth == 1 or legal_squares(opp, own) == _ZERO:
            return np.int64(1)
        return reversi_lines(opp, own, depth - 1)
    if depth == 1:
        return popcount(moves)
    lines = np.int64(0)
    while moves != _ZERO:
        square = lowest(moves)
        moves &= moves - _ONE
        flips = flipped_discs(own, opp, square)
        lines += reversi_lines(opp ^ flips, own | flips | _ONE << np.uint64(square), depth - 1)
    return lines


@inlined
def _four(discs: Word) -> Any:
    for step in (np.uint64(1), np.uint64(7), np.uint64(6), np.uint64(8)):
        pairs = discs & discs >> step
        if pairs & pairs >> step + step != _ZERO:
            return True
    return False


@compiled
def connect4_lines(own: Word, opp: Word, depth: Any) -> Any:
    """Return the number of lines of `depth` plies of Connect 4 on 7 × 6; bit = 7 column + row, the top bit is
    empty."""
    if _four(opp):
        return np.int64(1)
    moves = (own | opp) + _BOTTOM & _BOARD
    if moves == _ZERO:
        return np.int64(1)
    if depth == 1:
        return popcount(moves)
    lines = np.int64(0)
    while moves != _ZERO:
        move = moves & (~moves + _ONE)
        moves ^= move
        lines += connect4_lines(opp, own | move, depth - 1)
    return lines

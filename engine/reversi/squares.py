"""What Reversi positions are worth to the styles, for boards of one word (bit 8 y + x, up to 8 × 8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Word, popcount
from engine.jit.compiling import inlined
from engine.search.scores import TERMINAL, TERMINAL_UNIT
from engine.search.style_numbers import EXACT, GREEDY, LOSER, WIN_OR_LOSE

#: Square values of the upper left quadrant, mirrored to the whole board (SEEDS S3).
QUADRANT = ((120, -20, 20, 5), (-20, -40, -5, -5), (20, -5, 15, 3), (5, -5, 3, 3))


def square_value(x: int, y: int, size: int) -> int:
    """S3 value of a square; smaller boards lack the inner rows, larger ones have more of the innermost."""
    return QUADRANT[min(y, size - 1 - y, 3)][min(x, size - 1 - x, 3)]


def masks_by_value(size: int, width: int, margin: int) -> tuple[tuple[np.int64, ...], tuple[np.uint64, ...]]:
    """The values of a board's squares and, for each, the squares that have it.

    The board lies `margin` rows and columns inside a field of `width` columns; bit `width` y + x.
    """
    masks: dict[int, int] = {}
    for y in range(size):
        for x in range(size):
            value = square_value(x, y, size)
            masks[value] = masks.get(value, 0) | 1 << width * (y + margin) + x + margin
    values = sorted(masks)
    return tuple(np.int64(value) for value in values), tuple(np.uint64(masks[value]) for value in values)


SQUARE_VALUES = tuple(square_value(x, y, 8) for y in range(8) for x in range(8))

CORNERS = np.uint64(0x8100000000000081)

_WEIGHTS, _MASKS = masks_by_value(8, 8, 0)
_NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
_NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)
_ONE, _EIGHT = np.uint64(1), np.uint64(8)


@inlined
def final_score(own_discs: Word, opp_discs: Word, squares: Any) -> Any:
    """Disc difference at the end of a game on so many squares, the empty ones counted for the winner."""
    own, opp = popcount(own_discs), popcount(opp_discs)
    if own > opp:
        return squares - np.int64(2) * opp
    if own < opp:
        return np.int64(2) * own - squares
    return np.int64(0)


@inlined
def square_sum(discs: Word) -> Any:
    """Sum of the S3 values of the squares."""
    total = np.int64(0)
    for index in range(len(_MASKS)):
        total += _WEIGHTS[index] * popcount(discs & _MASKS[index])
    return total


@inlined
def beside(squares: Word) -> Word:
    """The squares and all their neighbours."""
    wide = squares | (squares << _ONE & _NOT_A) | (squares >> _ONE & _NOT_H)
    return wide | wide << _EIGHT | wide >> _EIGHT


@inlined
def weighted_moves(moves: Word) -> Any:
    """Number of moves, those into a corner counted twice."""
    return popcount(moves) + popcount(moves & CORNERS)


@inlined
def disc_balance(own_discs: Word, opp_discs: Word, squares: Any) -> Any:
    """Disc difference, all the squares of the board when a side has no disc left (SEEDS S1)."""
    own, opp = popcount(own_discs), popcount(opp_discs)
    if own == 0:
        return -squares
    if opp == 0:
        return squares
    return own - opp


@inlined
def fewest_discs_value(own_discs: Word, opp_discs: Word, squares: Any) -> Any:
    """Opponent's discs less one's own; to have none is the worst case here too (SEEDS S1)."""
    own, opp = popcount(own_discs), popcount(opp_discs)
    if own == 0:
        return -squares
    if opp == 0:
        return squares
    return opp - own


@inlined
def terminal_by_style(score: Any, fewer: Any, style: Word) -> Any:
    """A finished game to a style: `score` is its final score, `fewer` what the loser style makes of it."""
    if style in (EXACT, GREEDY):
        return score
    if style == WIN_OR_LOSE:
        return np.sign(score)
    if style == LOSER:
        return fewer
    return score * TERMINAL_UNIT + np.sign(score) * TERMINAL

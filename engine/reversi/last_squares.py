"""The last four empty squares of boards in words, and the quadrants with an odd number of empty squares.

Values are final scores for the side to move (empty squares to the winner), fail soft. `board` tells by its
type which board it is (`engine.reversi.states.board_type`). 6 × 6 lies in the middle of 8 × 8 and has its
quadrants.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Square, Word, load, lowest, popcount, store
from engine.jit.compiling import compiled, inlined
from engine.reversi.flips import flipped_discs, legal_squares
from engine.reversi.rules import final_score
from engine.reversi.states import variant
from engine.search.scores import NODES, Context, Score

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_TOP = np.uint64(56)
_LEFT = np.uint64(0x0101010101010101)
_GATHER = np.uint64(0x0102040810204080)
#: Below every score.
NO_SCORE = np.int64(-100)

_QUADRANTS = (0x000000000F0F0F0F, 0x00000000F0F0F0F0, 0x0F0F0F0F00000000, 0xF0F0F0F000000000)
#: For each set of quadrants (bit 0: a1, 1: h1, 2: a8, 3: h8) its squares.
ODD_SQUARES = np.array(
    [sum(squares for bit, squares in enumerate(_QUADRANTS) if chosen >> bit & 1) for chosen in range(16)],
    np.uint64,
)
#: The bit of each square's quadrant.
QUADRANT_BIT = np.array([1 << (square % 8 > 3) + 2 * (square > 31) for square in range(64)], np.int64)


def _around(square: int) -> int:
    x, y = square % 8, square // 8
    return sum(
        1 << 8 * ny + nx
        for ny in range(max(0, y - 1), min(8, y + 2))
        for nx in range(max(0, x - 1), min(8, x + 2))
        if (nx, ny) != (x, y)
    )


def _diagonal(square: int, step: int) -> int:
    x, y = square % 8, square // 8
    squares = [(x + k, y + step * k) for k in range(-7, 8)]
    return sum(1 << 8 * sy + sx for sx, sy in squares if 0 <= sx < 8 and 0 <= sy < 8)


def _turned_in_line(at: int, own: int) -> int:
    """Twice the discs turned by a disc on square `at` of a line of eight otherwise full squares."""
    turned = 0
    for step in (-1, 1):
        run, x = 0, at + step
        while 0 <= x < 8 and not own >> x & 1:
            run, x = run + 1, x + step
        if 0 <= x < 8:
            turned += run
    return 2 * turned


_TURNED = np.array([_turned_in_line(at, own) for at in range(8) for own in range(256)], np.int64)
_RISING = np.array([_diagonal(square, -1) for square in range(64)], np.uint64)
_FALLING = np.array([_diagonal(square, 1) for square in range(64)], np.uint64)
_AROUND = np.array([_around(square) for square in range(64)], np.uint64)


@inlined
def count_position(context: Context) -> None:
    store(context, NODES, load(context, NODES) + _ONE)


@inlined
def _turned_by_last(own: Word, square: Square) -> Any:
    """Return twice the discs that `own` flips by filling the last empty square."""
    x, y = np.uint64(square & 7), np.uint64(square >> 3)
    row = own >> (y << np.uint64(3)) & np.uint64(0xFF)
    column = (own >> x & _LEFT) * _GATHER >> _TOP
    rising = (own & _RISING[square]) * _LEFT >> _TOP
    falling = (own & _FALLING[square]) * _LEFT >> _TOP
    at_x, at_y = x << np.uint64(8), y << np.uint64(8)
    return _TURNED[at_x | row] + _TURNED[at_y | column] + _TURNED[at_x | rising] + _TURNED[at_x | falling]


@inlined
def last_one(board: Any, own: Word, square: Square, context: Context) -> Any:
    """Solve a position with one empty square."""
    count_position(context)
    constants = variant(board)
    score = np.int64(2) * popcount(own) - constants.squares
    turned = _turned_by_last(own, square)
    if turned > 0:
        return constants.sign * (score + turned + np.int64(2))
    turned = _turned_by_last(constants.board & ~(own | _ONE << np.uint64(square)), square)
    if turned > 0:
        return constants.sign * (score - turned)
    # Neither side can take it: it goes to the winner. The score counted it as the opponent's.
    return constants.sign * (score + np.int64(2) if score >= 0 else score)


@inlined
def final_of(board: Any, own: Word, opp: Word) -> Any:
    """The score of a finished game."""
    constants = variant(board)
    return constants.sign * final_score(popcount(own), popcount(opp), constants.squares)


@inlined
def moves_of(board: Any, own: Word, opp: Word) -> Word:
    return legal_squares(own, opp) & variant(board).board


@inlined
def last_two(board: Any, own: Word, opp: Word, beta: Score, first: Any, second: Any, context: Context) -> Any:
    """Two empty squares; stops at `beta`."""
    count_position(context)
    best = NO_SCORE
    if _AROUND[first] & opp:
        flips = flipped_discs(own, opp, first)
        if flips:
            best = -last_one(board, opp ^ flips, second, context)
            if best >= beta:
                return best
    if _AROUND[second] & opp:
        flips = flipped_discs(own, opp, second)
        if flips:
            best = max(best, -last_one(board, opp ^ flips, first, context))
    if best != NO_SCORE:
        return best
    worst = -NO_SCORE
    if _AROUND[first] & own:
        flips = flipped_discs(opp, own, first)
        if flips:
            worst = last_one(board, own ^ flips, second, context)
    if _AROUND[second] & own:
        flips = flipped_discs(opp, own, second)
        if flips:
            worst = min(worst, last_one(board, own ^ flips, first, context))
    return worst if worst != -NO_SCORE else final_of(board, own, opp)


@compiled
def last_three(
    board: Any, own: Word, opp: Word, alpha: Score, beta: Score, empties: Word, odd: Word, context: Context
) -> Score:
    """Three empty squares, or a pass before them; `odd` are the squares to try first."""
    count_position(context)
    best = NO_SCORE
    rest = empties
    while rest:
        front = rest & odd
        square = lowest(front or rest)
        bit = _ONE << np.uint64(square)
        rest ^= bit
        if _AROUND[square] & opp:
            flips = flipped_discs(own, opp, square)
            if flips:
                left = empties ^ bit
                first = lowest(left)
                second = lowest(left & (left - _ONE))
                value = -last_two(board, opp ^ flips, own ^ flips ^ bit, -alpha, first, second, context)
                if value >= beta:
                    return value
                best = max(best, value)
    if best != NO_SCORE:
        return best
    if moves_of(board, opp, own) == _ZERO:
        return final_of(board, own, opp)
    return -last_three(board, opp, own, -beta, -alpha, empties, odd, context)


@compiled
def last_four(
    board: Any, own: Word, opp: Word, alpha: Score, beta: Score, empties: Word, parity: Any, context: Context
) -> Score:
    """Four empty squares; bits of `parity` are set for quadrants with an odd number of them."""
    count_position(context)
    odd = ODD_SQUARES[parity]
    best = NO_SCORE
    rest = empties
    while rest:
        front = rest & odd
        square = lowest(front or rest)
        bit = _ONE << np.uint64(square)
        rest ^= bit
        if _AROUND[square] & opp:
            flips = flipped_discs(own, opp, square)
            if flips:
                value = -last_three(
                    board,
                    opp ^ flips,
                    own ^ flips ^ bit,
                    -beta,
                    -max(alpha, best),
                    empties ^ bit,
                    ODD_SQUARES[parity ^ QUADRANT_BIT[square]],
                    context,
                )
                if value >= beta:
                    return value
                best = max(best, value)
    if best != NO_SCORE:
        return best
    if moves_of(board, opp, own) == _ZERO:
        return final_of(board, own, opp)
    return -last_four(board, opp, own, -beta, -alpha, empties, parity, context)


@inlined
def parity_of(empties: Word) -> Any:
    """Bits of the quadrants that hold an odd number of the squares."""
    parity = np.int64(0)
    for bit in range(4):
        parity |= (popcount(empties & ODD_SQUARES[1 << bit]) & np.int64(1)) << np.int64(bit)
    return parity


@inlined
def odd_squares(empties: Word) -> Word:
    """The squares of the quadrants that hold an odd number of the empty squares."""
    return ODD_SQUARES[parity_of(empties)]

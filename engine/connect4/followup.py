"""Bounds on Connect 4 scores from following up: answering every disc with one on top of it.

The empty squares of a column form pairs, from its landing square upwards. The follower leaves the lower
square of each pair to the other side and takes the upper one. That goes on until the other side has to play
below a square that completes a line of the follower. A column without such a square and with an odd number of
empty squares has a top square without a partner; the follower can cope with two such columns, but with no
other number of them. The best known cases are odd threats of the first player and the even squares
("claimeven") of the second one.

The rule for even squares is from V. Allis, A Knowledge-based Approach of Connect-Four, 1988.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.connect4.bitboards import Geometry, completing, geometry, has_line, landing, square_bit
from engine.connect4.rules import upper_squares
from engine.jit.compiling import compiled, inlined
from engine.jit.sets import Squares, count_squares, first_square
from engine.search.interface import State, plies_left
from engine.search.scores import INFINITY, Score

_ONE = np.uint64(1)
_TWO = np.uint64(2)


@inlined
def _column(top: Squares, grid: Geometry) -> Squares:
    """All squares of the column with this top square."""
    return (top << _ONE) - (top >> (grid.step - _TWO))


@inlined
def follow_up_bound(own: Squares, opp: Squares, threats: Squares, left: Any, grid: Geometry) -> Score:
    """An upper bound on the final score of the side to move if the other side can follow up, else INFINITY.

    `threats` are the empty squares that complete a line of the other side, `left` is the number of all empty
    squares. Neither side may have a line, and the side to move must be unable to make one with its next disc.
    """
    taken = own | opp
    empty, even, guard = grid.board ^ taken, upper_squares(grid), grid.bottom << (grid.step - _ONE)
    # Above an odd number of discs the lower squares of the pairs are in even rows.
    shifted = (guard - (landing(taken, grid) & even)) & grid.board
    lower = empty & (even ^ grid.board ^ shifted)
    upper = empty ^ lower
    wins = threats & upper
    # In each column the game ends with the follower's lowest winning square.
    reached = empty & (grid.board ^ ((guard - wins) | wins))
    lower = lower & reached
    single = lower & (guard >> _ONE)
    count = count_squares(single)
    if count == 0:
        if has_line(own | lower, grid):
            return INFINITY
    elif count == np.int64(2):
        # After the top square of one column the follower begins the other, whose pairs shift by one square.
        one = square_bit(grid.board, first_square(single))
        first, second = upper & _column(one, grid), upper & _column(single ^ one, grid)
        if has_line(own | lower | first, grid) or has_line(own | lower | second, grid):
            return INFINITY
        upper = upper ^ first ^ second
    else:
        return INFINITY
    if count_squares(wins) != 0:
        free = reached & (reached ^ (wins >> _ONE))
        return -((left - count_squares(free)) // np.int64(2))
    return np.int64(-1) if has_line(opp | upper, grid) else np.int64(0)


@compiled
def most_against_follow_up(state: State) -> Score:
    """Compiled `follow_up_bound` for a state whose side to move cannot complete a line at once."""
    grid = geometry(state)
    threats: Any = completing(state.opp, grid) & (grid.board ^ (state.own | state.opp))
    return follow_up_bound(state.own, state.opp, threats, plies_left(state), grid)

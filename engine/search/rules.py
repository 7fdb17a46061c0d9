"""The rules of any game, compiled, for Python callers; and perft."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.errors import EngineError
from engine.jit.bits import Squares, count_squares, first_square, without_first
from engine.jit.compiling import compiled
from engine.search.interface import State, final, legal, must_pass, passed, play, plies_left, score_range
from engine.search.position import Position


@compiled
def legal_moves(state: State) -> Squares:
    """Compiled `interface.legal`."""
    return legal(state)


def after(state: State, square: int) -> State:
    """The state after a legal move, as the other side sees it."""
    return _words(state, _after(state, np.int64(square)))


def turned(state: State) -> State:
    """Return the same board from the other side's point of view."""
    return _words(state, _turned(state))


def _words(state: State, numbers: Any) -> State:
    """Restore uint64: Numba returns Python integers, and would take small ones for int64."""
    return type(state)(
        *(
            _words(field, number) if isinstance(number, tuple) else np.uint64(number)
            for field, number in zip(state, numbers, strict=True)
        )
    )


@compiled
def _after(state: State, square: Any) -> State:
    return play(state, square)


@compiled
def _turned(state: State) -> State:
    return passed(state)


@compiled
def passing(state: State) -> Any:
    """True when the side to move has no move and the game is not over."""
    return count_squares(legal(state)) == 0 and must_pass(state)


@compiled
def final_score(state: State) -> Any:
    """Compiled `interface.final`."""
    return final(state)


@compiled
def count_leaves(state: State, depth: Any) -> Any:
    """Number of lines of `depth` plies (at least 1); a pass is a ply, a game that ends sooner is one line."""
    moves = legal(state)
    count = count_squares(moves)
    if count == 0:
        if depth == 1 or not must_pass(state):
            return np.int64(1)
        return count_leaves(passed(state), depth - 1)
    if depth == 1:
        return count
    leaves = np.int64(0)
    while count > 0:
        leaves += count_leaves(play(state, first_square(moves)), depth - 1)
        moves = without_first(moves)
        count -= 1
    return leaves


@compiled
def moves_left(state: State) -> Any:
    """Compiled `interface.plies_left`."""
    return plies_left(state)


@compiled
def highest_score(state: State) -> Any:
    """The greatest final score that is still possible, of `interface.score_range`."""
    return score_range(state)[1]


def perft(position: Position, depth: int) -> int:
    """Number of lines of `depth` plies from the position; a pass is a ply.

    A game that is over sooner counts as one line, as in the published tables. Raises EngineError for a
    negative depth.
    """
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 0:
        raise EngineError(f"depth must be a whole number from 0, not {depth!r}")
    if depth == 0:
        return 1
    return int(count_leaves(position.state(), np.int64(depth)))

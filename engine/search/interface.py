"""The functions a game supplies to the search core.

A game has a *state*, a NamedTuple of `uint64` words that holds a position from the point of view of the side
to move, and implements the functions below for the class of its state:

    class MyState(NamedTuple): ...

    @implements(legal, MyState)
    def my_legal(state): ...

Numba picks the implementation while it compiles (see `engine.jit.compiling`), so the core is compiled once
per class of state. Optional functions have a body here, for games without one of their own.

A game numbers its squares freely from 0 to 254. All numbers are int64, and `context` is the
address of the words of the running search (see `engine.search.scores`).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from engine.jit.bits import Square, Squares, Word
from engine.jit.compiling import dispatched, optional
from engine.search.scores import INFINITY, Context, Depth, Ply, Score

#: A position seen by the side to move: a NamedTuple of uint64 words.
State: TypeAlias = Any

_ETC_FROM = np.int64(4)
_ETC_FROM_EXACT = np.int64(12)
_SHARED_FROM = np.int64(7)
_SHARED_FROM_EXACT = np.int64(13)

# Rules


@dispatched
def legal(state: State) -> Squares:
    """Squares to which the side to move may play; the empty set when it must pass or the game is over."""


@dispatched
def play(state: State, square: Square) -> State:
    """The state after a legal move, as the other side sees it."""


@dispatched
def passed(state: State) -> State:
    """Return the same board from the other side's point of view."""


@dispatched
def must_pass(state: State) -> Any:
    """Return whether the side to move, without a legal move, passes; False when the game is over."""


@dispatched
def final(state: State) -> Score:
    """Score of a finished game for the side to move, in the units people see."""


@dispatched
def plies_left(state: State) -> Any:
    """The greatest number of moves (passes not counted) that can still be played."""


@optional
def score_range(state: State) -> tuple[Score, Score]:
    """The least and the greatest final score that is still possible."""
    return np.int64(1) - INFINITY, INFINITY - np.int64(1)


@dispatched
def hash_key(state: State) -> tuple[Word, Word]:  # type: ignore[empty-body]
    """Two independent well-spread words that identify the state: place in the transposition table, check."""


# Evaluation


@dispatched
def evaluate(state: State, context: Context) -> Score:
    """Evaluation of an unfinished position for the side to move, by the style in the context."""


@dispatched
def terminal_value(state: State, context: Context) -> Score:
    """Value of a finished game for the side to move, by the style in the context."""


# Move ordering


@dispatched
def move_order_score(state: State, square: Square, after: State, context: Context) -> Any:
    """Return the move-ordering score, -32768..32767, greatest first; the move leads to `after`."""


@optional
def careful_move_order_score(state: State, square: Square, after: State, context: Context) -> Any:
    """A more careful `move_order_score`, used where the subtree is large enough to repay it."""
    return move_order_score(state, square, after, context)


@optional
def ordering_search(state: State, depth: Depth, context: Context) -> tuple[Word, Depth]:
    """How moves are put in order by searches in a search for final scores of this depth.

    Returns the number of a style without weights, which values them, and how deep the searches look after
    the move; depth 0 for none.
    """
    return np.uint64(0), np.int64(0)


@optional
def searched_order_score(after: State, value: Score, context: Context) -> Any:
    """Return the ordering score of a move whose value is known from such a search."""
    return value


# Pruning


@optional
def moves_and_bounds(
    state: State, alpha: Score, beta: Score, left: Any, ply: Ply, context: Context
) -> tuple[Squares, Score, Score]:
    """Return the moves to search, and two bounds on the value.

    A game may leave out moves that cannot be the only best ones. When it knows the value, the bounds are
    equal and the moves are ignored. `ply` is 0 or 1 when no search may have reached the position.
    """
    return legal(state), -INFINITY, INFINITY


@optional
def upper_bound(state: State, alpha: Score, left: Any, context: Context) -> Score:
    """A bound on the final score, or INFINITY when it is unlikely to be as low as `alpha`."""
    return INFINITY


@optional
def etc_from_depth(state: State, exact: Any) -> Depth:
    """The least depth at which enhanced transposition cut-offs save more time than they cost."""
    return _ETC_FROM_EXACT if exact else _ETC_FROM


@optional
def shared_from_depth(state: State, exact: Any) -> Depth:
    """Return the least depth at which threads share the moves of a node.

    Whatever is shared must be below shared nodes only. So for searches to the end it is at most the depth
    where ProbCut starts to use shallow searches deep enough to be shared.
    """
    return _SHARED_FROM_EXACT if exact else _SHARED_FROM


# ProbCut


@optional
def unselective_to_depth(state: State, context: Context) -> Depth:
    """Searches to the end use no ProbCut up to this depth.

    What they find there is proved at every level of selectivity.
    """
    return np.int64(-1)


def probcut_depth(depth: Depth) -> Depth:
    """Return the depth of the shallow search that may replace one of `depth`, of the same parity."""
    return depth - 2 * ((depth + 2) // 4)


@optional
def probcut_error(state: State, depth: Depth, context: Context) -> Score:
    """Return how far a shallow search must miss the window to replace one of `depth`.

    The shallow one has `probcut_depth(depth)`. In searches for final scores the error depends on the level
    of selectivity in the context.
    """
    return INFINITY


@optional
def guides_probcut(state: State, context: Context) -> Any:
    """Return whether the evaluation decides which of ProbCut's two shallow searches are worth it.

    Each is left out if the evaluation alone misses its bound by more than the error.
    """
    return False


@optional
def certainties(state: State) -> tuple[float, ...]:
    """Return the probability that a selective endgame score is final, by level of selectivity.

    The levels 0, 1, … from the boldest come before the proof. Called from Python only.
    """
    return ()


# Reductions


@optional
def late_reduction(state: State, depth: Depth, index: Any, context: Context) -> Depth:
    """Return by how many plies the first search of a late move is shallower.

    `index` is the move's place in the order, from 0. A move that beats alpha is searched again to full depth.
    Searches for final scores never ask.
    """
    return np.int64(0)


# Endgame


@optional
def solves_directly(state: State, left: Any, context: Context) -> Any:
    """True when `solve_endgame` takes over with `left` moves left."""
    return False


@optional
def solve_endgame(state: State, alpha: Score, beta: Score, ply: Ply, context: Context) -> Score:
    """Return the final score by the game's own search, fail-soft, which counts its nodes in the context."""
    return final(state)

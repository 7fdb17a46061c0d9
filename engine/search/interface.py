"""What a game must supply to be counted and searched: the interface of the search core.

A game is a *state*, a NamedTuple of `uint64` words that holds a position seen from the side to move, and
one implementation of each function below, registered for the class of its state:

    class MyState(NamedTuple): ...

    @implements(legal, MyState)
    def my_legal(state): ...

The core calls `legal(state)`; Numba picks the implementation by the type of `state` while it compiles.
There is no dispatch at run time, and the core is compiled once per class of state. With Numba switched off
the same choice is made by a dictionary on every call.

Squares are numbered from 0, a1 first, row by row. A set of moves is one `uint64` (bit = square), or a
NamedTuple of words for boards above 64 squares; `count_moves`, `first_move`, `without_first` are chosen
by the type of the set. All numbers are int64.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import types
from numba.extending import overload

from engine.jit.bits import Word, lowest, popcount
from engine.jit.compiling import OPTIONS
from engine.search.scores import INFINITY

#: A NamedTuple of uint64 words: the position of one game as the side to move sees it.
State = Any
#: Squares to move to: a uint64, or a NamedTuple of words.
Moves = Any

_ETC_FROM_EXACT = np.int64(12)
_ETC_FROM = np.int64(4)

Function = TypeVar("Function", bound=Callable[..., Any])

_IMPLEMENTATIONS: dict[tuple[str, type], Callable[..., Any]] = {}


def _class_of(numba_type: Any) -> type:
    if numba_type == types.uint64:
        return np.uint64
    return getattr(numba_type, "instance_class", type(None))


def dispatched(stub: Function) -> Function:
    """Gives `stub` the body that was registered for the class of its first argument."""

    def choose(first: Any, *rest: Any) -> Any:
        return _implementation(stub.__name__, _class_of(first))

    overload(stub, jit_options=OPTIONS, strict=False)(choose)
    return stub


def call_in_python(name: str, first: Any, *rest: Any) -> Any:
    return cast("Callable[..., Any]", _implementation(name, type(first)))(first, *rest)


def _implementation(name: str, kind: type) -> Callable[..., Any] | None:
    return _IMPLEMENTATIONS.get((name, kind)) or _IMPLEMENTATIONS.get((name, object))


def is_implemented(stub: Callable[..., Any], kind: type) -> bool:
    """True when a class of states has a function of its own for an optional one."""
    return (stub.__name__, kind) in _IMPLEMENTATIONS


def implements(stub: Callable[..., Any], kind: type) -> Callable[[Function], Function]:
    """Registers a plain function as what `stub` does for states (or sets of moves) of class `kind`.

    `object` stands for every class that has nothing of its own.
    """

    def register(function: Function) -> Function:
        _IMPLEMENTATIONS[stub.__name__, kind] = function
        return function

    return register


@dispatched
def legal(state: State) -> Moves:
    """Squares to which the side to move may play; the empty set when it must pass or the game is over."""
    return call_in_python("legal", state)


@dispatched
def play(state: State, square: Any) -> State:
    """The state after a legal move, seen from the other side."""
    return call_in_python("play", state, square)


@dispatched
def passed(state: State) -> State:
    """The same board seen from the other side."""
    return call_in_python("passed", state)


@dispatched
def must_pass(state: State) -> Any:
    """Asked when `legal` is empty: True when the game goes on with a pass, False when it is over."""
    return call_in_python("must_pass", state)


@dispatched
def final(state: State) -> Any:
    """Score of a finished game for the side to move, in the units people see."""
    return call_in_python("final", state)


@dispatched
def plies_left(state: State) -> Any:
    """The greatest number of moves (passes not counted) that can still be played."""
    return call_in_python("plies_left", state)


@dispatched
def count_moves(moves: Moves) -> Any:
    """Number of squares in a set of moves."""
    return call_in_python("count_moves", moves)


@dispatched
def first_move(moves: Moves) -> Any:
    """The lowest square of a set that is not empty."""
    return call_in_python("first_move", moves)


@dispatched
def without_first(moves: Moves) -> Moves:
    """The set without its lowest square."""
    return call_in_python("without_first", moves)


@implements(count_moves, np.uint64)
def _count_word(moves: Word) -> Any:
    return popcount(moves)


@implements(first_move, np.uint64)
def _first_of_word(moves: Word) -> Any:
    return lowest(moves)


@implements(without_first, np.uint64)
def _word_without_first(moves: Word) -> Word:
    return moves & (moves - np.uint64(1))


@dispatched
def hash_key(state: State) -> Any:
    """Two independent well-spread words (place in the table, check) that identify the state."""
    return call_in_python("hash_key", state)


@dispatched
def evaluate(state: State, context: Any) -> Any:
    """Evaluation of an unfinished position for the side to move, by the style in the context."""
    return call_in_python("evaluate", state, context)


@dispatched
def terminal_value(state: State, context: Any) -> Any:
    """Worth of a finished game to the side to move, by the style in the box."""
    return call_in_python("terminal_value", state, context)


@dispatched
def move_order_score(state: State, square: Any, after: State, context: Any) -> Any:
    """How early a move is to be tried, -32768..32767: `state` before it, `after` what it leaves."""
    return call_in_python("move_order_score", state, square, after, context)


@dispatched
def careful_move_order_score(state: State, square: Any, after: State, context: Any) -> Any:
    """Like `rank`, where enough is to be searched below for more care to pay; optional, by default `rank`."""
    return call_in_python("careful_move_order_score", state, square, after, context)


@dispatched
def probcut_error(state: State, depth: Any, context: Any) -> Any:
    """How far a search of about half of `depth` may err before it stands for the full one; optional.

    INFINITY, the default, means: never.
    """
    return call_in_python("probcut_error", state, depth, context)


@dispatched
def solves_directly(state: State, left: Any, context: Any) -> Any:
    """True when `solve_endgame` is to value a position with `left` plies left; optional, never by default."""
    return call_in_python("solves_directly", state, left, context)


@dispatched
def solve_endgame(state: State, alpha: Any, beta: Any, context: Any) -> Any:
    """Exact final score by code of the game's own, fail soft; it counts its positions in the box."""
    return call_in_python("solve_endgame", state, alpha, beta, context)


@dispatched
def upper_bound(state: State, alpha: Any, left: Any, context: Any) -> Any:
    """A bound that the final score cannot exceed, INFINITY when there is no hope of one up to `alpha`."""
    return call_in_python("upper_bound", state, alpha, left, context)


@dispatched
def etc_from_depth(state: State, exact: Any) -> Any:
    """Depth from which it pays to look up all successors in the table before one is searched; optional."""
    return call_in_python("etc_from_depth", state, exact)


@implements(etc_from_depth, object)
def _usual_depth(state: State, exact: Any) -> Any:
    return _ETC_FROM_EXACT if exact else _ETC_FROM


@implements(careful_move_order_score, object)
def _usual_rank(state: State, square: Any, after: State, context: Any) -> Any:
    return move_order_score(state, square, after, context)


@implements(probcut_error, object)
def _unknown_error(state: State, depth: Any, context: Any) -> Any:
    return INFINITY


@implements(solves_directly, object)
def _never(state: State, left: Any, context: Any) -> Any:
    return False


@implements(solve_endgame, object)
def _not_asked(state: State, alpha: Any, beta: Any, context: Any) -> Any:
    return final(state)


@implements(upper_bound, object)
def _no_bound(state: State, alpha: Any, left: Any, context: Any) -> Any:
    return INFINITY


@dispatched
def score_range(state: State) -> Any:
    """The least and the greatest final score that is still possible; optional."""
    return call_in_python("score_range", state)


@implements(score_range, object)
def _any_score(state: State) -> Any:
    return np.int64(1) - INFINITY, INFINITY - np.int64(1)


@dispatched
def moves_and_bounds(state: State, alpha: Any, beta: Any, left: Any, ply: Any, context: Any) -> Any:
    """The moves worth a search, and two bounds between which the value is known to be.

    All legal moves and no bounds by default. A game may leave out moves that cannot be the only best ones;
    when it knows the value it gives bounds that meet, and the moves do not count. `ply` is 0 or 1 when
    the position may be one that no search would have gone on to.
    """
    return call_in_python("moves_and_bounds", state, alpha, beta, left, ply, context)


@implements(moves_and_bounds, object)
def _all_moves(state: State, alpha: Any, beta: Any, left: Any, ply: Any, context: Any) -> Any:
    return legal(state), -INFINITY, INFINITY

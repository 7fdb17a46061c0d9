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

_SUCCESSORS_FROM_EXACT = np.int64(12)
_SUCCESSORS_FROM = np.int64(4)

Function = TypeVar("Function", bound=Callable[..., Any])

_IMPLEMENTATIONS: dict[tuple[str, type], Callable[..., Any]] = {}


def _class_of(numba_type: Any) -> type:
    if numba_type == types.uint64:
        return np.uint64
    return getattr(numba_type, "instance_class", type(None))


def chosen_by_type(stub: Function) -> Function:
    """Gives `stub` the body that was registered for the class of its first argument."""

    def choose(first: Any, *rest: Any) -> Any:
        return _implementation(stub.__name__, _class_of(first))

    overload(stub, jit_options=OPTIONS, strict=False)(choose)
    return stub


def in_python(name: str, first: Any, *rest: Any) -> Any:
    return cast("Callable[..., Any]", _implementation(name, type(first)))(first, *rest)


def _implementation(name: str, kind: type) -> Callable[..., Any] | None:
    return _IMPLEMENTATIONS.get((name, kind)) or _IMPLEMENTATIONS.get((name, object))


def supplies(stub: Callable[..., Any], kind: type) -> bool:
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


@chosen_by_type
def legal(state: State) -> Moves:
    """Squares to which the side to move may play; the empty set when it must pass or the game is over."""
    return in_python("legal", state)


@chosen_by_type
def play(state: State, square: Any) -> State:
    """The state after a legal move, seen from the other side."""
    return in_python("play", state, square)


@chosen_by_type
def passed(state: State) -> State:
    """The same board seen from the other side."""
    return in_python("passed", state)


@chosen_by_type
def must_pass(state: State) -> Any:
    """Asked when `legal` is empty: True when the game goes on with a pass, False when it is over."""
    return in_python("must_pass", state)


@chosen_by_type
def final(state: State) -> Any:
    """Score of a finished game for the side to move, in the units people see."""
    return in_python("final", state)


@chosen_by_type
def plies_left(state: State) -> Any:
    """The greatest number of moves (passes not counted) that can still be played."""
    return in_python("plies_left", state)


@chosen_by_type
def count_moves(moves: Moves) -> Any:
    """Number of squares in a set of moves."""
    return in_python("count_moves", moves)


@chosen_by_type
def first_move(moves: Moves) -> Any:
    """The lowest square of a set that is not empty."""
    return in_python("first_move", moves)


@chosen_by_type
def without_first(moves: Moves) -> Moves:
    """The set without its lowest square."""
    return in_python("without_first", moves)


@implements(count_moves, np.uint64)
def _count_word(moves: Word) -> Any:
    return popcount(moves)


@implements(first_move, np.uint64)
def _first_of_word(moves: Word) -> Any:
    return lowest(moves)


@implements(without_first, np.uint64)
def _word_without_first(moves: Word) -> Word:
    return moves & (moves - np.uint64(1))


@chosen_by_type
def fingerprint(state: State) -> Any:
    """Two independent well-spread words (place in the table, check) that identify the state."""
    return in_python("fingerprint", state)


@chosen_by_type
def leaf(state: State, box: Any) -> Any:
    """Worth of an unfinished position to the side to move, by the style in the box (see `engine.search.context`)."""
    return in_python("leaf", state, box)


@chosen_by_type
def ended(state: State, box: Any) -> Any:
    """Worth of a finished game to the side to move, by the style in the box."""
    return in_python("ended", state, box)


@chosen_by_type
def rank(state: State, square: Any, after: State, box: Any) -> Any:
    """How early a move is to be tried, -32768..32767: `state` before it, `after` what it leaves."""
    return in_python("rank", state, square, after, box)


@chosen_by_type
def deep_rank(state: State, square: Any, after: State, box: Any) -> Any:
    """Like `rank`, where enough is to be searched below for more care to pay; optional, by default `rank`."""
    return in_python("deep_rank", state, square, after, box)


@chosen_by_type
def probable_error(state: State, depth: Any, box: Any) -> Any:
    """How far a search of about half of `depth` may err before it stands for the full one; optional.

    INFINITY, the default, means: never.
    """
    return in_python("probable_error", state, depth, box)


@chosen_by_type
def ends_directly(state: State, left: Any, box: Any) -> Any:
    """True when `solve_end` is to value a position with `left` plies left; optional, never by default."""
    return in_python("ends_directly", state, left, box)


@chosen_by_type
def solve_end(state: State, alpha: Any, beta: Any, box: Any) -> Any:
    """Exact final score by code of the game's own, fail soft; it counts its positions in the box."""
    return in_python("solve_end", state, alpha, beta, box)


@chosen_by_type
def upper_bound(state: State, alpha: Any, left: Any, box: Any) -> Any:
    """A bound that the final score cannot exceed, INFINITY when there is no hope of one up to `alpha`."""
    return in_python("upper_bound", state, alpha, left, box)


@chosen_by_type
def successors_from(state: State, exact: Any) -> Any:
    """Depth from which it pays to look up all successors in the table before one is searched; optional."""
    return in_python("successors_from", state, exact)


@implements(successors_from, object)
def _usual_depth(state: State, exact: Any) -> Any:
    return _SUCCESSORS_FROM_EXACT if exact else _SUCCESSORS_FROM


@implements(deep_rank, object)
def _usual_rank(state: State, square: Any, after: State, box: Any) -> Any:
    return rank(state, square, after, box)


@implements(probable_error, object)
def _unknown_error(state: State, depth: Any, box: Any) -> Any:
    return INFINITY


@implements(ends_directly, object)
def _never(state: State, left: Any, box: Any) -> Any:
    return False


@implements(solve_end, object)
def _not_asked(state: State, alpha: Any, beta: Any, box: Any) -> Any:
    return final(state)


@implements(upper_bound, object)
def _no_bound(state: State, alpha: Any, left: Any, box: Any) -> Any:
    return INFINITY


@chosen_by_type
def score_span(state: State) -> Any:
    """The least and the greatest final score that is still possible; optional."""
    return in_python("score_span", state)


@implements(score_span, object)
def _any_score(state: State) -> Any:
    return np.int64(1) - INFINITY, INFINITY - np.int64(1)


@chosen_by_type
def prospects(state: State, alpha: Any, beta: Any, left: Any, ply: Any, box: Any) -> Any:
    """The moves worth a search, and two bounds between which the value is known to be.

    All legal moves and no bounds by default. A game may leave out moves that cannot be the only best ones;
    when it knows the value it gives bounds that meet, and the moves do not count. `ply` is 0 or 1 when
    the position may be one that no search would have gone on to.
    """
    return in_python("prospects", state, alpha, beta, left, ply, box)


@implements(prospects, object)
def _all_moves(state: State, alpha: Any, beta: Any, left: Any, ply: Any, box: Any) -> Any:
    return legal(state), -INFINITY, INFINITY

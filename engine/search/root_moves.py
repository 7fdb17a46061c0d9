"""The moves at the root of a search, and what an iteration finds out about them."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.errors import EngineError
from engine.search import rules
from engine.search.position import PASS, Position
from engine.search.registry import registered
from engine.search.score_types import Bound


class RootMove(NamedTuple):
    """A legal move at the root and the state it leads to.

    Moves of the same `kind` are each other's images under a symmetry of the position.
    """

    name: str
    after: Any
    kind: str


class ValuedMove(NamedTuple):
    """A root move with its value or a bound of it, in the units of the search core."""

    move: RootMove
    value: int
    bound: Bound


def root_moves(position: Position) -> list[RootMove]:
    """The moves of a position. Raises EngineError when the game is over."""
    names = position.legal_moves()
    if not names:
        raise EngineError("the game is over: there is no move to search")
    state = position.state()
    if names == (PASS,):
        return [RootMove(PASS, rules.turned(state), PASS)]
    images = registered(position.game).images(position)
    return [
        RootMove(name, rules.after(state, position.move_square(name)), images.get(name, name))
        for name in names
    ]


def bound_of(value: int, low: int, high: int) -> Bound:
    """What a search with the window (low, high) says by a value."""
    return "at most" if value <= low else "at least" if value >= high else "exact"

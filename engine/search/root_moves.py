"""The moves of the searched position, their bounds, and what they prove of its outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.errors import EngineError
from engine.search import rules
from engine.search.position import PASS, Position
from engine.search.registry import registered
from engine.search.results import Bound
from engine.search.scores import INFINITY


class RootMove(NamedTuple):
    """A legal move at the root and the state it leads to.

    Moves of the same `kind` are images of each other under a symmetry of the position.
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
    """Return what a value says in a search with the window (low, high)."""
    return "at most" if value <= low else "at least" if value >= high else "exact"


_TOP = int(INFINITY)

ValueAbove = Callable[[RootMove, int], int | None]
"""Says by a value on either side of a score whether a move is worth more; None when it was stopped."""


class OutcomeProof(NamedTuple):
    """Who wins: 1 the side to move, -1 the other, 0 for a draw; `move` is the first that achieves it.

    `bounds` have the least and the greatest possible final score, by kind of move.
    """

    outcome: int
    move: RootMove
    bounds: dict[str, tuple[int, int]]

    def narrowed(self, valued: ValuedMove) -> ValuedMove:
        """A move with what is left of its estimated value."""
        low, high = self.bounds[valued.move.kind]
        if low == high:
            return valued._replace(value=low, bound="exact")
        if valued.value < low:
            return valued._replace(value=low, bound="at least")
        return valued._replace(value=high, bound="at most") if valued.value > high else valued

    def proved_value(self, move: RootMove) -> ValuedMove:
        """Return what is proved of a move in a draw that no move can improve."""
        if move is self.move:
            return ValuedMove(move, 0, "exact")
        return ValuedMove(move, self.bounds[move.kind][1], "at most")


def prove_outcome(moves: Sequence[RootMove], estimate: float, value_above: ValueAbove) -> OutcomeProof | None:
    """Prove who wins, given all moves of a position, best first; None if the search was stopped.

    The question that the moves can answer at once, by the `estimate`, comes first.
    """
    bounds = {move.kind: (-_TOP, _TOP) for move in moves}
    reaching = moves[0]
    for score in (0, -1) if estimate > 0 else (-1, 0):
        above = None
        for move in moves:
            low, high = bounds[move.kind]
            if low <= score < high:
                value = value_above(move, score)
                if value is None:
                    return None
                low, high = bounds[move.kind] = (value, high) if value > score else (low, value)
            if low > score:
                above = move
                break
        if above is None and score == -1:
            return OutcomeProof(-1, reaching, bounds)
        if above is not None:
            reaching = above
            if score == 0:
                return OutcomeProof(1, reaching, bounds)
    return OutcomeProof(0, reaching, bounds)

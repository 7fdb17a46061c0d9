"""Proving who wins a position, and no more, which takes less time than to prove by how much.

Moves are valued by null windows on both sides of a draw, those first that are likely to decide it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.search.root_moves import RootMove, ValuedMove
from engine.search.scores import INFINITY

_TOP = int(INFINITY)

ValueAbove = Callable[[RootMove, int], int | None]
"""Says by a value on either side of a score whether a move is worth more; None when it was stopped."""


class OutcomeProof(NamedTuple):
    """Who wins: 1 the side to move, -1 the other, 0 nobody; `move` is the first that reaches it.

    `bounds` have the least and the greatest final score that is still possible, by kind of move.
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
        """What is proved of a move in a draw, which no move is better than."""
        if move is self.move:
            return ValuedMove(move, 0, "exact")
        return ValuedMove(move, self.bounds[move.kind][1], "at most")


def prove_outcome(moves: Sequence[RootMove], estimate: float, value_above: ValueAbove) -> OutcomeProof | None:
    """Who wins, when all moves of a position are given, best first; None when the search was stopped.

    The question that comes first is the one that the `estimate` says the moves can answer at once.
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

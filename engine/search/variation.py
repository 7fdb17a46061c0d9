"""The moves of the searched position, what they prove of its outcome, and the line that a search expects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from engine.errors import EngineError
from engine.search import rules
from engine.search.alphabeta import alphabeta, prove_score, table_move
from engine.search.context import SearchContext
from engine.search.position import PASS, Position
from engine.search.registry import EXACT, registered
from engine.search.results import Bound
from engine.search.scores import INFINITY, NO_MOVE, NODE_LIMIT, NODES, STOP


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


#: Moves left from which the table is empty; the rest of a line is solved again.
_SOLVED_AGAIN_FROM = 9
#: Maximum nodes searched to find the moves of a proved line.
_PROVED_LINE_NODES = 250_000


def best_reply(position: Position, after: Any, context: SearchContext) -> str | None:
    """The best move in the state `after` a move of `position`, if the table knows it."""
    square = int(table_move(after, context.address))
    return None if square == NO_MOVE else position.move_name(square)


def principal_variation(
    position: Position, first: str, depth: int, context: SearchContext, *, exact: bool
) -> tuple[str, ...]:
    """The expected line of up to `depth` moves, beginning with `first`, as far as the table knows it.

    With `exact`, the scores in the context's style are final ones and the line is completed to the end.
    """
    names = [first]
    position = position.play(first)
    while len(names) - names.count(PASS) < depth and (moves := position.legal_moves()):
        name = moves[0]
        if name != PASS:
            square = int(table_move(position.state(), context.address))
            left = int(rules.moves_left(position.state()))
            if square != NO_MOVE and position.move_name(square) in moves:
                name = position.move_name(square)
            elif exact and left <= _SOLVED_AGAIN_FROM:
                name = _solved(position, left, context)
            else:
                break
        names.append(name)
        position = position.play(name)
    return tuple(names)


def proved_variation(position: Position, first: str, score: int, context: SearchContext) -> tuple[str, ...]:
    """Return best play, starting with a move proved to have `score`, as far as a short search shows it.

    The table may only have a bound on the value of a position, so that its move need not be the best one:
    every move is checked. No search may be using the context any more; its nodes are unchanged.
    """
    words, nodes, limit = context.words, context.nodes, int(context.words[NODE_LIMIT])
    context.use_style(EXACT.number)
    words[NODE_LIMIT] = min(limit, nodes + _PROVED_LINE_NODES)
    names = [first]
    position, score = position.play(first), -score
    while position.legal_moves():
        name = _proved_move(position, score, context)
        if context.stopped:
            break
        names.append(name)
        position, score = position.play(name), -score
    words[NODES], words[NODE_LIMIT], words[STOP] = nodes, limit, 0
    return tuple(names)


def _proved_move(position: Position, score: int, context: SearchContext) -> str:
    """Return a move that keeps the score of a position, the table's first; meaningless when stopped."""
    moves = root_moves(position)
    if len(moves) > 1:
        known = int(table_move(position.state(), context.address))
        moves.sort(key=lambda move: position.move_square(move.name) != known)
    window, ply = (np.int64(-score), np.int64(1 - score)), np.int64(1)
    for move in moves[:-1]:
        if int(prove_score(move.after, *window, ply, context.address)) <= -score:
            return move.name
    # If no other move is the best one, the last one is.
    return moves[-1].name


def _solved(position: Position, left: int, context: SearchContext) -> str:
    """The best move of a position near the end of the game."""
    values = {
        move.name: -int(
            alphabeta(move.after, -INFINITY, INFINITY, np.int64(left), np.int64(1), context.address)
        )
        for move in root_moves(position)
    }
    return max(values, key=lambda name: values[name])

"""The principal variation: the line that a search expects, read from its transposition table."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.search import rules
from engine.search.alphabeta import alphabeta, prove_score, table_move
from engine.search.context import SearchContext
from engine.search.context_words import NO_MOVE, NODE_LIMIT, NODES, STOP
from engine.search.position import PASS, Position
from engine.search.registry import EXACT
from engine.search.root_moves import root_moves
from engine.search.scores import INFINITY

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

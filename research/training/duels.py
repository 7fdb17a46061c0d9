"""Matches between two learned evaluations: whole games inside compiled code, each opening played twice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np

from engine.errors import EngineError
from engine.jit.bits import count_squares, mix
from engine.jit.compiling import compiled
from engine.search.alphabeta import alphabeta, table_move
from engine.search.context import SearchContext
from engine.search.interface import final, legal, passed, play, plies_left
from engine.search.scores import EXACT, INFINITY
from engine.search.tables import TranspositionTable
from executors.batch import Crew, in_order
from research.training.evaluations import Evaluation, EvaluationFile, evaluation_in
from research.training.selfplay import (
    begin_game,
    below,
    is_move,
    keeping_move,
    next_random,
    nth_move,
    use_style,
)

_NO_PLY = np.int64(0)
_MEGABYTES = 4
#: Random moves at the start of each game, and empties from which play is perfect.
_OPENING = np.int64(8)
_SOLVE_AT = np.int64(12)
#: Games per job.
BLOCK = 20


@compiled
def _duel(start: Any, number: Any, opening: Any, first: Any, second: Any) -> Any:
    """Return the score of game `number` with an opening from a state, for the side that begins: `first`.

    Each side is the address of its context, its style and its depth.
    """
    random = next_random(
        mix(np.uint64(opening) + np.uint64(0xE7037ED1A0B428DB), np.uint64(0xA0761D6478BD642F))
    )
    salt, moved = mix(random, np.uint64(number) + np.uint64(0xD1B54A32D192ED03)), np.int64(0)
    begin_game(number, first[0])
    begin_game(number, second[0])
    state, colour = start, np.int64(0)
    while True:
        moves = legal(state)
        if count_squares(moves) == 0:
            state, colour = passed(state), np.int64(1) - colour
            moves = legal(state)
            if count_squares(moves) == 0:
                break
        left = plies_left(state)
        context, style, depth = second if colour else first
        if moved < _OPENING:
            random = next_random(random)
            square = nth_move(moves, below(random, count_squares(moves)))
        elif left <= _SOLVE_AT:
            use_style(EXACT, salt, context)
            value = alphabeta(state, -INFINITY, INFINITY, left, _NO_PLY, context)
            square = keeping_move(state, value, left, context)
        else:
            use_style(style, salt, context)
            for reach in range(1, depth + 1):
                alphabeta(state, -INFINITY, INFINITY, np.int64(reach), _NO_PLY, context)
            square = table_move(state, context)
            if not is_move(moves, square):
                square = nth_move(moves, np.int64(0))
        moved += np.int64(1)
        state, colour = play(state, square), np.int64(1) - colour
    score = final(state)
    return -score if colour else score


def duel(
    evaluation: Evaluation,
    other: Evaluation,
    games: Iterable[int],
    depth: int,
    others_depth: int | None = None,
) -> np.ndarray[Any, Any]:
    """Return scores in discs for the first of two evaluations of a board in the games with these numbers.

    It begins the games with even numbers. A game's result does not depend on the other games.
    """
    both = (evaluation, other)
    if evaluation.board != other.board:
        raise EngineError(f"one evaluation is for {evaluation.board.name}, the other for {other.board.name}")
    start = evaluation.start
    contexts = [SearchContext(TranspositionTable(_MEGABYTES), game_table=each.tables) for each in both]
    depths = depth, others_depth or depth
    sides = [
        (context.address, each.style, np.int64(reach))
        for context, each, reach in zip(contexts, both, depths, strict=True)
    ]
    scores = []
    for game in games:
        first, second = sides if game % 2 == 0 else reversed(sides)
        score = _duel(start, np.int64(game), np.int64(game // 2), first, second)
        scores.append(score if game % 2 == 0 else -score)
    return np.array(scores, np.int64)


def duel_of_files(
    file: EvaluationFile, other: EvaluationFile, games: range, depth: int, others_depth: int | None
) -> np.ndarray[Any, Any]:
    """Run `duel` on the evaluations in two files, locally or on a worker."""
    return duel(evaluation_in(file), evaluation_in(other), games, depth, others_depth)


def long_duel(
    file: EvaluationFile,
    other: EvaluationFile,
    games: int,
    depth: int,
    others_depth: int | None,
    crew: Crew,
) -> np.ndarray[Any, Any]:
    """Return the scores of this many games, played by a crew in batches."""
    blocks = (range(first, min(first + BLOCK, games)) for first in range(0, games, BLOCK))
    jobs = (partial(duel_of_files, file, other, block, depth, others_depth) for block in blocks)
    return np.concatenate(list(in_order(crew, jobs)))

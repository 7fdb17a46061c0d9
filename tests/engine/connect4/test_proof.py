"""Proofs of Connect 4 scores: bounds, lines, threads and progress, on grids of many sizes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine import Limits, connect4, search
from engine.connect4 import Position
from engine.connect4.book import Solver
from engine.connect4.proof import follow_up_bound, history_score, learn_from_cutoff
from engine.connect4.rules import completing, geometry, has_line, landing
from engine.jit.bits import count_squares
from engine.jit.compiling import compiled
from engine.search import progress
from engine.search.alphabeta import prove_score
from engine.search.context import SearchContext
from engine.search.interface import plies_left
from engine.search.scores import EXACT, INFINITY, MOVE_LISTS, PLY_WORDS
from engine.search.tables import TranspositionTable
from research.connect4_sets import minimax
from tests.cases import for_each
from tests.engine.positions import random_grid
from tests.extent import extent

#: Columns, rows and connect, with states of every class; even and odd numbers of rows and columns.
SIZES = [(7, 6, 4), (4, 4, 3), (5, 5, 4), (4, 6, 4), (7, 7, 4), (9, 5, 5), (12, 8, 4)]
_LOW, _HIGH = np.int64(-64), np.int64(64)


def test_a_cleared_solver_searches_as_a_new_one_does() -> None:
    position = random_grid(1, 26)
    fresh, used = Solver(4), Solver(4)
    used.score(random_grid(2, 26))
    used.clear()
    before = used.nodes
    assert used.score(position) == fresh.score(position)
    assert used.nodes - before == fresh.nodes


def test_a_solver_of_two_threads_finds_what_one_finds() -> None:
    alone, pair = Solver(4), Solver(4, threads=2)
    for seed in range(3):
        position = random_grid(seed, 28)
        assert pair.score(position) == alone.score(position)
        pair.clear()
        assert pair.outcome(position) == alone.outcome(position)
    pair.close()


@compiled
def _learn(index: Any, left: Any, context: Any) -> None:
    learn_from_cutoff(index, left, context)


@compiled
def _history(square: Any, left: Any, context: Any) -> Any:
    return history_score(square, left, context)


def test_moves_that_cause_cut_offs_are_tried_earlier_and_those_before_them_later() -> None:
    context = SearchContext(TranspositionTable(0.01))
    left, other_side = np.int64(20), np.int64(19)
    for index, square in enumerate((3, 17, 30, 24)):
        context.words[int(MOVE_LISTS + left * PLY_WORDS) + index] = 1000 << 8 | square

    def score(square: int, left: Any = left) -> int:
        return int(_history(np.int64(square), left, context.address))

    for _ in range(50):
        _learn(np.int64(2), left, context.address)
    assert score(30) > score(24) == 0 > score(3) == score(17)
    assert [score(square, other_side) for square in (3, 17, 30)] == [0, 0, 0]
    assert score(3) >= -4
    assert score(30) <= 4


def minimax_score(position: Position) -> int:
    """The score by the rules alone."""
    return int(minimax(position.state(), _LOW, _HIGH))


@compiled
def bound_by_following_up(state: Any) -> Any:
    """The bound for the side to move; INFINITY also when it wins with its next disc."""
    grid, taken = geometry(state), state.own | state.opp
    if count_squares(completing(state.own, grid) & landing(taken, grid)) != 0 or has_line(state.opp, grid):
        return INFINITY
    threats = completing(state.opp, grid) & (grid.board ^ taken)
    return follow_up_bound(state.own, state.opp, threats, plies_left(state), grid)


@pytest.mark.long
@for_each("size", SIZES)
def test_follow_up_bounds_never_contradict_minimax(size: tuple[int, int, int]) -> None:
    large = size[0] > 7
    bounds = 0
    for seed in range(3 if large else 40):
        position = random_grid(seed, 5 if large else 2 + seed % 7, size)
        bound = int(bound_by_following_up(position.state()))
        if bound < INFINITY:
            bounds += 1
            assert minimax_score(position) <= bound, position
    # On large grids, and with three in line, few positions are quiet.
    assert bounds >= 4 or large or size[2] == 3


@for_each("size", extent(SIZES[:2], SIZES))
def test_scores_and_outcomes_are_those_of_minimax(size: tuple[int, int, int]) -> None:
    solver = Solver(1)
    for seed in range(6):
        position = random_grid(seed, 5 + seed % 3, size)
        score = minimax_score(position)
        assert solver.score(position) == score, position
        assert solver.outcome(position) == (score > 0) - (score < 0), position


def test_a_window_that_misses_the_score_gives_the_nearer_end() -> None:
    context = SearchContext(TranspositionTable(1))
    context.use_style(int(EXACT))
    for seed in range(6):
        position = random_grid(seed, 9, (5, 4, 3))
        score = minimax_score(position)
        for low in range(-4, 4):
            for high in range(low + 1, 5):
                window = np.int64(low), np.int64(high)
                found = prove_score(position.state(), *window, np.int64(0), context.address)
                assert int(found) == min(max(score, low), high), (position, low, high)


LINES = ["5x5:", "4x6:", "5x4c3:", "6x5:3", "5x6c5:", "7x6:445544551"]


@for_each("text", extent(LINES[:2], LINES))
def test_every_move_of_a_proved_line_keeps_the_score(text: str) -> None:
    position, solver = connect4.parse(text), Solver(16)
    found = search(position, Limits(seconds=None, depth=position.columns * position.rows))
    assert found.exact
    assert (found.score, found.line[0]) == (solver.score(position), found.move)
    score = int(found.score)
    for move in found.line:
        position, score = position.play(move), -score
        result = position.result()
        assert (solver.score(position) if result is None else result.score) == score
    assert position.result() is not None


@for_each("text", extent(["6x5:"], ["6x5:", "5x7:3"]))
def test_two_threads_find_the_score_that_one_finds(text: str) -> None:
    position = connect4.parse(text)
    limits = Limits(seconds=None, depth=position.columns * position.rows)
    found = search(position, limits, threads=2)
    assert (found.exact, found.score) == (True, Solver(16).score(position))


def test_what_a_stopped_thread_was_searching_is_searched_by_the_next() -> None:
    position, table = connect4.parse("6x5:"), TranspositionTable(16)
    for nodes in range(1_000, 40_000, 3_000):
        assert not search(position, Limits(seconds=None, nodes=nodes), table=table).exact
    found = search(position, Limits(seconds=None, depth=30), table=table)
    assert (found.exact, found.score) == (True, Solver(16).score(position))


def test_progress_moves_while_one_root_move_is_proved() -> None:
    position = connect4.parse("6x5:3")
    shares = []
    for nodes in (2_000, 20_000, 50_000):
        context = SearchContext(TranspositionTable(16), nodes)
        context.use_style(int(EXACT))
        progress.reset(context.words)
        progress.enter_child(np.int64(0), np.int64(0), np.int64(2), context.address)
        prove_score(position.state(), np.int64(-1), np.int64(0), np.int64(1), context.address)
        assert context.stopped
        shares.append(progress.share_done(context.words))
    assert 0 <= shares[0] < shares[1] <= shares[2] < 0.5

"""Several threads on one search find what one finds, and stop when they should."""

from __future__ import annotations

import ctypes
import threading
import time
from typing import Any

import numpy as np
import pytest

from engine import Limits, StopFlag, reversi, search
from engine.connect4.book import Solver
from engine.jit.bits import load
from engine.jit.compiling import compiled
from engine.search import scores
from engine.search.context import SearchContext, Team
from engine.search.interface import State, hash_key
from engine.search.results import Progress
from engine.search.scores import AGE, INFINITY, NO_MOVE, SELECTIVITY, STOP, STYLE, Context, Depth, Score
from engine.search.sharing import enter_node, new_marks, put_off, value_found_elsewhere
from engine.search.tables import TranspositionTable
from engine.search.transposition import PROVED, packed, store_entry
from tests.cases import for_each
from tests.engine.positions import random_endgame, random_grid

#: So small that entries are written over all the time, by all threads.
SMALL = 0.05


def word(context: Context, index: Any) -> ctypes.c_uint64:
    """A word of the context at an address."""
    return ctypes.c_uint64.from_address(int(context) + 8 * int(index))


@compiled
def enter(state: State, alpha: Score, beta: Score, depth: Depth, context: Context) -> None:
    """Put a position on the path."""
    place, check = hash_key(state)
    enter_node(place, check, alpha, beta, depth, context)


@compiled
def keep(state: State, lower: Score, upper: Score, depth: Depth, context: Context) -> None:
    """Store bounds in the table."""
    place, check = hash_key(state)
    store_entry(context, place, check, packed(lower, upper, depth, NO_MOVE, load(context, AGE), PROVED))


@for_each("threads", [2, 3])
def test_endings_of_reversi_have_the_score_that_one_thread_finds(threads: int) -> None:
    to_the_end = Limits(seconds=None, depth=60)
    for seed in range(4):
        position = random_endgame(10 * threads + seed, 14 + seed)
        alone = search(position, to_the_end, table=TranspositionTable(1))
        together = search(position, to_the_end, table=TranspositionTable(SMALL), threads=threads)
        assert together.exact
        assert together.score == alone.score, position
        after = search(position.play(together.move), to_the_end, table=TranspositionTable(1))
        assert together.score == -after.score, position


@for_each("threads", [2, 3])
def test_connect4_positions_have_the_score_that_one_thread_finds(threads: int) -> None:
    solver = Solver(16)
    for seed in range(4):
        position = random_grid(10 * threads + seed, 30 - 2 * seed)
        solver.clear()
        table = TranspositionTable(SMALL)
        together = search(position, Limits(seconds=None, depth=42), table=table, threads=threads)
        assert together.exact
        assert together.score == solver.score(position), position


def test_all_threads_work_at_the_same_time_with_the_same_settings() -> None:
    team, together = Team(3, TranspositionTable(SMALL)), threading.Barrier(3)
    team.use_style(2)
    team.words[SELECTIVITY] = 1
    seen: list[tuple[int, int]] = []

    def work(number: int, context: Context) -> int:
        together.wait(timeout=600)
        seen.append((word(context, STYLE).value, word(context, SELECTIVITY).value))
        together.wait(timeout=600)
        return number

    assert team.shared_value(work, 7) == 7
    assert team.shared_value(work, 8) == 8
    team.close()
    assert seen == [(2, 1)] * 6


def test_helpers_stop_when_the_value_is_found_and_do_not_take_the_style_of_a_moment() -> None:
    team, helping, seen = Team(2, TranspositionTable(SMALL)), threading.Event(), []
    team.use_style(2)

    def work(context: Context) -> int:
        if context == team.address:
            # A search values moves by another style for a moment, to put them in order.
            word(context, STYLE).value = 5
            assert helping.wait(timeout=600)
            word(context, STYLE).value = 2
            return 1
        seen.append(word(context, STYLE).value)
        helping.set()
        deadline = time.perf_counter() + 600
        while not word(context, STOP).value and time.perf_counter() < deadline:
            time.sleep(0.001)
        seen.append(word(context, STOP).value)
        return 0

    assert team.shared_value(work) == 1
    team.close()
    assert not team.stopped
    assert seen == [2, 1]


def test_all_threads_share_one_limit_of_nodes() -> None:
    position = random_endgame(5, 30)
    for limit in (1, 50_000):
        found = search(position, Limits(seconds=None, nodes=limit), threads=3)
        assert found.nodes <= limit + 3
        assert found.move in position.legal_moves()
        assert not found.exact


def test_several_threads_end_by_the_flag_and_in_time() -> None:
    position, stop = random_endgame(5, 36), StopFlag()
    before = threading.active_count()

    def end(progress: Progress) -> None:
        if progress.depth >= 10:
            stop.set()

    assert search(position, Limits(seconds=None), stop, end, threads=2).depth >= 9
    start = time.perf_counter()
    assert not search(position, Limits(seconds=0.3), threads=2).exact
    assert time.perf_counter() - start > 0.25
    # Only the thread of the deadlines may be new.
    assert threading.active_count() <= before + 1


def test_progress_counts_the_nodes_of_all_threads() -> None:
    reports: list[Progress] = []
    position = random_endgame(5, 18)
    found = search(position, Limits(seconds=None), progress=reports.append, threads=2)
    assert found.exact
    assert found.nodes >= reports[-1].nodes > 0
    nodes = [report.nodes for report in reports]
    assert nodes == sorted(nodes)


def _contexts(number: int) -> list[SearchContext]:
    """Contexts that share a tree."""
    table, marks = TranspositionTable(SMALL), new_marks()
    contexts = [SearchContext(table) for _ in range(number)]
    for context in contexts:
        context.share_with(marks)
    return contexts


def test_a_move_that_another_thread_searches_is_deferred_and_then_searched() -> None:
    one, other = _contexts(2)
    after, place = reversi.start().play("d3").state(), np.int64(500)
    depth, score = np.int64(14), np.uint64(77 << 8 | 19)
    for context in (one, other):
        context.words[place] = score
    assert not put_off(after, depth, False, place, one.address)
    # The same position to another depth is other work; the first move of all is searched by everybody.
    assert not put_off(after, depth - 1, False, place, other.address)
    assert not put_off(after, depth, False, place, one.address)
    assert not put_off(after, depth, True, place, other.address)
    assert put_off(after, depth, False, place, other.address)
    assert other.words[place] == 19
    assert not put_off(after, depth, False, place, other.address)


@pytest.mark.long
@for_each(
    ("depth", "lower", "upper", "found"),
    [(14, 4, 64, 4), (14, -64, 1, 1), (15, 4, 4, 4), (14, 2, 64, None), (13, 9, 64, None)],
)
def test_threads_return_to_nodes_they_know(depth: int, lower: int, upper: int, found: int | None) -> None:
    (context,) = _contexts(1)
    above, node = reversi.start(), reversi.start().play("d3")
    after = node.play("c3").state()
    for position, beta in ((above, 4), (node, -1)):
        enter(position.state(), np.int64(beta - 3), np.int64(beta), np.int64(14), context.address)
    assert int(value_found_elsewhere(after, np.int64(14), context.address)) == INFINITY
    keep(above.state(), np.int64(lower), np.int64(upper), np.int64(depth), context.address)
    # The node at the end of the path has to go first; what it returns has no meaning.
    first = int(value_found_elsewhere(after, np.int64(14), context.address))
    if found is None:
        assert first == INFINITY
        assert context.words[scores.PATH_LENGTH] == 2
        return
    assert first < INFINITY
    assert [context.words[word] for word in (scores.PATH_LENGTH, scores.UNWIND_TO)] == [1, 1]
    assert int(value_found_elsewhere(node.state(), np.int64(14), context.address)) == found
    assert [context.words[word] for word in (scores.PATH_LENGTH, scores.UNWIND_TO)] == [0, 0]

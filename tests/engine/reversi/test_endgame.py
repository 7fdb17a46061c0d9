"""The published end-game problems: transcribed once, and the first of them solved."""

from __future__ import annotations

import doctest
from pathlib import Path

import numpy as np
import pytest

import engine
from bench import search_core
from bench.search_core import FFO
from engine import EngineError, reversi, search
from engine.players import computer
from engine.reversi import position, transcripts
from engine.reversi.endgame import TABLE_FROM, TABLE_LISTS_END, TABLE_TO
from engine.search import results, rules
from engine.search.alphabeta import alphabeta
from engine.search.context import SearchContext
from engine.search.registry import EXACT
from engine.search.scores import INFINITY, MOVE_LISTS, SELECTIVITY
from engine.search.tables import TranspositionTable
from engine.search.transposition import PROVED
from tests.cases import for_each
from tests.engine.positions import random_endgame

REFERENCE = Path(__file__).parents[3] / "bench" / "ffo-40-49.txt"


def test_the_problems_are_those_of_the_reference_file() -> None:
    rows = [line.split() for line in REFERENCE.read_text().splitlines() if not line.startswith("#")]
    assert [
        (int(number), f"{squares} {side}", int(score), tuple(best.split(",")))
        for number, squares, side, score, best in rows
    ] == [tuple(problem) for problem in FFO]
    empties = [64 - sum(reversi.parse(problem.position).counts()) for problem in FFO]
    assert empties == [20, 22, 22, 23, 23, 24, 24, 25, 25, 26]


def test_the_first_problem_is_solved() -> None:
    (row,) = search_core.measure_endgames(FFO[:1], megabytes=32)
    assert row["right"]
    assert (row["move"], row["score"]) == ("a2", 38)
    # Moves in a worse order double this.
    assert row["nodes"] < 18_000_000


@for_each(("empties", "proved"), [(12, True), (13, False)])
def test_what_a_bold_search_finds_shortly_before_the_end_is_proved(empties: int, proved: bool) -> None:
    position = random_endgame(seed=3, empties=empties)
    context = SearchContext(TranspositionTable(1), game_table=position.search_table())
    context.use_style(EXACT.number)

    def nodes(selectivity: int) -> int:
        before = context.nodes
        context.words[SELECTIVITY] = selectivity
        context.value(alphabeta, position.state(), *map(np.int64, (-64, 64, empties, 0)))
        return context.nodes - before

    assert nodes(0) > 100
    # The table has the whole answer, or none that is good enough.
    assert (nodes(int(PROVED)) == 1) == proved


def test_the_endgame_lists_precede_those_of_the_core() -> None:
    assert TABLE_LISTS_END <= MOVE_LISTS


def _solved(position: reversi.Position, table: TranspositionTable) -> tuple[int, int]:
    """The score and the nodes of the core's search with a full window."""
    context = SearchContext(table, game_table=position.search_table())
    context.use_style(EXACT.number)
    left = int(rules.moves_left(position.state()))
    window = (-INFINITY, INFINITY, np.int64(left), np.int64(0))
    return context.value(alphabeta, position.state(), *window), context.nodes


def _solved_without_table(position: reversi.Position) -> int:
    """Solve by every line down to the depth at which searches stop using the table."""
    moves = position.legal_moves()
    if not moves or rules.moves_left(position.state()) < TABLE_FROM:
        return _solved(position, TranspositionTable(0.01))[0]
    return max(-_solved_without_table(position.play(move)) for move in moves)


@pytest.mark.long
@for_each(("size", "anti"), [(8, False), (6, False), (8, True)])
@for_each("empties", [9, 10])
def test_the_table_changes_no_score_of_the_end(size: int, empties: int, anti: bool) -> None:
    # So small that most entries are overwritten.
    table = TranspositionTable(0.02)
    for seed in range(3):
        position = random_endgame(seed, empties, size, anti=anti)
        assert _solved(position, table)[0] == _solved_without_table(position)


@for_each("empties", [TABLE_FROM, TABLE_TO])
def test_the_table_has_the_answer_the_second_time(empties: np.int64) -> None:
    table, position = TranspositionTable(1), random_endgame(3, int(empties))
    score, nodes = _solved(position, table)
    assert nodes > 100
    assert _solved(position, table) == (score, 1)


def test_a_table_has_a_size_and_a_search_a_thread() -> None:
    for size in (0, -1, 1e9, float("nan")):
        with pytest.raises(EngineError, match="MB"):
            TranspositionTable(size)
    with pytest.raises(EngineError, match="thread"):
        search(reversi.start(), threads=0)


@for_each("module", [engine, computer, position, results, transcripts])
def test_the_examples_in_the_documentation_run(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried > 0
    assert failed == 0

"""The published end-game problems: transcribed once, and the first of them solved."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import engine
from bench import search_core
from bench.ffo_problems import FFO
from engine import EngineError, Limits, reversi, search
from engine.players import computer
from engine.reversi import position, transcripts
from engine.search.transposition import TranspositionTable

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


def test_several_threads_find_the_same() -> None:
    position = reversi.parse(FFO[0].position)
    found = search(position, Limits(seconds=None), threads=2)
    assert found.exact
    assert found.score == 38


def test_a_table_is_shared_and_cleared() -> None:
    table = TranspositionTable(1)
    position = reversi.start()
    first = search(position, Limits(depth=7), table=table)
    again = search(position, Limits(depth=7), table=table)
    assert again.nodes < first.nodes / 2
    assert again.score == first.score
    table.clear()
    assert search(position, Limits(depth=7), table=table).nodes == first.nodes


@pytest.mark.parametrize("size", [0, -1, 1e9, float("nan")])
def test_a_table_has_a_size(size: float) -> None:
    with pytest.raises(EngineError, match="MB"):
        TranspositionTable(size)


def test_a_search_has_a_thread() -> None:
    with pytest.raises(EngineError, match="thread"):
        search(reversi.start(), threads=0)


@pytest.mark.parametrize("module", [engine, computer, position, transcripts])
def test_the_examples_in_the_documentation_run(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried > 0
    assert failed == 0

"""The engine's benchmarks measure correct results and report wrong ones."""

from __future__ import annotations

import pytest

from bench import connect4_book, search_core
from engine import reversi
from engine.search.deepening import search
from engine.search.limits import Limits
from engine.search.scores import ALL_TECHNIQUES, SELECTIVE
from tests.cases import for_each

POSITIONS = [
    "# class, moves, score",
    "late 4673552721513342432466411213355241757 3",
    "late 7276327156476475165734414545661335331 3",
    "wrong 1473732747747251612424121666636 5",
]


def test_the_generic_core_counts_what_plain_functions_count() -> None:
    rows = search_core.measure_perft(reversi_depth=9, connect4_depth=7)
    assert [row["game"] for row in rows] == ["reversi", "connect4"]
    assert all(row["right"] for row in rows)
    assert [row["lines"] for row in rows] == [3005288, 823536]


def test_each_technique_can_be_switched_off_without_changing_the_value() -> None:
    rows = search_core.measure_techniques("connect4", depth=8)
    assert len({row["score"] for row in rows}) == 1
    assert len({row["nodes"] for row in rows}) > 3


def test_only_selective_techniques_change_values_of_reversi() -> None:
    rows = search_core.measure_techniques("reversi", depth=6)
    assert {row["switched_off"] for row in rows} == {"nothing", *search_core.TECHNIQUES}
    full = int(ALL_TECHNIQUES) & ~int(SELECTIVE)
    limits = Limits(seconds=None, depth=6)
    values = {
        search(reversi.start(), limits, techniques=full & ~int(technique)).score
        for technique in search_core.TECHNIQUES.values()
    }
    assert len(values) == 1


def test_connect4_positions_are_solved_class_by_class() -> None:
    rows = search_core.measure_connect4(POSITIONS)
    found = [(row["class"], row["positions"], row["right"]) for row in rows]
    assert found == [("late", 2, True), ("wrong", 1, False)]
    (first, _) = search_core.measure_connect4(POSITIONS, most=1)
    assert first["positions"] == 1


@pytest.mark.long
def test_searches_behind_the_book_find_the_scores_that_were_found_without_it() -> None:
    (row, _) = connect4_book.measure_searches((16, 17), count=3)
    assert (row["ply"], row["positions"], row["same"], row["from_the_book"]) == (16, 3, 3, 0)
    assert row["mean_nodes"] > 0
    assert row["longest_s"] >= row["mean_s"] > 0


def test_searches_end_and_are_late_by_a_finite_time() -> None:
    rows = search_core.measure_stops(tries=2, seconds=0.01)
    assert [row["ended_by"] for row in rows] == ["deadline", "stop flag"]
    assert all(row["worst_ms_late"] >= row["mean_ms_late"] for row in rows)


@for_each("name", search_core.TECHNIQUES)
def test_every_technique_has_a_bit_of_its_own(name: str) -> None:
    others = [int(search_core.TECHNIQUES[other]) for other in search_core.TECHNIQUES if other != name]
    assert int(search_core.TECHNIQUES[name]) not in others

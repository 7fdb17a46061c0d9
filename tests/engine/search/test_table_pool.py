"""Tables that searches leave to the next one of the same variant."""

from __future__ import annotations

import pytest

from engine import Limits, connect4, reversi, search
from engine.search import table_pool
from engine.search.table_pool import borrowed_table
from tests.engine.positions import random_endgame


@pytest.fixture(autouse=True)
def _empty_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """None is kept yet."""
    monkeypatch.setattr(table_pool, "_pool", [])


def test_the_next_search_of_the_variant_gets_the_table_of_the_last() -> None:
    with borrowed_table(reversi.start()) as first:
        pass
    with (
        borrowed_table(reversi.start(anti=True)) as other_rules,
        borrowed_table(reversi.start(6)) as other_size,
    ):
        pass
    with borrowed_table(connect4.start()) as other_game:
        pass
    assert len({id(table) for table in (first, other_rules, other_size, other_game)}) == 4
    with borrowed_table(reversi.start().play("d3")) as again:
        assert again is first


def test_searches_at_once_share_nothing() -> None:
    with borrowed_table(reversi.start()) as one, borrowed_table(reversi.start()) as another:
        assert one is not another


def test_values_by_other_weights_are_not_met(monkeypatch: pytest.MonkeyPatch) -> None:
    position = reversi.start()
    with borrowed_table(position) as one:
        pass
    others = position.search_table().copy()
    monkeypatch.setattr(reversi.Position, "search_table", lambda self: others)
    with borrowed_table(position) as another:
        assert another is not one


def test_only_the_last_tables_are_kept() -> None:
    with borrowed_table(connect4.start(4, 4)) as first:
        pass
    for columns in (5, 6, 7, 8):
        with borrowed_table(connect4.start(columns, 4)):
            pass
    with borrowed_table(connect4.start(4, 4)) as again:
        assert again is not first


def test_a_search_knows_what_the_last_one_learned() -> None:
    position = random_endgame(3, 14)
    first, second = search(position), search(position)
    assert first.score == second.score
    assert first.exact
    assert second.exact
    assert second.nodes < first.nodes


def test_a_search_of_fixed_depth_knows_nothing_of_others() -> None:
    position = random_endgame(3, 14)
    limits = Limits(seconds=None, depth=8)
    before = search(position, limits)
    search(position)
    assert search(position, limits).nodes == before.nodes

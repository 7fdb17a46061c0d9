"""Tables that searches leave to the next one of the same variant."""

from __future__ import annotations

import pytest

from engine import Limits, connect4, reversi, search
from engine.search import deepening
from engine.search.tables import TablePool
from tests.engine.positions import random_endgame


@pytest.fixture(autouse=True)
def tables(monkeypatch: pytest.MonkeyPatch) -> TablePool:
    """The tables of all searches; none is kept yet."""
    made = TablePool(megabytes=1)
    monkeypatch.setattr(deepening, "TABLES", made)
    return made


def test_the_next_search_of_the_variant_gets_the_table_of_the_last(tables: TablePool) -> None:
    with tables.borrow(reversi.start()) as first:
        pass
    with (
        tables.borrow(reversi.start(anti=True)) as other_rules,
        tables.borrow(reversi.start(6)) as other_size,
    ):
        pass
    with tables.borrow(connect4.start()) as other_game:
        pass
    assert len({id(table) for table in (first, other_rules, other_size, other_game)}) == 4
    with tables.borrow(reversi.start().play("d3")) as again:
        assert again is first


def test_searches_at_once_share_nothing(tables: TablePool) -> None:
    with tables.borrow(reversi.start()) as one, tables.borrow(reversi.start()) as another:
        assert one is not another


def test_values_by_other_weights_are_not_met(tables: TablePool, monkeypatch: pytest.MonkeyPatch) -> None:
    position = reversi.start()
    with tables.borrow(position) as one:
        pass
    others = position.search_table().copy()
    monkeypatch.setattr(reversi.Position, "search_table", lambda self: others)
    with tables.borrow(position) as another:
        assert another is not one


def test_a_search_knows_what_the_last_one_learned() -> None:
    position = random_endgame(3, 14)
    first, second = search(position), search(position)
    assert (first.score, first.exact) == (second.score, True)
    assert second.exact
    assert second.nodes < first.nodes


def test_a_search_of_fixed_depth_knows_nothing_of_others() -> None:
    position = random_endgame(3, 14)
    limits = Limits(seconds=None, depth=8)
    before = search(position, limits)
    search(position)
    assert search(position, limits).nodes == before.nodes


def test_how_many_are_kept_can_be_set() -> None:
    none, two = TablePool(1, kept=0), TablePool(1, kept=2)
    borrowed = {}
    for tables in (none, two):
        for columns in (4, 5, 6):
            with tables.borrow(connect4.start(columns, 4)) as borrowed[tables, columns]:
                pass
    for tables, columns, kept in ((none, 6, False), (two, 6, True), (two, 5, True), (two, 4, False)):
        with tables.borrow(connect4.start(columns, 4)) as again:
            assert (again is borrowed[tables, columns]) is kept


def test_tables_of_another_size_are_dropped(tables: TablePool) -> None:
    position = reversi.start()
    with tables.borrow(position) as kept:
        pass
    with tables.borrow(position.play("d3")) as in_use:
        assert in_use is kept
        tables.resize(2, kept=4)
    with tables.borrow(position) as larger:
        assert larger.mask > kept.mask

"""The description of what is stored of people and servers is that of the tables."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, String, Table

from data.people.personal import PERSONAL_DATA
from data.tables.personal import Fate, TableData
from data.tables.schema import UntrustedString, metadata
from tests.cases import for_each

TABLES = list(metadata.sorted_tables)
WITHOUT = {"presence", "versions", "workers"}
"""Tables without personal data."""


def columns_of(kept: TableData) -> list[str]:
    """Every column that the description names, once for each time."""
    server = [kept.server[0]] if kept.server is not None else []
    return [
        *kept.people,
        *(name for name in server if name not in kept.people),
        *kept.texts,
        *kept.places,
        *kept.words,
        *kept.ids,
        *kept.secrets,
    ]


def may_identify(column: Column[object]) -> bool:
    """True if a column can hold an id or a text."""
    if isinstance(column.type, String | UntrustedString | BigInteger):
        return True
    return isinstance(column.type, Integer) and (bool(column.foreign_keys) or column.name.endswith("id"))


@for_each("table", TABLES)
def test_every_id_and_every_text_is_described_once(table: Table) -> None:
    if table.name in WITHOUT:
        assert table.name not in PERSONAL_DATA
        return
    named = columns_of(PERSONAL_DATA[table.name])
    assert sorted(named) == sorted(set(named)), "a column is described twice"
    assert sorted(named) == sorted(column.name for column in table.columns if may_identify(column))


@for_each("table", TABLES)
def test_every_reference_to_a_person_is_one(table: Table) -> None:
    kept = PERSONAL_DATA.get(table.name, None)
    referring = {
        column.name
        for column in table.columns
        if any(key.target_fullname == "players.id" for key in column.foreign_keys)
    }
    assert referring <= set(kept.people if kept is not None else ())


@for_each("table", TABLES)
def test_every_server_is_one(table: Table) -> None:
    if "guild_id" in table.columns:
        server = PERSONAL_DATA[table.name].server
        assert server is not None
        assert server[0] == "guild_id"


def test_nothing_is_described_that_does_not_exist() -> None:
    assert set(PERSONAL_DATA) <= {table.name for table in TABLES}


def test_rows_that_stay_without_a_server_are_those_of_games_puzzles_and_votes() -> None:
    """`data.upkeep.servers` sees to these; a further table needs something done about it there."""
    staying = {
        name for name, kept in PERSONAL_DATA.items() if kept.server and kept.server[1] is Fate.STAYS_WITHOUT
    }
    assert staying == {"games", "results", "puzzle_attempts", "puzzle_runs", "vote_games"}

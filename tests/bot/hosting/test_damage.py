"""`flipfour check` finds every damage of every column, but for those in a list that can only shrink."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import Connection, create_engine, text

from bot.hosting.checking import faults_in
from data.db.database import Database
from data.tables.schema import metadata
from data.upkeep.inspection import Inspection
from tests.bot.hosting.damages import Damage, all_damages, plant
from tests.bot.hosting.test_checking import _play
from tests.extent import extent

pytestmark = pytest.mark.sqlite

ROWS = Path(__file__).with_name("sound_rows.sql")

UNSEEN = Path(__file__).with_name("unseen_damages.txt")

SAMPLE = 40
"""Damages tried unless everything is tested."""


WITHOUT_VALUE = {
    "games.first_computer",
    "games.second_delegate",
    "results.examined",
    "results.former_opponent",
    "tournaments.exhibitor",
}
"""Columns that no row of the database has a value in, so that they cannot be damaged."""


class _OneConnection:
    """A database whose transactions all see what one connection has not committed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def read(self, work: Callable[[Connection], Any]) -> Any:
        return work(self._connection)


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    """A database with a sound row in each table; each test damages it for a moment."""
    path = tmp_path_factory.mktemp("sound") / "games.db"
    asyncio.run(_play(path))
    with closing(sqlite3.connect(path)) as file:
        file.executescript(ROWS.read_text("utf-8"))
    engine = create_engine(f"sqlite:///{path}", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def faults(connection: Connection, *tables: str) -> list[str]:
    """Return what the check says of some tables, or of all."""
    inspection = Inspection(cast("Database", _OneConnection(connection)))
    _, found = asyncio.run(faults_in(inspection, tables or None))
    dangling = [
        f"a row of {table} refers to nothing"
        for table in tables
        for _ in connection.exec_driver_sql(f"PRAGMA foreign_key_check({table})")
    ]
    return [fault for of_subject in found.values() for fault in of_subject] + dangling


def is_seen(connection: Connection, damage: Damage) -> bool | None:
    """Return whether the check finds a damage; None if the database refuses it."""
    connection.exec_driver_sql("SAVEPOINT damage")
    try:
        if not plant(connection, damage):
            return None
        related = {key.column.table.name for key in _keys(damage.table)}
        return bool(faults(connection, damage.table, *(related if damage.column == "*" else ()))) or bool(
            damage.column == "*" and _dangling(connection)
        )
    finally:
        connection.exec_driver_sql("ROLLBACK TO damage")
        connection.exec_driver_sql("RELEASE damage")


def _keys(table: str) -> list[Any]:
    return [key for column in metadata.tables[table].columns for key in column.foreign_keys]


def _dangling(connection: Connection) -> list[Any]:
    return [*connection.exec_driver_sql("PRAGMA foreign_key_check")]


def unseen() -> dict[str, str]:
    """Return the damages that may stay unseen, each with the reason."""
    found: dict[str, str] = {}
    reason = ""
    for line in UNSEEN.read_text("utf-8").splitlines():
        if line.startswith("#"):
            reason = line.removeprefix("#").strip()
        elif line:
            where, _, kinds = line.partition(": ")
            found |= {f"{where} {kind}": reason for kind in kinds.split(", ")}
    return found


def test_the_rows_are_sound(connection: Connection) -> None:
    assert faults(connection) == []
    assert _dangling(connection) == []


def test_every_column_has_a_value_to_be_damaged(connection: Connection) -> None:
    empty = {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if connection.scalar(text(f'SELECT count("{column.name}") FROM {table.name}')) == 0  # noqa: S608
    }
    assert empty == WITHOUT_VALUE


@pytest.mark.long
def test_each_damage_is_seen_or_listed(connection: Connection) -> None:
    damages, listed = [*all_damages(connection)], unseen()
    assert listed.keys() <= {damage.name for damage in damages}, "the list names what cannot happen"
    chosen = extent(random.Random(1).sample(damages, SAMPLE), damages)
    wrong = [
        f"{damage.name} is {'seen, and listed' if seen else 'not seen'}"
        for damage in chosen
        if (seen := is_seen(connection, damage)) is not None and seen is (damage.name in listed)
    ]
    assert wrong == []

"""Personal data: which columns of which tables hold data of people and servers.

The privacy text, the export and the deletion of a person's or a server's data follow from it, and a test
compares it with the tables: every new column is described where its table is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, Table, and_, or_, select

from data.tables.schema import TableData, metadata, personal_data

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

DELETED_PLAYER = 0
"""Id of all people who have deleted their data, in the games of their opponents; no person on Discord has it.
"""

DELETED_NAME = "deleted player"

TEAM_PLAYERS = (-1, -2)
"""Ids in the seats of teams that vote for their moves, by side; no people on Discord have them."""


PERSONAL_DATA: Mapping[str, TableData] = {
    table.name: kept for table in metadata.tables.values() if (kept := personal_data(table)) is not None
}
"""By table, as `data.tables` says it."""


def described() -> tuple[tuple[Table, TableData], ...]:
    """Return all described tables, those that others refer to last."""
    known = reversed(metadata.sorted_tables)
    return tuple((table, PERSONAL_DATA[table.name]) for table in known if table.name in PERSONAL_DATA)


def of_person(table: Table, kept: TableData, column: str, player_id: int) -> ColumnElement[bool]:
    """Return a condition for the rows of a table that name a person in a column."""
    theirs = table.c[column] == player_id
    return theirs if kept.owner is None else and_(theirs, table.c[kept.owner] == "person")


def rows_of(table: Table, kept: TableData, player_id: int) -> Select[Any]:
    """Return a query for the rows of a table that a person may know of, in a stable order."""
    known = [column for column in kept.people if column not in kept.not_told]
    named = or_(*(of_person(table, kept, column, player_id) for column in known))
    return select(table).where(named).order_by(*table.primary_key.columns)

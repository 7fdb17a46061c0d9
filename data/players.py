"""The people: their ids and the names they were last seen with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select
from sqlalchemy.dialects import sqlite

from data.tables import players

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Table
    from sqlalchemy.dialects import postgresql

_LONGEST_NAME = 100

_NAME = select(players.c.name).where(players.c.id == bindparam("player_id"))


def dialect_insert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insertion with ON CONFLICT: both databases have it, in classes of SQLAlchemy that differ."""
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)
    return sqlite.insert(table)


def name_of(connection: Connection, player_id: int) -> str | None:
    """The player's name, or None when they are unknown."""
    name: str | None = connection.scalar(_NAME, {"player_id": player_id})
    return name


def stored_name(name: str) -> str:
    """The name as the table holds it: cut to its length."""
    return name[:_LONGEST_NAME]


def remember(connection: Connection, player_id: int, name: str) -> None:
    """Add the player, or give them this name."""
    connection.execute(
        dialect_insert(connection, players)
        .values(id=player_id, name=name)
        .on_conflict_do_update(index_elements=[players.c.id], set_={"name": name})
    )


def ensure_players(connection: Connection, ids: Iterable[int]) -> None:
    """Add those of the ids that are unknown, named by their number until `remember` has a name."""
    connection.execute(
        dialect_insert(connection, players).on_conflict_do_nothing(index_elements=[players.c.id]),
        [{"id": player_id, "name": str(player_id)} for player_id in sorted(set(ids))],
    )

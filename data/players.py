"""The people: their ids and the names they were last seen with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select
from sqlalchemy.dialects import sqlite

from data.recent import Recent
from data.tables import players

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Table
    from sqlalchemy.dialects import postgresql

    from data.database import Database

_LONGEST_NAME = 100

KEPT = 1000
"""So many names are kept in memory."""

_NAME = select(players.c.name).where(players.c.id == bindparam("player_id"))


class People:
    """The names that people go by."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._names: Recent[int, str] = Recent(KEPT)

    async def remember(self, player_id: int, name: str) -> None:
        """Note the name somebody goes by now. Writes only when it is new; a name is cut to 100 characters."""
        name = name[:_LONGEST_NAME]
        if await self._name(player_id) != name:
            await self._database.write(lambda c: remember(c, player_id, name))
            self._names.keep(player_id, name)

    async def name(self, player_id: int) -> str:
        """The name somebody was last seen with; their id in digits when nobody has seen them."""
        return await self._name(player_id) or str(player_id)

    async def _name(self, player_id: int) -> str | None:
        name = self._names.get(player_id)
        if name is None:
            name = await self._database.read(lambda c: name_of(c, player_id))
            if name is not None:
                self._names.keep(player_id, name)
        return name


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

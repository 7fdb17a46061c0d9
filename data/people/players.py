"""The people: their ids, and the names they were last seen with everywhere and in single servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.dialects import sqlite

from data.db.recent import Recent
from data.tables import nicknames, players
from data.tables.column_types import Untrusted

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Table
    from sqlalchemy.dialects import postgresql

    from data.db.database import Clock, Database

K = TypeVar("K")

_LONGEST_NAME = 100

KEPT = 1000
"""So many names, and so many nicknames, are kept in memory."""

_NAME = select(players.c.name).where(players.c.id == bindparam("player_id"))
_NICKNAME = select(nicknames.c.name).where(
    nicknames.c.player_id == bindparam("player_id"), nicknames.c.guild_id == bindparam("guild_id")
)


class People:
    """The names that people go by."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._seen: set[int] = set()
        self._seen_on = clock().date()
        self._names: Recent[int, str] = Recent(KEPT)
        # Without a nickname: "".
        self._nicknames: Recent[tuple[int, int], str] = Recent(KEPT)

    async def remember(
        self, player_id: int, name: str, guild_id: int | None = None, nickname: str | None = None
    ) -> None:
        """Note the name somebody goes by everywhere and, with `guild_id`, their nickname in that server, None
        when they have none; and once a day, that they were there. Names are cut to 100 characters."""
        name, nickname = name[:_LONGEST_NAME], (nickname or "")[:_LONGEST_NAME]
        now = self._clock()
        if now.date() != self._seen_on:
            self._seen_on, self._seen = now.date(), set()
        if await self._name(player_id) != name or player_id not in self._seen:
            await self._database.write(lambda c: remember(c, player_id, name, now))
            self._keep(self._names, player_id, name)
            self._seen.add(player_id)
        if guild_id is not None and await self._nickname(player_id, guild_id) != nickname:
            await self._database.write(lambda c: remember_nickname(c, player_id, guild_id, nickname))
            self._keep(self._nicknames, (player_id, guild_id), nickname)

    async def knows(self, player_id: int) -> bool:
        """Whether somebody has ever played, or others have named them."""
        return await self._name(player_id) is not None

    async def name(self, player_id: int, guild_id: int | None = None) -> str:
        """The name by which to show somebody in a server (None: outside of all): their nickname there, else
        the name they go by everywhere, else their id in digits."""
        nickname = await self._nickname(player_id, guild_id) if guild_id is not None else ""
        return Untrusted(nickname or await self._name(player_id) or player_id)

    def forget(self, player_id: int) -> None:
        """Somebody has deleted their data: keep no names of theirs in memory, either."""
        self._names.forget(player_id)
        self._nicknames.forget_all(lambda of: of[0] == player_id)
        self._seen.discard(player_id)

    def forget_server(self, guild_id: int) -> None:
        """What belonged to a server was deleted: keep no nicknames of it in memory, either."""
        self._nicknames.forget_all(lambda of: of[1] == guild_id)

    async def _name(self, player_id: int) -> str | None:
        name = self._names.get(player_id)
        if name is None:
            name = await self._database.read(lambda c: name_of(c, player_id))
            if name is not None:
                self._keep(self._names, player_id, name)
        return name

    async def _nickname(self, player_id: int, guild_id: int) -> str:
        nickname = self._nicknames.get((player_id, guild_id))
        if nickname is None:
            nickname = await self._database.read(lambda c: nickname_of(c, player_id, guild_id)) or ""
            self._keep(self._nicknames, (player_id, guild_id), nickname)
        return nickname

    def _keep(self, names: Recent[K, str], key: K, name: str) -> None:
        """Keep a name in memory, unless there are other processes: one of those may change or forget it."""
        if self._database.share.whole:
            names.keep(key, name)


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


def nickname_of(connection: Connection, player_id: int, guild_id: int) -> str | None:
    """What the player calls themselves in a server, or None."""
    nickname: str | None = connection.scalar(_NICKNAME, {"player_id": player_id, "guild_id": guild_id})
    return nickname


def name_in(
    player_id: ColumnElement[int], guild_id: ColumnElement[int | None] | int | None
) -> ColumnElement[str]:
    """The name by which a query shows somebody in a server, as `People.name` does."""
    person = players.alias("person")
    nickname = select(nicknames.c.name).where(
        nicknames.c.player_id == player_id, nicknames.c.guild_id == guild_id
    )
    name = select(person.c.name).where(person.c.id == player_id)
    return func.coalesce(nickname.scalar_subquery(), name.scalar_subquery())


def remember(connection: Connection, player_id: int, name: str, now: datetime) -> None:
    """Add the player, or give them this name; they are there now."""
    known = {"name": name, "seen_at": now}
    connection.execute(
        dialect_insert(connection, players)
        .values(id=player_id, **known)
        .on_conflict_do_update(index_elements=[players.c.id], set_=known)
    )


def remember_nickname(connection: Connection, player_id: int, guild_id: int, nickname: str) -> None:
    """Note what the player calls themselves in a server; nothing when it is empty."""
    if nickname:
        connection.execute(
            dialect_insert(connection, nicknames)
            .values(player_id=player_id, guild_id=guild_id, name=nickname)
            .on_conflict_do_update(
                index_elements=[nicknames.c.player_id, nicknames.c.guild_id], set_={"name": nickname}
            )
        )
    else:
        connection.execute(
            delete(nicknames).where(nicknames.c.player_id == player_id, nicknames.c.guild_id == guild_id)
        )


def ensure_players(connection: Connection, ids: Iterable[int]) -> None:
    """Add those of the ids that are unknown, named by their number until `remember` has a name."""
    connection.execute(
        dialect_insert(connection, players).on_conflict_do_nothing(index_elements=[players.c.id]),
        [{"id": player_id, "name": str(player_id)} for player_id in sorted(set(ids))],
    )

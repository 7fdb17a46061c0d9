"""People and their names, whom they block, and the time zones of servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from cachetools import LRUCache
from sqlalchemy import and_, bindparam, delete, func, insert, or_, select

from data.db.errors import Limit, LimitReached
from data.db.rows import put_row
from data.db.store import CountLock, Store, reading, take_turns, upsert, writing
from data.tables.people import blocks, nicknames, players
from data.tables.schema import Untrusted
from data.tables.standings import server_zones

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.db.store import Stores


K = TypeVar("K")

MAX_NAME = 100
"""Maximum characters of a stored name."""

CACHE_SIZE = 1000
"""Maximum names, and maximum nicknames, in the cache."""

_NAME = select(players.c.name).where(players.c.id == bindparam("player_id"))
_NICKNAME = select(nicknames.c.name).where(
    nicknames.c.player_id == bindparam("player_id"), nicknames.c.guild_id == bindparam("guild_id")
)


class PeopleStore(Store):
    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._seen: set[int] = set()
        self._seen_on = self._clock().date()
        self._names: LRUCache[int, str] = LRUCache(CACHE_SIZE)
        # "" without a nickname.
        self._nicknames: LRUCache[tuple[int, int], str] = LRUCache(CACHE_SIZE)

    async def remember(
        self, player_id: int, name: str, guild_id: int | None = None, nickname: str | None = None
    ) -> None:
        """Note a person's global name and, with `guild_id`, their nickname in that server (None: no
        nickname).

        Once a day this also notes that they were active. Names are cut to MAX_NAME characters.
        """
        name, nickname = name[:MAX_NAME], (nickname or "")[:MAX_NAME]
        now = self._clock()
        if now.date() != self._seen_on:
            self._seen_on, self._seen = now.date(), set()
        if await self._name(player_id) != name or player_id not in self._seen:
            values = {"id": player_id, "name": name, "seen_at": now}
            await self._database.write(lambda c: put_row(c, players, values))
            self._cache(self._names, player_id, name)
            self._seen.add(player_id)
        if guild_id is not None and await self._nickname(player_id, guild_id) != nickname:
            await self._database.write(lambda c: _store_nickname(c, player_id, guild_id, nickname))
            self._cache(self._nicknames, (player_id, guild_id), nickname)

    async def knows(self, player_id: int) -> bool:
        """Return whether a person has ever played, or was named by others."""
        return await self._name(player_id) is not None

    async def name(self, player_id: int, guild_id: int | None = None) -> str:
        """Return a person's nickname in a server (None: outside of servers), else their name, else their
        id."""
        nickname = await self._nickname(player_id, guild_id) if guild_id is not None else ""
        return Untrusted(nickname or await self._name(player_id) or player_id)

    def forget(self, player_id: int) -> None:
        """Drop the cached names of a person whose data were deleted."""
        self._names.pop(player_id, None)
        for key in [key for key in self._nicknames if key[0] == player_id]:
            del self._nicknames[key]
        self._seen.discard(player_id)

    def forget_server(self, guild_id: int) -> None:
        """Drop the cached nicknames of a server whose data were deleted."""
        for key in [key for key in self._nicknames if key[1] == guild_id]:
            del self._nicknames[key]

    async def _name(self, player_id: int) -> str | None:
        name = self._names.get(player_id)
        if name is None:
            name = await self._database.read(lambda c: name_of(c, player_id))
            if name is not None:
                self._cache(self._names, player_id, name)
        return name

    async def _nickname(self, player_id: int, guild_id: int) -> str:
        nickname = self._nicknames.get((player_id, guild_id))
        if nickname is None:
            nickname = await self._database.read(lambda c: nickname_of(c, player_id, guild_id)) or ""
            self._cache(self._nicknames, (player_id, guild_id), nickname)
        return nickname

    def _cache(self, names: LRUCache[K, str], key: K, name: str) -> None:
        # Another process may change or delete a name unnoticed.
        if self._database.share.whole:
            names[key] = name


def name_of(connection: Connection, player_id: int) -> str | None:
    name: str | None = connection.scalar(_NAME, {"player_id": player_id})
    return name


def nickname_of(connection: Connection, player_id: int, guild_id: int) -> str | None:
    nickname: str | None = connection.scalar(_NICKNAME, {"player_id": player_id, "guild_id": guild_id})
    return nickname


def name_in(
    player_id: ColumnElement[int], guild_id: ColumnElement[int | None] | int | None
) -> ColumnElement[str]:
    """Return an expression for the name that `PeopleStore.name` gives, without the id."""
    person = players.alias("person")
    nickname = select(nicknames.c.name).where(
        nicknames.c.player_id == player_id, nicknames.c.guild_id == guild_id
    )
    name = select(person.c.name).where(person.c.id == player_id)
    return func.coalesce(nickname.scalar_subquery(), name.scalar_subquery())


def ensure_players(connection: Connection, ids: Iterable[int]) -> None:
    """Add unknown people, named by their ids until `PeopleStore.remember` has a name."""
    connection.execute(
        upsert(connection, players).on_conflict_do_nothing(index_elements=[players.c.id]),
        [{"id": player_id, "name": str(player_id)} for player_id in sorted(set(ids))],
    )


def _store_nickname(connection: Connection, player_id: int, guild_id: int, nickname: str) -> None:
    this = {"player_id": player_id, "guild_id": guild_id}
    if nickname:
        put_row(connection, nicknames, {**this, "name": nickname})
    else:
        connection.execute(delete(nicknames).filter_by(**this))


MAX_BLOCKED = 100
"""Maximum people one person may block."""


class BlockStore(Store):
    @writing
    def add(self, connection: Connection, blocker_id: int, blocked_id: int) -> None:
        """Block a person, unless they are blocked already; raises LimitReached above MAX_BLOCKED."""
        ensure_players(connection, [blocker_id, blocked_id])
        take_turns(connection, (CountLock.BLOCKS, blocker_id))
        blocked = select(blocks.c.blocked_id).where(blocks.c.blocker_id == blocker_id)
        there = set(connection.scalars(blocked))
        if blocked_id in there:
            return
        if len(there) >= MAX_BLOCKED:
            raise LimitReached(Limit.BLOCKS, "person", MAX_BLOCKED, blocker_id)
        values = {"blocker_id": blocker_id, "blocked_id": blocked_id, "created_at": self._clock()}
        connection.execute(insert(blocks).values(values))

    @writing
    def remove(self, connection: Connection, blocker_id: int, blocked_id: int) -> bool:
        """Unblock a person; returns whether they were blocked."""
        this = (blocks.c.blocker_id == blocker_id, blocks.c.blocked_id == blocked_id)
        return connection.execute(delete(blocks).where(*this)).rowcount > 0

    @reading
    def of(self, connection: Connection, blocker_id: int) -> tuple[int, ...]:
        """Return the ids a person blocks, latest first."""
        blocked = select(blocks.c.blocked_id).where(blocks.c.blocker_id == blocker_id)
        return tuple(connection.scalars(blocked.order_by(blocks.c.created_at.desc(), blocks.c.blocked_id)))

    @reading
    def between(self, connection: Connection, one_id: int, other_id: int) -> frozenset[int]:
        """Return the ids of those of two people who block the other."""
        blocker, blocked = blocks.c.blocker_id, blocks.c.blocked_id
        # Not pairs of values, for which SQLite reads the whole table.
        either = or_(
            and_(blocker == one_id, blocked == other_id), and_(blocker == other_id, blocked == one_id)
        )
        return frozenset(connection.scalars(select(blocker).where(either)))


class ZoneStore(Store):
    @reading
    def of(self, connection: Connection, guild_id: int) -> tuple[tuple[datetime, str], ...]:
        """Return the zones a server has set, each since a moment, in order; "" for the default."""
        return _zones_of(connection, guild_id)


def record_zone(connection: Connection, guild_id: int, zone: str, now: datetime) -> None:
    """Note that a server has a time zone from now on."""
    known = _zones_of(connection, guild_id)
    if zone == (known[-1][1] if known else ""):
        return
    # A clock that was set back must not change their order.
    since = max([now, *(moment for moment, _ in known)])
    put_row(connection, server_zones, {"guild_id": guild_id, "since": since, "zone": zone})


def _zones_of(connection: Connection, guild_id: int) -> tuple[tuple[datetime, str], ...]:
    here = server_zones.c.guild_id == guild_id
    query = select(server_zones.c.since, server_zones.c.zone).where(here).order_by(server_zones.c.since)
    return tuple((row.since, row.zone) for row in connection.execute(query))

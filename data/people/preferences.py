"""Settings of servers and people, stored as text, and the computer players that servers have named."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from cachetools import LRUCache
from sqlalchemy import delete, select

from data.db.errors import Limit, LimitReached, NameTaken
from data.db.rows import insert_row, put_row, read_all, read_one, values_of
from data.db.store import CountLock, Store, reading, take_turns, writing
from data.people.players import ensure_players, record_zone
from data.tables.people import opponents, preferences
from data.tables.schema import require_storable
from languages.typed import folded

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.db.store import Stores


CACHE_SIZE = 5000
"""Maximum servers and people whose settings are in the cache."""

OwnerKind: TypeAlias = Literal["server", "person"]

TIME_ZONE: Final = "time_zone"
"""The setting of servers whose former values are kept, as the days of boards depend on them."""


class Owner(NamedTuple):
    kind: OwnerKind
    id: int


class PreferenceStore(Store):
    """The settings that differ from the defaults."""

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._cache: LRUCache[Owner, Mapping[str, str]] = LRUCache(CACHE_SIZE)
        self._changes = 0

    def cached(self, owner: Owner) -> Mapping[str, str]:
        """Return an owner's settings if they are in the cache; else none."""
        return self._cache.get(owner, MappingProxyType({}))

    async def of(self, owner: Owner) -> Mapping[str, str]:
        """Return an owner's settings by name, from the cache if possible."""
        cached = self._cache.get(owner)
        if cached is not None:
            return cached
        before = self._changes
        theirs = select(preferences.c.name, preferences.c.value).where(*_of(owner))
        rows = await self._database.read(lambda c: c.execute(theirs).all())
        values = MappingProxyType({row.name: row.value for row in rows})
        # A change made meanwhile may be missing here.
        if before == self._changes and self._is_changed_here_only(owner):
            self._cache[owner] = values
        return values

    def _is_changed_here_only(self, owner: Owner) -> bool:
        """Return whether no other process changes an owner's settings: it may any person's, and those of its
        servers."""
        share = self._database.share
        return share.whole or (owner.kind == "server" and share.has(owner.id))

    async def put(self, owner: Owner, name: str, value: str | None) -> None:
        """Store a setting; None restores the default."""
        # Shielded like the transaction, or the cache could keep the former value.
        await asyncio.shield(self._put(owner, name, value))

    async def _put(self, owner: Owner, name: str, value: str | None) -> None:
        now = self._clock()
        await self._database.write(lambda c: _put(c, owner, name, value, now))
        self.forget(owner)

    def forget(self, owner: Owner) -> None:
        """Drop an owner's settings from the cache."""
        self._changes += 1
        self._cache.pop(owner, None)


def _put(connection: Connection, owner: Owner, name: str, value: str | None, now: datetime) -> None:
    if (owner.kind, name) == ("server", TIME_ZONE):
        record_zone(connection, owner.id, value or "", now)
    if value is None:
        connection.execute(delete(preferences).where(*_of(owner), preferences.c.name == name))
    else:
        key = {"owner_kind": owner.kind, "owner_id": owner.id, "name": name}
        put_row(connection, preferences, {**key, "value": value})


def _of(owner: Owner) -> tuple[ColumnElement[bool], ...]:
    return preferences.c.owner_kind == owner.kind, preferences.c.owner_id == owner.id


MAX_OPPONENTS = 50
"""Maximum custom opponents of a server."""

MAX_BY_PERSON = 10
"""Maximum custom opponents of a server created by one person."""


@dataclass(frozen=True, slots=True)
class NewOpponent:
    """A computer player to be saved for a server: `player` is its text, and names differ in more than case,
    accents and width (`languages.typed.folded`)."""

    guild_id: int
    name: str
    player: str
    creator_id: int

    def __post_init__(self) -> None:
        require_storable(self.player)


@dataclass(frozen=True, slots=True)
class SavedOpponent:
    id: int
    guild_id: int
    name: str
    player: str
    creator_id: int


class OpponentStore(Store):
    @writing
    def create(self, connection: Connection, new: NewOpponent) -> SavedOpponent:
        """Save a computer player; raises NameTaken, and LimitReached above MAX_OPPONENTS or MAX_BY_PERSON."""
        present = select(opponents.c.name, opponents.c.creator_id).where(opponents.c.guild_id == new.guild_id)
        take_turns(connection, (CountLock.OPPONENTS, new.guild_id))
        there = connection.execute(present).all()
        # By their names: keys that are older than this comparison have accents.
        if folded(new.name) in {folded(name) for name, _ in there}:
            raise NameTaken(new.name)
        if len(there) >= MAX_OPPONENTS:
            raise LimitReached(Limit.OPPONENTS, "server", MAX_OPPONENTS)
        if sum(creator_id == new.creator_id for _, creator_id in there) >= MAX_BY_PERSON:
            raise LimitReached(Limit.OPPONENTS, "person", MAX_BY_PERSON, new.creator_id)
        ensure_players(connection, [new.creator_id])
        values = values_of(new, key=folded(new.name), created_at=self._clock())
        opponent_id = insert_row(connection, opponents, values)
        return SavedOpponent(opponent_id, new.guild_id, new.name, new.player, new.creator_id)

    @reading
    def of_guild(self, connection: Connection, guild_id: int) -> tuple[SavedOpponent, ...]:
        """Return a server's opponents, by name."""
        theirs = select(opponents).where(opponents.c.guild_id == guild_id)
        return read_all(connection, SavedOpponent, theirs.order_by(opponents.c.key))

    @reading
    def find(self, connection: Connection, opponent_id: int) -> SavedOpponent | None:
        return read_one(connection, SavedOpponent, select(opponents).where(opponents.c.id == opponent_id))

    @writing
    def delete(self, connection: Connection, opponent_id: int) -> bool:
        """Delete an opponent; returns whether there was one. Games against it continue."""
        removed = connection.execute(delete(opponents).where(opponents.c.id == opponent_id))
        return removed.rowcount > 0

"""Common parts of all stores: methods that are transactions, messages and versions of rows, locks, upserts.

    class NameStore(Store):
        @reading
        def name(self, connection: Connection, player_id: int) -> str | None: ...

    name = await store.name(1001)

The methods of a store are queries of a connection; the decorators run each in a separate transaction. The
body of a writing method may run twice, so it only changes the database.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from datetime import UTC, datetime
from enum import IntEnum
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import bindparam, delete, select, text, update
from sqlalchemy.dialects import sqlite

from data.db.registry import Registry
from data.tables.people import players
from data.tables.playing import games

if TYPE_CHECKING:
    from sqlalchemy import Column, Connection, Table
    from sqlalchemy.dialects import postgresql

    from data.db.database import Clock, Database

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound="Store")

PAGE = 100
"""Maximum rows of a list of pending work that are read at once."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class Stores(Registry):
    """The stores of a database: `stores[ClockStore]`. `clock` returns the time to store, aware."""

    def __init__(self, database: Database, clock: Clock, *given: object) -> None:
        super().__init__(*given)
        self.database = database
        self.clock = clock


class Store:
    """A part of the storage, built from the others."""

    def __init__(self, stores: Stores) -> None:
        self._database = stores.database
        self._clock = stores.clock


def reading(
    query: Callable[Concatenate[S, Connection, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Make a query a method that runs in a reading transaction."""

    @wraps(query)
    async def run(store: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._database.read(lambda connection: query(store, connection, *args, **kwargs))

    return run


def writing(
    query: Callable[Concatenate[S, Connection, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Make a query a method that runs in a writing transaction."""

    @wraps(query)
    async def run(store: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._database.write(lambda connection: query(store, connection, *args, **kwargs))

    return run


class ShownStore(Store):
    """A store whose rows are shown by messages; the first column of the key of `table` names a row."""

    table: ClassVar[Table]

    @writing
    def record_message(
        self,
        connection: Connection,
        key: int,
        message_id: int | None,
        *,
        channel_id: int | None = None,
        digest: str | None = None,
    ) -> bool:
        """Record the message that shows a row (None: it was deleted); returns whether the row still exists.

        The channel and the digest of what the message shows are recorded if they are given.
        """
        place = {"channel_id": channel_id, "digest": digest}
        given = {name: value for name, value in place.items() if value is not None}
        shown = update(self.table).where(self._key == key).values(message_id=message_id, **given)
        return connection.execute(shown).rowcount > 0

    @writing
    def drop(self, connection: Connection, key: int) -> None:
        """Delete a row that no message shows."""
        connection.execute(delete(self.table).where(self._key == key))

    @property
    def _key(self) -> Column[Any]:
        return next(iter(self.table.primary_key))


class Event(Protocol):
    """An event as the caller saw it."""

    @property
    def id(self) -> int:
        """The event's number."""

    @property
    def version(self) -> int:
        """A number that grows with every change."""


class EventStore(ShownStore):
    """Events of servers, each with a message.

    `changed` is raised for a change that is based on an old version. The events that match `active` are not
    over; those that match `to_announce` are, and their results were not announced.
    """

    active_where: ClassVar[str]
    to_announce_where: ClassVar[str]
    changed: ClassVar[type[Exception]]

    @reading
    def active(self, connection: Connection) -> tuple[int, ...]:
        """Return the events that are not over, or whose results were not announced."""
        ids: list[int] = []
        for which in (self.active_where, self.to_announce_where):
            query = select(self.table.c.id).where(text(which))
            here = self._database.share.within(query, self.table.c.guild_id)
            ids += connection.scalars(here.order_by(self.table.c.id))
        return tuple(ids)

    @writing
    def record_announced(self, connection: Connection, event_id: int) -> None:
        connection.execute(update(self.table).where(self.table.c.id == event_id).values(announced=True))

    def _advance(self, connection: Connection, seen: Event, **columns: Any) -> None:
        """Change an event, unless it is not as the caller saw it."""
        this = (self.table.c.id == seen.id, self.table.c.version == seen.version)
        done = connection.execute(update(self.table).where(*this).values(version=seen.version + 1, **columns))
        if done.rowcount == 0:
            raise self.changed

    async def _change_event(
        self, seen: Event, work: Callable[[Connection], None] | None, **columns: Any
    ) -> None:
        """Change an event, and what belongs to it, in one transaction."""

        def run(connection: Connection) -> None:
            self._advance(connection, seen, **columns)
            if work is not None:
                work(connection)

        await self._database.write(run)


def upsert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return an insertion that knows ON CONFLICT, for which SQLAlchemy has a class per database."""
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)
    return sqlite.insert(table)


class CountLock(IntEnum):
    """A lock on what is counted before a row is stored; the numbers are the same in every process."""

    GAMES_OF_PERSON = 1
    GAMES_OF_SERVER = 2
    SELF_PLAY_OF_PERSON = 3
    SELF_PLAY_OF_CHANNEL = 4
    SELF_PLAY_OF_SERVER = 5
    REVIEWS = 6
    OPPONENTS = 7
    BLOCKS = 8
    WORKERS = 9
    IMPORTS = 10
    TOURNAMENTS = 11
    SIMULS = 13
    RACES = 14
    VOTES = 21


_TAKE_TURN = text("SELECT pg_advisory_xact_lock(:turn, :id)")
_GAME = select(games.c.id).where(games.c.id == bindparam("id")).with_for_update()

# A writing transaction in SQLite holds the only write lock from its beginning, so only a server needs these.


def take_turns(connection: Connection, *turns: tuple[CountLock, int | None]) -> None:
    """Make other transactions that take the same turns wait until this one ends.

    Each turn belongs to a person, channel or server (None: no need to wait). What is counted afterwards
    includes what those transactions stored.
    """
    if _is_sqlite(connection):
        return
    # In one order everywhere, against deadlocks.
    for turn, id_ in sorted((turn, id_ % 2**31) for turn, id_ in turns if id_ is not None):
        connection.execute(_TAKE_TURN, {"turn": turn, "id": id_})


def hold_game(connection: Connection, game_id: int) -> None:
    """Keep other transactions from changing a game until this one ends."""
    if not _is_sqlite(connection):
        connection.execute(_GAME, {"id": game_id})


def hold_players(connection: Connection, ids: Iterable[int], *, deleting: bool = False) -> None:
    """Keep other transactions from rating these people, or (`deleting`) referring to them, until this one
    ends."""
    if not _is_sqlite(connection):
        rows = select(players.c.id).where(players.c.id.in_(ids)).order_by(players.c.id)
        connection.execute(rows.with_for_update(key_share=not deleting))


def _is_sqlite(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"

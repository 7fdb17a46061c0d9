"""Connections and transactions: one writer, a few readers, none of which ever blocks the event loop.

SQLite allows one writing transaction at a time. Here every writing transaction of the process goes through
one connection, one after the other, and begins with BEGIN IMMEDIATE: it takes the write lock at once instead
of failing half-way with "database is locked" when another process writes. Readers have their own
connections; with the write-ahead log they neither wait for the writer nor hold it up.

Waiting is done on asyncio locks and inside SQLite (busy_timeout, on the connection's thread), never with
timers of the event loop.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from data.errors import StorageError
from data.locations import explain, shown

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from sqlalchemy import Connection
    from sqlalchemy.engine import URL

T = TypeVar("T")

READERS = 4
BUSY_SECONDS = 30


class Database:
    """Two engines on one database. Made by `Storage.open`, after the tables are up to date."""

    def __init__(self, url: URL) -> None:
        self.where = shown(url)
        if url.get_backend_name() == "sqlite":
            self._writer = _sqlite_engine(url, "BEGIN IMMEDIATE", size=1, read_only=False)
            self._readers = _sqlite_engine(url, "BEGIN", size=READERS, read_only=True)
            self._write_places = asyncio.Semaphore(1)
        else:
            self._writer = self._readers = create_async_engine(
                url, pool_size=2 * READERS, max_overflow=0, pool_pre_ping=True
            )
            self._write_places = asyncio.Semaphore(READERS)
        # No more than the pool has, so that the pool itself (which waits with a timer) never waits.
        self._read_places = asyncio.Semaphore(READERS)
        self._running: set[asyncio.Task[Any]] = set()
        self.closed = False

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one state of the database for all its queries."""
        self._check_open()
        async with self._read_places:
            try:
                async with self._readers.begin() as connection:
                    yield connection
            except (DBAPIError, OSError) as error:
                raise StorageError(explain(error, self.where)) from error

    async def write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run `work` in one transaction: committed when it returns, undone when it raises.

        A caller that is cancelled stops waiting, but the transaction runs to its end: one cut off in the
        middle would leave its connection in an unknown state, and every later writer behind it.
        """
        self._check_open()
        task = asyncio.create_task(self._transaction(work))
        self._running.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Let running transactions end, then close all connections. Closing twice does nothing."""
        if self.closed:
            return
        self.closed = True
        if self._running:
            await asyncio.wait(self._running)
        for _ in range(READERS):
            await self._read_places.acquire()
        await self._readers.dispose()
        await self._writer.dispose()

    async def _transaction(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        async with self._write_places:
            try:
                async with self._writer.begin() as connection:
                    return await work(connection)
            except (DBAPIError, OSError) as error:
                raise StorageError(explain(error, self.where)) from error

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            # Marks the exception as seen: when the caller was cancelled, nobody else fetches it.
            task.exception()

    def _check_open(self) -> None:
        if self.closed:
            raise StorageError(f"the database {self.where} is already closed")


def _sqlite_engine(url: URL, begin: str, *, size: int, read_only: bool) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=size, max_overflow=0, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # No transactions begun by the driver: the listener below begins them, of the right kind.
        connection.isolation_level = None
        cursor = connection.cursor()
        try:
            # FULL: what was acknowledged is on the disk, even when the power fails.
            for pragma in ("foreign_keys=ON", "synchronous=FULL", f"query_only={int(read_only)}"):
                cursor.execute(f"PRAGMA {pragma}")
        finally:
            cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine

"""Connections and transactions: one writer, a few readers, none of which ever blocks the event loop.

A transaction is a plain function of a connection. In SQLite it runs from its beginning to its end on a thread
of the storage's own: the event loop is woken once for it, not once for every statement. On a database server
the same function waits for the network, on the event loop, in SQLAlchemy's asynchronous engine.

SQLite allows one writing transaction at a time. Here every writing transaction of the process goes through
one connection, one after the other, and begins with BEGIN IMMEDIATE: it takes the write lock at once instead
of failing half-way with "database is locked" when another process writes. Readers have their own
connections; with the write-ahead log they neither wait for the writer nor hold it up.

Waiting is done on asyncio locks and inside SQLite (busy_timeout, on the connection's thread), never with
timers of the event loop.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import create_engine, event
from sqlalchemy.exc import DBAPIError

from data.errors import StorageError
from data.locations import explain, shown

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine
    from sqlalchemy.engine import URL
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")

READERS = 4
BUSY_SECONDS = 30


class Database(ABC):
    """A database that is open. `Database.at` is called by `Storage.open`, after the tables are up to date."""

    def __init__(self, url: URL) -> None:
        self.where = shown(url)
        self.closed = False

    @staticmethod
    def at(url: URL) -> Database:
        """Open the database at `url`; its connections are made when they are needed."""
        return SqliteFile(url) if url.get_backend_name() == "sqlite" else Server(url)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run `work`, whose queries all see one state of the database."""
        self._check_open()
        return await self._reading(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in one transaction: committed when it returns, undone when it raises.

        A caller that is cancelled stops waiting, but the transaction runs to its end: one cut off in the
        middle would leave its connection in an unknown state, and every later writer behind it.
        """
        self._check_open()
        return await asyncio.shield(self._writing(work))

    async def close(self) -> None:
        """Let running transactions end, then close all connections. Closing twice does nothing."""
        if not self.closed:
            self.closed = True
            await self._end()

    @abstractmethod
    def _reading(self, work: Callable[[Connection], T]) -> asyncio.Future[T]: ...

    @abstractmethod
    def _writing(self, work: Callable[[Connection], T]) -> asyncio.Future[T]: ...

    @abstractmethod
    async def _end(self) -> None: ...

    def _failure(self, error: Exception) -> StorageError:
        return StorageError(explain(error, self.where))

    def _check_open(self) -> None:
        if self.closed:
            raise StorageError(f"the database {self.where} is already closed")


class SqliteFile(Database):
    """Each thread has a connection: there are as many as the pool of its engine holds."""

    def __init__(self, url: URL) -> None:
        super().__init__(url)
        self.writer = _sqlite_engine(url, "BEGIN IMMEDIATE", size=1, read_only=False)
        self.readers = _sqlite_engine(url, "BEGIN", size=READERS, read_only=True)
        self._writer_thread = ThreadPoolExecutor(1, "flipfour-writer")
        self._reader_threads = ThreadPoolExecutor(READERS, "flipfour-reader")

    def _reading(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(self._reader_threads, self._run, self.readers, work)

    def _writing(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(self._writer_thread, self._run, self.writer, work)

    def _run(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        try:
            with engine.begin() as connection:
                return work(connection)
        except (DBAPIError, OSError) as error:
            raise self._failure(error) from error

    async def _end(self) -> None:
        await asyncio.to_thread(self._shut_down)

    def _shut_down(self) -> None:
        for threads, engine in (self._reader_threads, self.readers), (self._writer_thread, self.writer):
            threads.shutdown()
            engine.dispose()


class Server(Database):
    """A pool of connections to a database server."""

    def __init__(self, url: URL) -> None:
        super().__init__(url)
        from sqlalchemy.ext.asyncio import create_async_engine

        self._engine: AsyncEngine = create_async_engine(
            url, pool_size=2 * READERS, max_overflow=0, pool_pre_ping=True
        )
        # No more than the pool has, so that the pool itself (which waits with a timer) never waits.
        self._read_places = asyncio.Semaphore(READERS)
        self._write_places = asyncio.Semaphore(READERS)
        self._running: set[asyncio.Task[Any]] = set()

    def _reading(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        return self._begin(work, self._read_places)

    def _writing(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        return self._begin(work, self._write_places)

    def _begin(self, work: Callable[[Connection], T], places: asyncio.Semaphore) -> asyncio.Future[T]:
        task = asyncio.create_task(self._run(work, places))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _run(self, work: Callable[[Connection], T], places: asyncio.Semaphore) -> T:
        async with places:
            try:
                async with self._engine.begin() as connection:
                    return await connection.run_sync(work)
            except (DBAPIError, OSError) as error:
                raise self._failure(error) from error

    async def _end(self) -> None:
        if self._running:
            await asyncio.wait(self._running)
        await self._engine.dispose()


def _sqlite_engine(url: URL, begin: str, *, size: int, read_only: bool) -> Engine:
    engine = create_engine(url, pool_size=size, max_overflow=0, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # No transactions begun by the driver: the listener below begins them, of the right kind.
        connection.isolation_level = None
        # FULL: what was acknowledged is on the disk, even when the power fails.
        for pragma in ("foreign_keys=ON", "synchronous=FULL", f"query_only={int(read_only)}"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine

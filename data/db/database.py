"""Connections and transactions: one writer, a few readers, none of which ever blocks the event loop.

A transaction is a plain function of a connection. In SQLite it runs from beginning to end on the thread of an
aiosqlite connection, so that the event loop wakes once per transaction, not per statement. On a database
server (data/db/server.py) the same function runs on the event loop, in SQLAlchemy's asynchronous engine.

SQLite allows one writing transaction at a time. All writing transactions of the process go through one
connection and begin with BEGIN IMMEDIATE: they take the write lock at once instead of failing half-way with
"database is locked" when another process writes. Readers have their own connections; with the write-ahead
log, readers and the writer do not wait for each other.

All waiting happens in the threads' queues, on asyncio locks and in SQLite (busy_timeout), never by timers of
the event loop.
"""

from __future__ import annotations

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import aiosqlite
from sqlalchemy import create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import StaticPool
from sqlalchemy.util import LRUCache

from data.db.errors import SQLITE_FAILURES, StorageError, explain, shown
from data.db.share import EVERYTHING

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.engine import URL, Dialect

T = TypeVar("T")

Clock = Callable[[], datetime]
"""Returns the present time, aware."""

_STATEMENTS: LRUCache[Any, Any] = LRUCache(1000)
"""Compiled statements of all SQLite connections."""

READERS = 4

MAPPED_BYTES = 2**28
"""Part of the file that readers map into memory.

Reads of rows all over the file take half the time, since pages aren't copied into the small cache of
each connection. The system's own cache of files holds them and frees them when memory is needed.
"""

BUSY_SECONDS = 30

ANALYSED_ROWS = 1000
"""Maximum rows of each index that statistics are made of: a hundred thousand games take 8 ms."""

ANALYSED_EVERY, ANALYSED_AT_END = 5000, 100
"""Writing transactions after which statistics are made anew, and those that are enough before closing."""

SYNCHRONOUS = "FULL"
"""How SQLite writes: committed transactions survive a power failure."""


def analyse(connection: Connection) -> None:
    """Make the statistics by which SQLite plans queries; without any, it reads far too many rows.

    Other connections read them when the schema has changed, so their table is created anew.
    """
    for statement in (
        f"PRAGMA analysis_limit={ANALYSED_ROWS}",
        "DROP TABLE IF EXISTS sqlite_stat1",
        "ANALYZE",
    ):
        connection.exec_driver_sql(statement)


class Database(ABC):
    """An open database, whose tables are up to date."""

    def __init__(self, url: URL) -> None:
        self.where = shown(url)
        self.closed = False
        self.share = EVERYTHING
        """The servers of this process."""
        self.fence: Callable[[Connection], None] | None = None
        """Begins every writing transaction; raises once this process may no longer store anything."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in one transaction that sees one state of the database."""
        self._check_open()
        return await self._reading(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in one transaction, committed when it returns and rolled back when it raises.

        After a violated constraint, because another process stored a row since the checks of `work`, it runs
        once more and finds that row. So `work` may only change the database.

        If the caller is cancelled, the transaction still completes: a connection cut off in the middle would
        be in an unknown state and block every later writer.
        """
        fence = self.fence

        def fenced(connection: Connection) -> T:
            if fence is not None:
                fence(connection)
            return work(connection)

        return await self.unfenced(fenced)

    async def unfenced(self, work: Callable[[Connection], T]) -> T:
        """Run `work` like `write`, without the fence."""
        self._check_open()
        return await asyncio.shield(self._writing(work))

    async def hold(self, lock: int) -> bool:
        """Hold a lock until this process ends or the database is closed; True if a session did not hold it
        already, and False where databases have no sessions."""
        return False

    async def close(self) -> None:
        """Close all connections after the running transactions. Closing twice does nothing."""
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
    """An SQLite file, with one connection for writing and a few for reading."""

    def __init__(self, url: URL) -> None:
        super().__init__(url)
        self.writer = _SqliteConnection(url, "BEGIN IMMEDIATE", read_only=False)
        self.readers = [_SqliteConnection(url, "BEGIN", read_only=True) for _ in range(READERS)]
        self._running: set[asyncio.Future[Any]] = set()
        self._written = 0
        """Writing transactions since the statistics were made."""

    async def open(self) -> None:
        """Open the connection for writing; readers are opened when they are first needed."""
        try:
            await self.writer
        except SQLITE_FAILURES as error:
            await self._end()
            raise self._failure(error) from error

    def _reading(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        # The first of those that are idle: while one is enough, the others stay closed.
        return self._begin(min(self.readers, key=lambda reader: reader.asked), work)

    def _writing(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        self._written += 1
        done = self._begin(self.writer, work)
        if self._written >= ANALYSED_EVERY:
            self._analyse()
        return done

    def _analyse(self) -> None:
        self._written = 0
        # What fails, such as on a full disk, is made later.
        self._begin(self.writer, analyse).add_done_callback(lambda made: made.cancelled() or made.exception())

    def _begin(self, connection: _SqliteConnection, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        transaction = connection.transaction(partial(self._run, connection, work))
        self._running.add(transaction)
        transaction.add_done_callback(self._running.discard)
        return transaction

    def _run(self, connection: _SqliteConnection, work: Callable[[Connection], T]) -> T:
        # On the connection's thread.
        try:
            try:
                return connection.run(work)
            except IntegrityError:
                return connection.run(work)
        except (DBAPIError, *SQLITE_FAILURES, OSError) as error:
            raise self._failure(error) from error

    async def _end(self) -> None:
        if self._written >= ANALYSED_AT_END:
            self._analyse()
        if self._running:
            await asyncio.wait(self._running)
        for connection in (*self.readers, self.writer):
            await connection.close()


@cache
def _dialect() -> Dialect:
    """The dialect of every connection, so that a statement compiled for one serves them all."""
    engine = create_engine("sqlite://")
    # Connecting tells the dialect the version of SQLite.
    engine.connect().close()
    engine.dispose()
    return engine.dialect


class _SqliteConnection(aiosqlite.Connection):
    """A connection on its own thread, opened by awaiting it or by its first transaction.

    aiosqlite's methods switch to the thread for every statement; here a whole transaction runs there.
    """

    def __init__(self, url: URL, begin: str, *, read_only: bool) -> None:
        # A reader that is opened late must not create a file that was lost meanwhile.
        file = f"{Path(str(url.database)).absolute().as_uri()}?mode=rw"
        connect = partial(sqlite3.connect, file, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        super().__init__(connect, iter_chunk_size=64)
        # The process can exit without closing it; an open transaction is then rolled back.
        self._thread.daemon = True
        # SQLAlchemy compiles the statements, always for this connection.
        self.engine = create_engine(url, creator=self._open, poolclass=StaticPool)
        self.engine.dialect = _dialect()
        self.engine.update_execution_options(compiled_cache=_STATEMENTS)

        @event.listens_for(self.engine, "connect")
        def prepare(connection: sqlite3.Connection, _record: object) -> None:
            for pragma in (
                "foreign_keys=ON",
                f"synchronous={SYNCHRONOUS}",
                f"query_only={int(read_only)}",
                f"mmap_size={MAPPED_BYTES if read_only else 0}",
            ):
                connection.execute(f"PRAGMA {pragma}").close()

        @event.listens_for(self.engine, "begin")
        def begin_transaction(connection: Connection) -> None:
            assert connection.connection.dbapi_connection is not None
            connection.connection.dbapi_connection.execute(begin)

        self._kept: Connection | None = None
        self.asked = 0
        """Number of transactions that run or wait for the thread."""

    def _open(self) -> sqlite3.Connection:
        """Return the open connection, on the thread."""
        if self._connection is None:
            self._connection = self._connector()
        return self._connection

    def transaction(self, call: Callable[[], T]) -> asyncio.Future[T]:
        """Call a transaction on the thread, after those requested before."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.asked += 1
        if self._thread.ident is None:
            self._thread.start()
        done.add_done_callback(self._count_done)
        # Like aiosqlite's methods, but without a coroutine, which would need a task.
        self._tx.put_nowait((done, call))
        return done

    def _count_done(self, _done: object) -> None:
        self.asked -= 1

    async def close(self) -> None:
        """Close the connection after the transactions requested before; closing twice does nothing."""
        if self._thread.ident is not None and self._running:
            self._tx.put_nowait((None, self._give_back))
            stopped = self.stop()
            assert stopped is not None
            await stopped

    def _give_back(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def run(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in one transaction, on the thread."""
        connection, self._kept = self._kept or self.engine.connect(), None
        try:
            with connection.begin():
                done = work(connection)
        except BaseException:
            connection.close()
            raise
        # Kept, since returning it to the engine and taking it again takes as long as a statement.
        self._kept = connection
        return done

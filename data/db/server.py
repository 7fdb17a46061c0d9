"""A PostgreSQL server: a pool of connections, used on the event loop.

Reading transactions see one snapshot (REPEATABLE READ) and cannot write. Writing ones are READ COMMITTED: a
version, a unique constraint, or a lock taken before the check (data/db/store.py) prevents doubles. If two
deadlock, the server rolls one back, which is run again.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from data.db.database import BUSY_SECONDS, READERS, Database
from data.db.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection
    from sqlalchemy.engine import URL
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")

TRIES = 5
"""Maximum tries of a transaction that the server rolls back because of others."""

_UNDONE_FOR_OTHERS = {"40001", "40P01"}
"""Serialization failure and deadlock."""

_SETTINGS = {
    "application_name": "flipfour",
    # Queries are short, so that compiling takes longer than running them.
    "jit": "off",
    # A stalled process blocks others no longer than another program blocks SQLite.
    "lock_timeout": f"{BUSY_SECONDS}s",
    "idle_in_transaction_session_timeout": f"{BUSY_SECONDS}s",
    # A machine that vanishes silently holds no locks for long.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


class Server(Database):
    """A pool of connections to a database server."""

    def __init__(self, url: URL) -> None:
        super().__init__(url)
        self._engine: AsyncEngine = create_async_engine(
            url, pool_size=2 * READERS, max_overflow=0, connect_args={"server_settings": _SETTINGS}
        )
        self._sessions = create_async_engine(
            url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args={"server_settings": _SETTINGS}
        )
        self.writer = self._engine.execution_options(isolation_level="READ COMMITTED")
        self.reader = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        # No more than the pool has, so that the pool, which waits by timers, never waits.
        self._read_places = asyncio.Semaphore(READERS)
        self._write_places = asyncio.Semaphore(READERS)
        self._running: set[asyncio.Task[Any]] = set()
        self._session: AsyncConnection | None = None
        self._held: int | None = None
        """A connection outside of the pool, and the lock that its session holds."""

    async def hold(self, lock: int) -> bool:
        """Hold a lock in a session of its own, which is replaced if its connection is lost."""
        try:
            if self._session is not None and self._held == lock:
                await self._session.execute(text("SELECT 1"))
                return False
        except (DBAPIError, OSError):
            pass
        await self._end_session()
        try:
            self._session = await self._sessions.connect()
            await self._session.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": lock})
        except (DBAPIError, OSError):
            # Without it, the lease expires as usual; the next renewal tries again.
            await self._end_session()
            return False
        self._held = lock
        return True

    async def _end_session(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with suppress(DBAPIError, OSError):
                await session.close()

    def _reading(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        return self._begin(work, self.reader, self._read_places)

    def _writing(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        return self._begin(work, self.writer, self._write_places)

    def _begin(
        self, work: Callable[[Connection], T], engine: AsyncEngine, places: asyncio.Semaphore
    ) -> asyncio.Future[T]:
        task = asyncio.create_task(self._run(work, engine, places))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _run(
        self, work: Callable[[Connection], T], engine: AsyncEngine, places: asyncio.Semaphore
    ) -> T:
        failures: list[DBAPIError] = []
        async with places:
            while True:
                try:
                    return await self._transaction(work, engine)
                except DBAPIError as error:
                    failures.append(error)
                    if not _worth_another_try(failures):
                        raise self._failure(error) from error
                except OSError as error:
                    raise StorageError(
                        f"the database {self.where} cannot be reached ({error}): is the server up?"
                    ) from error

    async def _transaction(self, work: Callable[[Connection], T], engine: AsyncEngine) -> T:
        async with engine.connect() as connection:
            transaction = await connection.begin()
            done = await connection.run_sync(work)
            try:
                await transaction.commit()
            except DBAPIError as error:
                if error.connection_invalidated:
                    # It is unknown whether it was stored, so it is not tried again.
                    raise self._failure(error) from error
                raise
            return done

    async def _end(self) -> None:
        if self._running:
            await asyncio.wait(self._running)
        await self._end_session()
        await self._engine.dispose()


def _worth_another_try(failures: list[DBAPIError]) -> bool:
    """Return whether to retry a transaction that stored nothing, after these failures."""
    latest = failures[-1]
    if getattr(latest.orig, "sqlstate", None) in _UNDONE_FOR_OTHERS:
        return len(failures) < TRIES
    # After a violated constraint, the checks find the other row. After a lost connection, say by a restart of
    # the server, the pool opens new ones.
    return len(failures) == 1 and (isinstance(latest, IntegrityError) or latest.connection_invalidated)

"""Leases: exclusive rights of processes to a share of the servers in a common database.

A process renews its lease. If it hangs or loses the database, the lease expires and another process may take
the share. If it is killed, PostgreSQL ends its session with the lock that it held there, and the other one
need not wait for that. Every writing transaction checks and locks its own lease first, so that a successor
waits for it, and a process that wakes up late can store nothing. Times are the database's, so machines'
clocks need not agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, insert, literal_column, select, update

from data.db.errors import LeaseLost
from data.db.rows import read_all
from data.db.share import Share
from data.db.store import CountLock, Store, take_turns
from data.tables.people import workers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Connection

    from data.db.store import Stores

_SERVER_NOW: ColumnElement[float] = literal_column("extract(epoch FROM clock_timestamp())::double precision")
_SQLITE_NOW: ColumnElement[float] = literal_column("((julianday('now') - 2440587.5) * 86400.0)")

UNRENEWED_SECONDS = 3.5
"""Age of the last renewal from which a lease without its session is lost: more than the interval between
renewals, since after a break, such as a restart of the database, a process needs a new session."""

_LOCKS = 7_415_332 << 32
"""Added to a token, the number of its lock; the same in every process."""

# KEY SHARE prevents deletion of the row, but not its renewal.
_HELD = (
    select(workers.c.token)
    .where(workers.c.token == bindparam("token"))
    .with_for_update(read=True, key_share=True)
)


@dataclass(frozen=True, slots=True)
class Worker:
    """A process with a lease: the lease's number, the process's name, its share, and the seconds left.

    `asked` is true if another process requests the share.
    """

    token: int
    holder: str
    share: Share
    seconds: float
    asked: bool


class LeaseStore(Store):
    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self.token: int | None = None
        """Number of the lease that this process took, even if it has lost it since."""

    def intend(self, share: Share) -> None:
        """Prevent writing until the lease on a share is taken."""
        self._database.share = share
        self._database.fence = self._fence

    async def take(self, shares: Sequence[Share], holder: str, seconds: float) -> Share | None:
        """Take a lease on the first of these shares that is free, for `seconds`; returns None if all are
        taken.

        From then on, this process serves that share only and stores nothing without the lease.
        """
        taken = await self._database.unfenced(lambda c: _take(c, shares, holder, seconds))
        if taken is None:
            return None
        self.token, share = taken
        self._database.share = share
        self._database.fence = self._fence
        await self._enter_session(self.token)
        return share

    async def renew(self, seconds: float) -> Worker | None:
        """Extend the lease to `seconds` from now; returns None if another process has taken it."""
        token = self.token
        assert token is not None, "no lease was taken"
        renewed = await self._database.unfenced(lambda c: _renew(c, token, seconds))
        if renewed is not None:
            await self._enter_session(token)
        return renewed

    async def _enter_session(self, token: int) -> None:
        """Hold the lock with the token's number, if the database has sessions and this one has ended."""
        if await self._database.hold(_LOCKS + token):
            this = update(workers).where(workers.c.token == token).values(in_session=True)
            await self._database.unfenced(lambda c: c.execute(this) and None)

    async def release(self) -> None:
        """Return the lease, if any, so that another process can take it at once."""
        if self.token is not None:
            this = delete(workers).where(workers.c.token == self.token)
            await self._database.unfenced(lambda c: c.execute(this))

    async def ask_for(self, share: Share) -> None:
        """Request a share from the processes that hold a part of it."""
        await self._database.unfenced(lambda c: _ask_for(c, share))

    async def all(self) -> tuple[Worker, ...]:
        """Return the processes with a lease, by share."""
        return await self._database.read(_living)

    def _fence(self, connection: Connection) -> None:
        if self.token is None or connection.scalar(_HELD, {"token": self.token}) is None:
            raise LeaseLost(self._database.share)


def _take(
    connection: Connection, shares: Sequence[Share], holder: str, seconds: float
) -> tuple[int, Share] | None:
    take_turns(connection, (CountLock.WORKERS, 0))
    # Waits for transactions of the processes whose leases have expired.
    connection.execute(delete(workers).where(workers.c.expires_at < _now(connection)))
    for token in _lost(connection, seconds):
        connection.execute(delete(workers).where(workers.c.token == token))
    held = [worker.share for worker in _living(connection)]
    free = [share for share in shares if not any(share.overlaps(other) for other in held)]
    if not free:
        return None
    lease = {"holder": holder[:200], "first": free[0].first, "last": free[0].last, "shards": free[0].count}
    values = {**lease, "expires_at": _now(connection) + seconds, "asked": False}
    taken = insert(workers).values(values).returning(workers.c.token)
    return int(connection.execute(taken).scalar_one()), free[0]


def _lost(connection: Connection, seconds: float) -> list[int]:
    """Return the leases, of so many seconds, of processes whose sessions have ended."""
    renewed_before = workers.c.expires_at < _now(connection) + (seconds - UNRENEWED_SECONDS)
    unrenewed = select(workers.c.token).where(workers.c.in_session, renewed_before)
    return [
        token
        for token in connection.scalars(unrenewed).all()
        if connection.scalar(select(func.pg_try_advisory_xact_lock(_LOCKS + token)))
    ]


def _renew(connection: Connection, token: int, seconds: float) -> Worker | None:
    this = workers.c.token == token
    connection.execute(update(workers).where(this).values(expires_at=_now(connection) + seconds))
    return next((worker for worker in _living(connection) if worker.token == token), None)


def _ask_for(connection: Connection, share: Share) -> None:
    held = [worker.token for worker in _living(connection) if worker.share.overlaps(share)]
    connection.execute(update(workers).where(workers.c.token.in_(held)).values(asked=True))


def _living(connection: Connection) -> tuple[Worker, ...]:
    left = (workers.c.expires_at - _now(connection)).label("seconds")
    living = select(workers, workers.c.shards.label("count"), left).order_by(
        workers.c.shards, workers.c.first
    )
    return read_all(connection, Worker, living)


def _now(connection: Connection) -> ColumnElement[float]:
    """Return an expression for the database's time, in seconds since 1970."""
    return _SQLITE_NOW if connection.dialect.name == "sqlite" else _SERVER_NOW

"""Which process looks after which servers: leases, where several share one database.

A process that holds a lease renews it. One that is killed, or cannot reach the database any more, lets it
run out, and another process takes its place. Everything that a process stores begins with a look at its own
lease, and holds it until the transaction ends: whoever takes the place waits for those transactions, and
after that the process before can store nothing, however late it wakes up. Times are those of the database,
so the clocks of several machines need not agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, literal_column, select, update

from data.db.errors import LeaseLost
from data.db.share import Share
from data.db.store import Store, Turn, take_turns
from data.tables import workers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Connection

    from data.db.database import Database

_SERVER_NOW: ColumnElement[float] = literal_column("extract(epoch FROM clock_timestamp())::double precision")
_SQLITE_NOW: ColumnElement[float] = literal_column("((julianday('now') - 2440587.5) * 86400.0)")

# KEY SHARE keeps others from deleting the row, and lets it be renewed.
_HELD = (
    select(workers.c.token)
    .where(workers.c.token == bindparam("token"))
    .with_for_update(read=True, key_share=True)
)


@dataclass(frozen=True, slots=True)
class Worker:
    """A process that holds a lease: the number of the lease, what it calls itself, what it looks after, and
    the seconds left. `asked` says that another process wants to take its place."""

    token: int
    holder: str
    share: Share
    seconds: float
    asked: bool


class LeaseStore(Store):
    """The lease of this process, and those of the others."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.token: int | None = None
        """The number of the lease that this process has taken, also when it has lost it since."""

    def intend(self, share: Share) -> None:
        """Store nothing before the lease on a share is taken."""
        self._database.share = share
        self._database.fence = self._fence

    async def take(self, shares: Sequence[Share], holder: str, seconds: float) -> Share | None:
        """Take the first of these shares that no other process holds, for so many seconds; None when all are
        held. From then on this process works on that share only, and stores nothing without the lease."""
        taken = await self._database.unfenced(lambda c: take(c, shares, holder, seconds))
        if taken is None:
            return None
        self.token, share = taken
        self._database.share = share
        self._database.fence = self._fence
        return share

    async def renew(self, seconds: float) -> Worker | None:
        """Hold the lease for so many seconds from now on; None when another process has taken it."""
        token = self._taken()
        return await self._database.unfenced(lambda c: renew(c, token, seconds))

    async def release(self) -> None:
        """Give the lease back, if one was taken: another process may take it at once."""
        token = self.token
        if token is not None:
            await self._database.unfenced(lambda c: release(c, token))

    async def ask_for(self, share: Share) -> None:
        """Ask those who hold a part of a share to give it back."""
        await self._database.unfenced(lambda c: ask_for(c, share))

    async def all(self) -> tuple[Worker, ...]:
        """The processes that hold a lease, by what they look after."""
        return await self._database.read(living)

    def _taken(self) -> int:
        assert self.token is not None, "no lease was taken"
        return self.token

    def _fence(self, connection: Connection) -> None:
        if self.token is None or connection.scalar(_HELD, {"token": self.token}) is None:
            raise LeaseLost(self._database.share)


def take(
    connection: Connection, shares: Sequence[Share], holder: str, seconds: float
) -> tuple[int, Share] | None:
    """Take the first share that is free; its token, or None."""
    take_turns(connection, (Turn.WORKERS, 0))
    # Waits for what those are storing that have been away for too long.
    connection.execute(delete(workers).where(workers.c.expires_at < _now(connection)))
    held = [worker.share for worker in living(connection)]
    free = [share for share in shares if not any(share.overlaps(other) for other in held)]
    if not free:
        return None
    token = connection.scalar(
        insert(workers)
        .values(
            holder=holder[:200],
            first=free[0].first,
            last=free[0].last,
            shards=free[0].count,
            expires_at=_now(connection) + seconds,
            asked=False,
        )
        .returning(workers.c.token)
    )
    assert token is not None
    return int(token), free[0]


def renew(connection: Connection, token: int, seconds: float) -> Worker | None:
    """Hold a lease for longer; None when it is gone."""
    this = workers.c.token == token
    connection.execute(update(workers).where(this).values(expires_at=_now(connection) + seconds))
    return next((worker for worker in living(connection) if worker.token == token), None)


def release(connection: Connection, token: int) -> None:
    """Give a lease back."""
    connection.execute(delete(workers).where(workers.c.token == token))


def ask_for(connection: Connection, share: Share) -> None:
    """Ask for a share."""
    held = [worker.token for worker in living(connection) if worker.share.overlaps(share)]
    connection.execute(update(workers).where(workers.c.token.in_(held)).values(asked=True))


def living(connection: Connection) -> tuple[Worker, ...]:
    """The processes that hold a lease."""
    left = (workers.c.expires_at - _now(connection)).label("left")
    rows = connection.execute(select(workers, left).order_by(workers.c.shards, workers.c.first)).mappings()
    return tuple(
        Worker(
            token=row["token"],
            holder=row["holder"],
            share=Share(row["first"], row["last"], row["shards"]),
            seconds=row["left"],
            asked=row["asked"],
        )
        for row in rows
    )


def _now(connection: Connection) -> ColumnElement[float]:
    """Seconds since 1970 on the clock of the database."""
    return _SQLITE_NOW if connection.dialect.name == "sqlite" else _SERVER_NOW

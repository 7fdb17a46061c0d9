"""Whose challenges people do not take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, insert, or_, select

from data.db.errors import Limit, LimitReached
from data.db.locks import Turn, take_turns
from data.people.players import ensure_players
from data.tables import blocks

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection

    from data.db.database import Clock, Database

MOST_BLOCKED = 100
"""So many others one person can block."""


class Blocks:
    """Who has blocked whom."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def add(self, blocker_id: int, blocked_id: int) -> None:
        """Note that one person blocks another, if it is not noted yet. Raises LimitReached above
        MOST_BLOCKED."""
        now = self._clock()
        await self._database.write(lambda c: add(c, blocker_id, blocked_id, now))

    async def remove(self, blocker_id: int, blocked_id: int) -> bool:
        """Note that one person does not block another any more; returns whether they did."""
        return await self._database.write(lambda c: remove(c, blocker_id, blocked_id))

    async def of(self, blocker_id: int) -> tuple[int, ...]:
        """Those whom a person blocks, the latest first."""
        return await self._database.read(lambda c: blocked_by(c, blocker_id))

    async def between(self, one_id: int, other_id: int) -> frozenset[int]:
        """Who of two people blocks the other."""
        return await self._database.read(lambda c: between(c, one_id, other_id))


def add(connection: Connection, blocker_id: int, blocked_id: int, now: datetime) -> None:
    """Note that one person blocks another; raises LimitReached."""
    ensure_players(connection, [blocker_id, blocked_id])
    take_turns(connection, (Turn.BLOCKS, blocker_id))
    there = set(connection.scalars(select(blocks.c.blocked_id).where(blocks.c.blocker_id == blocker_id)))
    if blocked_id in there:
        return
    if len(there) >= MOST_BLOCKED:
        raise LimitReached(Limit.BLOCKS, "person", MOST_BLOCKED, blocker_id)
    connection.execute(insert(blocks).values(blocker_id=blocker_id, blocked_id=blocked_id, created_at=now))


def remove(connection: Connection, blocker_id: int, blocked_id: int) -> bool:
    """Forget that one person blocks another; returns whether they did."""
    removed = connection.execute(
        delete(blocks).where(blocks.c.blocker_id == blocker_id, blocks.c.blocked_id == blocked_id)
    )
    return removed.rowcount > 0


def blocked_by(connection: Connection, blocker_id: int) -> tuple[int, ...]:
    """Those whom a person blocks, the latest first."""
    return tuple(
        connection.scalars(
            select(blocks.c.blocked_id)
            .where(blocks.c.blocker_id == blocker_id)
            .order_by(blocks.c.created_at.desc(), blocks.c.blocked_id)
        )
    )


def between(connection: Connection, one_id: int, other_id: int) -> frozenset[int]:
    """Who of two people blocks the other."""
    blocker, blocked = blocks.c.blocker_id, blocks.c.blocked_id
    return frozenset(
        connection.scalars(
            select(blocker).where(
                or_(
                    and_(blocker == one_id, blocked == other_id), and_(blocker == other_id, blocked == one_id)
                )
            )
        )
    )

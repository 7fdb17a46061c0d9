"""Blocks: two people of whom one blocks the other start no game together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, insert, or_, select

from data.db.errors import Limit, LimitReached
from data.db.store import CountLock, Store, reading, take_turns, writing
from data.people.players import ensure_players
from data.tables.people import blocks

if TYPE_CHECKING:
    from sqlalchemy import Connection

MAX_BLOCKED = 100
"""Maximum people one person may block."""


class BlockStore(Store):
    """The blocks."""

    @writing
    def add(self, connection: Connection, blocker_id: int, blocked_id: int) -> None:
        """Block a person, unless they are blocked already; raises LimitReached above MAX_BLOCKED."""
        ensure_players(connection, [blocker_id, blocked_id])
        take_turns(connection, (CountLock.BLOCKS, blocker_id))
        blocked = set(
            connection.scalars(select(blocks.c.blocked_id).where(blocks.c.blocker_id == blocker_id))
        )
        if blocked_id in blocked:
            return
        if len(blocked) >= MAX_BLOCKED:
            raise LimitReached(Limit.BLOCKS, "person", MAX_BLOCKED, blocker_id)
        connection.execute(
            insert(blocks).values(blocker_id=blocker_id, blocked_id=blocked_id, created_at=self._clock())
        )

    @writing
    def remove(self, connection: Connection, blocker_id: int, blocked_id: int) -> bool:
        """Unblock a person; returns whether they were blocked."""
        removed = connection.execute(
            delete(blocks).where(blocks.c.blocker_id == blocker_id, blocks.c.blocked_id == blocked_id)
        )
        return removed.rowcount > 0

    @reading
    def of(self, connection: Connection, blocker_id: int) -> tuple[int, ...]:
        """Return the ids a person blocks, latest first."""
        return tuple(
            connection.scalars(
                select(blocks.c.blocked_id)
                .where(blocks.c.blocker_id == blocker_id)
                .order_by(blocks.c.created_at.desc(), blocks.c.blocked_id)
            )
        )

    @reading
    def between(self, connection: Connection, one_id: int, other_id: int) -> frozenset[int]:
        """Return the ids of those of two people who block the other."""
        blocker, blocked = blocks.c.blocker_id, blocks.c.blocked_id
        return frozenset(
            connection.scalars(
                select(blocker).where(
                    or_(
                        and_(blocker == one_id, blocked == other_id),
                        and_(blocker == other_id, blocked == one_id),
                    )
                )
            )
        )

"""Events such as tournaments: stored, shown by a message, and changed by steps based on a version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from sqlalchemy import func, select, text, update

from data.db.errors import LimitReached
from data.db.store import ShownStore, reading, writing

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import ColumnElement, Connection

    from data.db.errors import Limit


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
        found: list[int] = []
        for which in (self.active_where, self.to_announce_where):
            query = select(self.table.c.id).where(text(which))
            here = self._database.share.within(query, self.table.c.guild_id)
            found += connection.scalars(here.order_by(self.table.c.id))
        return tuple(found)

    @writing
    def record_announced(self, connection: Connection, event_id: int) -> None:
        """Note that the results were announced."""
        connection.execute(update(self.table).where(self.table.c.id == event_id).values(announced=True))

    def _require_fair_share(
        self,
        connection: Connection,
        limit: Limit,
        guild_id: int,
        organiser_id: int,
        maximum: int,
        *which: ColumnElement[bool],
    ) -> None:
        """Raise LimitReached if a person has `maximum` such events in a server that are not over."""
        own = (self.table.c.guild_id == guild_id, self.table.c.organiser_id == organiser_id)
        if self._count_active(connection, *own, *which) >= maximum:
            raise LimitReached(limit, "person", maximum, organiser_id)

    def _count_active(self, connection: Connection, *which: ColumnElement[bool]) -> int:
        query = select(func.count()).select_from(self.table).where(text(self.active_where), *which)
        return connection.scalar(query) or 0

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

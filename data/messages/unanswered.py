"""Commands that were acknowledged but not answered yet; a start ends those that a killed process left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from data.db.rows import read_all, values_of
from data.db.store import Store, writing
from data.tables.messages import unanswered

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class Unanswered:
    """An acknowledged command: the interaction's id and token, and where it was used."""

    id: int
    token: str
    channel_id: int
    guild_id: int | None = None


class UnansweredStore(Store):
    """The acknowledged commands."""

    @writing
    def note(self, connection: Connection, command: Unanswered) -> None:
        """Store a command until it is answered."""
        connection.execute(insert(unanswered).values(values_of(command, created_at=self._clock())))

    @writing
    def forget(self, connection: Connection, command_id: int) -> None:
        """Delete a command that was answered."""
        connection.execute(delete(unanswered).where(unanswered.c.id == command_id))

    async def not_older_than(self, lifetime: timedelta) -> tuple[Unanswered, ...]:
        """Return the commands not older than `lifetime`, and delete the others."""
        oldest = self._clock() - lifetime
        await self._database.write(
            lambda c: c.execute(delete(unanswered).where(unanswered.c.created_at < oldest))
        )
        return await self._database.read(lambda c: self._since(c, oldest))

    def _since(self, connection: Connection, moment: datetime) -> tuple[Unanswered, ...]:
        recent = select(unanswered).where(unanswered.c.created_at >= moment)
        here = self._database.share.within(recent, unanswered.c.guild_id)
        return read_all(connection, Unanswered, here.order_by(unanswered.c.id))

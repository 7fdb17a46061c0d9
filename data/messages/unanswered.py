"""Commands that were acknowledged and not answered yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from data.db.share import EVERYTHING, Share
from data.tables import unanswered

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from sqlalchemy import Connection

    from data.db.database import Clock, Database


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A command that was acknowledged: the interaction's id and token, and where it was used."""

    id: int
    token: str
    channel_id: int
    guild_id: int | None = None


class UnansweredCommands:
    """The commands that were acknowledged and not answered yet."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def note(self, command: Unanswered) -> None:
        """Keep a command that was acknowledged, until it is answered."""
        now = self._clock()
        await self._database.write(lambda c: note(c, command, now))

    async def forget(self, command_id: int) -> None:
        """Note that a command was answered."""
        await self._database.write(lambda c: forget(c, command_id))

    async def not_older_than(self, lifetime: timedelta) -> tuple[Unanswered, ...]:
        """The commands not older than `lifetime` that were not answered; older ones are forgotten."""
        oldest = self._clock() - lifetime
        await self._database.write(lambda c: forget_before(c, oldest))
        share = self._database.share
        return await self._database.read(lambda c: since(c, oldest, share))


def note(connection: Connection, command: Unanswered, now: datetime) -> None:
    """Keep a command until it is answered."""
    connection.execute(
        insert(unanswered).values(
            id=command.id,
            token=command.token,
            channel_id=command.channel_id,
            guild_id=command.guild_id,
            created_at=now,
        )
    )


def since(connection: Connection, moment: datetime, share: Share = EVERYTHING) -> tuple[Unanswered, ...]:
    """Those acknowledged since a moment, oldest first."""
    here = share.within(select(unanswered).where(unanswered.c.created_at >= moment), unanswered.c.guild_id)
    return tuple(
        Unanswered(row.id, row.token, row.channel_id, row.guild_id)
        for row in connection.execute(here.order_by(unanswered.c.id))
    )


def forget(connection: Connection, command_id: int) -> None:
    """A command has been answered."""
    connection.execute(delete(unanswered).where(unanswered.c.id == command_id))


def forget_before(connection: Connection, moment: datetime) -> None:
    """Forget what cannot be answered any more."""
    connection.execute(delete(unanswered).where(unanswered.c.created_at < moment))

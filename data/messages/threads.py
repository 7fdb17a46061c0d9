"""The threads in which games are played, and the channels they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from data.db.recent import Recent
from data.people.players import dialect_insert
from data.tables import threads

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from data.db.database import Database

KEPT = 1000
"""So many threads are kept in memory."""

NO_PARENT = 0


class Threads:
    """The threads that were opened for games, or in which games were played when they were closed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._parents: Recent[int, int] = Recent(KEPT)

    async def note(self, thread_id: int, parent_id: int, guild_id: int | None) -> None:
        """Note the channel of a thread."""
        await self._database.write(lambda c: note(c, thread_id, parent_id, guild_id))
        self._parents.keep(thread_id, parent_id)

    async def parent_of(self, channel_id: int) -> int | None:
        """The channel that a thread belongs to; None for what is no thread, as far as is known."""
        parent = self._parents.get(channel_id)
        if parent is None:
            parent = await self._database.read(lambda c: parent_of(c, channel_id)) or NO_PARENT
            self._parents.keep(channel_id, parent)
        return parent or None


def note(connection: Connection, thread_id: int, parent_id: int, guild_id: int | None) -> None:
    """Note the channel of a thread."""
    connection.execute(
        dialect_insert(connection, threads)
        .values(id=thread_id, channel_id=parent_id, guild_id=guild_id)
        .on_conflict_do_nothing(index_elements=[threads.c.id])
    )


def parent_of(connection: Connection, thread_id: int) -> int | None:
    """The channel of a thread."""
    parent: int | None = connection.scalar(select(threads.c.channel_id).where(threads.c.id == thread_id))
    return parent

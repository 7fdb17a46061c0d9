"""Channels' lists and threads, and commands that were acknowledged but not answered yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cachetools import LRUCache
from sqlalchemy import BigInteger, bindparam, delete, func, insert, select, text, union_all

from data.db.rows import add_row, put_row, read_all, read_one, record_of, values_of
from data.db.store import ShownStore, Store, reading, writing
from data.games.records import Seat
from data.tables.messages import channel_lists, threads, unanswered
from data.tables.playing import IN_CHANNEL, games

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from sqlalchemy import Connection, RowMapping

    from data.db.store import Stores


@dataclass(frozen=True, slots=True)
class ChannelList:
    """A posted list of the games in a channel: its message, if sent, and a `digest` of what that shows."""

    channel_id: int
    guild_id: int | None
    message_id: int | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in progress, as a list shows it.

    `turn` is the side to move and `players` the texts of the computer players, if any, that play each side.
    `flag_at` is when the side to move runs out of time; None while no clock runs.
    """

    id: int
    game: str
    options: str
    guild_id: int | None
    channel_id: int
    message_id: int | None
    seats: tuple[Seat, Seat]
    players: tuple[str | None, str | None]
    turn: int
    paused: bool
    flag_at: datetime | None


_CHANNELS = union_all(
    select(bindparam("channel_id", type_=BigInteger)),
    select(threads.c.id).where(threads.c.channel_id == bindparam("channel_id")),
)
_HERE = (text(IN_CHANNEL), games.c.channel_id.in_(_CHANNELS))
_LISTED = select(games).where(*_HERE).order_by(games.c.moved_at.desc(), games.c.id.desc())
_COUNT = select(func.count()).select_from(games).where(*_HERE)


class ChannelListStore(ShownStore):
    table = channel_lists

    @writing
    def keep(self, connection: Connection, kept: ChannelList) -> None:
        put_row(connection, channel_lists, values_of(kept))

    @writing
    def forget(self, connection: Connection, channel_id: int) -> bool:
        """Delete the list of a channel; returns whether there was one."""
        deleted = connection.execute(delete(channel_lists).where(channel_lists.c.channel_id == channel_id))
        return deleted.rowcount > 0

    @reading
    def of(self, connection: Connection, channel_id: int) -> ChannelList | None:
        this = channel_lists.c.channel_id == channel_id
        return read_one(connection, ChannelList, select(channel_lists).where(this))

    @reading
    def channels(self, connection: Connection) -> tuple[int, ...]:
        share = self._database.share
        here = share.within(select(channel_lists.c.channel_id), channel_lists.c.guild_id)
        return tuple(connection.scalars(here.order_by(channel_lists.c.channel_id)))

    @reading
    def games_in(
        self, connection: Connection, channel_id: int, limit: int
    ) -> tuple[tuple[ListedGame, ...], int]:
        """Return games in progress in a channel and its threads, latest move first, and their total
        number."""
        values = {"channel_id": channel_id}
        rows = connection.execute(_LISTED.limit(limit), values).mappings()
        return tuple(map(_listed, rows)), connection.scalar(_COUNT, values) or 0


def _listed(row: RowMapping) -> ListedGame:
    return record_of(
        ListedGame,
        row,
        seats=(
            Seat(row["first_player_id"], row["first_computer"]),
            Seat(row["second_player_id"], row["second_computer"]),
        ),
        players=(
            row["first_computer"] or row["first_delegate"],
            row["second_computer"] or row["second_delegate"],
        ),
        paused=row["paused_at"] is not None,
    )


CACHE_SIZE = 1000
"""Maximum channels whose parents are in the cache."""

_NO_PARENT = 0


class ThreadStore(Store):
    """The threads that were opened for games, or had games when they were closed."""

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._parents: LRUCache[int, int] = LRUCache(CACHE_SIZE)

    async def record(self, thread_id: int, parent_id: int, guild_id: int | None) -> None:
        values = {"id": thread_id, "channel_id": parent_id, "guild_id": guild_id}
        await self._database.write(lambda c: add_row(c, threads, values))
        self._parents[thread_id] = parent_id

    async def parent_of(self, channel_id: int) -> int | None:
        """Return the channel of a thread; None for a channel that is not a known thread."""
        parent = self._parents.get(channel_id)
        if parent is None:
            known = select(threads.c.channel_id).where(threads.c.id == channel_id)
            parent = await self._database.read(lambda c: c.scalar(known)) or _NO_PARENT
            self._parents[channel_id] = parent
        return parent or None


@dataclass(frozen=True, slots=True)
class Unanswered:
    """An acknowledged command: the interaction's id and token, and where it was used."""

    id: int
    token: str
    channel_id: int
    guild_id: int | None = None


class UnansweredStore(Store):
    @writing
    def record(self, connection: Connection, command: Unanswered) -> None:
        """Store a command until it is answered."""
        connection.execute(insert(unanswered).values(values_of(command, created_at=self._clock())))

    @writing
    def forget(self, connection: Connection, command_id: int) -> None:
        connection.execute(delete(unanswered).where(unanswered.c.id == command_id))

    async def not_older_than(self, lifetime: timedelta) -> tuple[Unanswered, ...]:
        """Return the commands not older than `lifetime`, and delete the others."""
        oldest = self._clock() - lifetime
        old = delete(unanswered).where(unanswered.c.created_at < oldest)
        await self._database.write(lambda c: c.execute(old))
        recent = select(unanswered).where(unanswered.c.created_at >= oldest)
        here = self._database.share.within(recent, unanswered.c.guild_id).order_by(unanswered.c.id)
        return await self._database.read(lambda c: read_all(c, Unanswered, here))

"""Lists of a channel's games that stand in the channel, and what they list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, bindparam, delete, func, select, text, union_all, update

from data.db.share import EVERYTHING, Share
from data.games.records import Seat
from data.people.players import dialect_insert
from data.tables import IN_CHANNEL, channel_lists, games, threads

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection, RowMapping

    from data.db.database import Database


@dataclass(frozen=True, slots=True)
class ChannelList:
    """A list of the games in a channel. The message shows it, None until one was sent; `digest` stands for
    what it says."""

    channel_id: int
    guild_id: int | None
    message_id: int | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game that is being played, as a list has it.

    `turn` is the side to move, `players` the texts of the computer players that play for the sides. `flag_at`
    is when the side to move is out of time; None when no clock runs.
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


class ChannelLists:
    """The lists that stand in channels."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, kept: ChannelList) -> None:
        """Note how the list of a channel stands."""
        await self._database.write(lambda c: keep(c, kept))

    async def note_shown(self, channel_id: int, message_id: int, digest: str) -> None:
        """Note what the list of a channel shows now, if the channel still has one."""
        await self._database.write(lambda c: note_shown(c, channel_id, message_id, digest))

    async def forget(self, channel_id: int) -> bool:
        """Note that a channel has no list any more; returns whether it had one."""
        return await self._database.write(lambda c: forget(c, channel_id))

    async def of(self, channel_id: int) -> ChannelList | None:
        """The list of a channel."""
        return await self._database.read(lambda c: find(c, channel_id))

    async def channels(self) -> tuple[int, ...]:
        """The channels that have a list."""
        share = self._database.share
        return await self._database.read(lambda c: channels(c, share))

    async def games_in(self, channel_id: int, most: int) -> tuple[tuple[ListedGame, ...], int]:
        """The games being played in a channel and its threads, the latest move first, and how many there are
        in all."""
        return await self._database.read(lambda c: games_in(c, channel_id, most))


def keep(connection: Connection, kept: ChannelList) -> None:
    """Note how the list of a channel stands."""
    values = {
        "channel_id": kept.channel_id,
        "guild_id": kept.guild_id,
        "message_id": kept.message_id,
        "digest": kept.digest,
    }
    connection.execute(
        dialect_insert(connection, channel_lists)
        .values(values)
        .on_conflict_do_update(index_elements=[channel_lists.c.channel_id], set_=values)
    )


def note_shown(connection: Connection, channel_id: int, message_id: int, digest: str) -> None:
    """Note what the list of a channel shows now."""
    connection.execute(
        update(channel_lists)
        .where(channel_lists.c.channel_id == channel_id)
        .values(message_id=message_id, digest=digest)
    )


def forget(connection: Connection, channel_id: int) -> bool:
    """A channel has no list any more."""
    gone = connection.execute(delete(channel_lists).where(channel_lists.c.channel_id == channel_id))
    return gone.rowcount > 0


def find(connection: Connection, channel_id: int) -> ChannelList | None:
    """The list of a channel."""
    rows = connection.execute(select(channel_lists).where(channel_lists.c.channel_id == channel_id))
    row = rows.mappings().one_or_none()
    return None if row is None else ChannelList(**row)


def channels(connection: Connection, share: Share = EVERYTHING) -> tuple[int, ...]:
    """The channels that have a list."""
    here = share.within(select(channel_lists.c.channel_id), channel_lists.c.guild_id)
    return tuple(connection.scalars(here.order_by(channel_lists.c.channel_id)))


def games_in(connection: Connection, channel_id: int, most: int) -> tuple[tuple[ListedGame, ...], int]:
    """The games being played in a channel, and how many there are in all."""
    values = {"channel_id": channel_id}
    rows = connection.execute(_LISTED.limit(most), values).mappings()
    return tuple(map(_listed, rows)), connection.scalar(_COUNT, values) or 0


def _listed(row: RowMapping) -> ListedGame:
    return ListedGame(
        id=row["id"],
        game=row["game"],
        options=row["options"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        message_id=row["message_id"],
        seats=(
            Seat(row["first_player_id"], row["first_computer"]),
            Seat(row["second_player_id"], row["second_computer"]),
        ),
        players=(
            row["first_computer"] or row["first_delegate"],
            row["second_computer"] or row["second_delegate"],
        ),
        turn=row["turn"],
        paused=row["paused_at"] is not None,
        flag_at=row["flag_at"],
    )

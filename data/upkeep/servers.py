"""The servers that the bot is in, and those that it has left: what belonged to one is deleted after a while.

People keep the games they played there: those lose only the place where they were.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, insert, select, text, true, tuple_, update

from data.db.share import EVERYTHING, Share
from data.games import game_changes, offers
from data.games.games import find
from data.games.records import Ending, GameState, Outcome
from data.people.personal import Fate, described
from data.people.preferences import Owner
from data.ratings import ratings
from data.tables import PLAYING, games, results, servers

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Table

    from data.db.database import Clock, Database
    from data.people.personal import Kept
    from data.people.players import People
    from data.people.preferences import Preferences

NOWHERE = 0
"""Stands for the channel of games whose server was deleted."""

GAMES_AT_ONCE = 100
ROWS_AT_ONCE = 500
"""So much is deleted in one transaction: others are stored in between."""

_CALLED_OFF = Outcome(None, None, Ending.CALLED_OFF)


class Servers:
    """Where the bot is, and was."""

    def __init__(self, database: Database, people: People, preferences: Preferences, clock: Clock) -> None:
        self._database = database
        self._people = people
        self._preferences = preferences
        self._clock = clock

    async def note_all(self, guild_ids: Collection[int]) -> None:
        """Note that the bot is in these servers and in no others: it has left those that it knew before."""
        now, present = self._clock(), frozenset(guild_ids)
        share = self._database.share
        known = await self._database.read(lambda c: all_known(c, share))
        new = present - known.keys()
        back = {guild_id for guild_id in present & known.keys() if known[guild_id] is not None}
        left = {guild_id for guild_id in known.keys() - present if known[guild_id] is None}
        if new or back or left:
            await self._database.write(lambda c: note(c, new, back, left, now))

    async def note_there(self, guild_id: int) -> None:
        """Note that the bot is in a server."""
        now = self._clock()
        share = self._database.share
        known = await self._database.read(lambda c: all_known(c, share))
        if guild_id not in known:
            await self._database.write(lambda c: note(c, {guild_id}, (), (), now))
        elif known[guild_id] is not None:
            await self._database.write(lambda c: note(c, (), {guild_id}, (), now))

    async def note_left(self, guild_id: int) -> None:
        """Note that the bot was removed from a server."""
        now = self._clock()
        await self._database.write(lambda c: note(c, (), (), {guild_id}, now))

    async def left(self) -> dict[int, datetime]:
        """The servers that the bot has left and that still have something here, with when that was."""
        share = self._database.share
        known = await self._database.read(lambda c: left_ones(c, share))
        return {guild_id: at for guild_id, at in known.items() if at is not None}

    async def playing_in(self, guild_id: int) -> tuple[int, ...]:
        """Games of people that go on in a server, as if nobody had left; some of them at most."""
        return await self._database.read(lambda c: playing_in(c, guild_id))

    async def delete_some(self, guild_id: int) -> bool:
        """Delete a part of what belonged to a server that the bot has left; returns whether that was all."""
        now = self._clock()
        done = await self._database.write(lambda c: delete_some(c, guild_id, now))
        self._people.forget_server(guild_id)
        self._preferences.forget(Owner("server", guild_id))
        return done


def all_known(connection: Connection, share: Share = EVERYTHING) -> dict[int, datetime | None]:
    """The servers by their ids, with when the bot left them."""
    here = share.within(select(servers), servers.c.guild_id)
    return {row.guild_id: row.left_at for row in connection.execute(here)}


def left_ones(connection: Connection, share: Share = EVERYTHING) -> dict[int, datetime | None]:
    """Those of them that it has left."""
    left = select(servers).where(servers.c.left_at.is_not(None))
    found = connection.execute(share.within(left, servers.c.guild_id))
    return {row.guild_id: row.left_at for row in found}


def note(
    connection: Connection,
    new: Collection[int],
    back: Collection[int],
    left: Collection[int],
    now: datetime,
) -> None:
    """Note servers that the bot was never in before, is in again, or has left."""
    if new:
        connection.execute(insert(servers), [{"guild_id": guild_id, "left_at": None} for guild_id in new])
    for guild_ids, left_at in ((back, None), (left, now)):
        for guild_id in guild_ids:
            connection.execute(update(servers).where(servers.c.guild_id == guild_id).values(left_at=left_at))


def playing_in(connection: Connection, guild_id: int) -> tuple[int, ...]:
    """Games of people that are being played in a server."""
    of_people = games.c.first_computer.is_(None) | games.c.second_computer.is_(None)
    return tuple(
        connection.scalars(
            select(games.c.id)
            .where(text(PLAYING), games.c.guild_id == guild_id, of_people)
            .limit(GAMES_AT_ONCE)
        )
    )


def delete_some(connection: Connection, guild_id: int, now: datetime) -> bool:
    """Delete a part of what belonged to a server; returns whether nothing is left."""
    here = connection.scalars(select(games.c.id).where(games.c.guild_id == guild_id).limit(GAMES_AT_ONCE))
    found = here.all()
    if found:
        for game_id in found:
            _end(connection, game_id, now)
        _forget_places(connection, found)
        return False
    for table, kept in described():
        if kept.server is None or kept.server[1] is not Fate.GOES or table is servers:
            continue
        theirs = _of_server(table, kept, guild_id)
        key = tuple_(*table.primary_key.columns)
        some = select(*table.primary_key.columns).where(theirs).limit(ROWS_AT_ONCE)
        if connection.execute(delete(table).where(key.in_(some))).rowcount:
            return False
    connection.execute(delete(servers).where(servers.c.guild_id == guild_id))
    return True


def _end(connection: Connection, game_id: int, now: datetime) -> None:
    """End a game that nobody can see any more: nobody has lost."""
    game = find(connection, game_id)
    assert game is not None
    if game.state is GameState.OFFERED:
        offers.close(connection, game, "expired", now)
    elif game.state is GameState.PLAYING:
        ended = game_changes.advance(connection, game, (), _CALLED_OFF, now)
        ratings.conclude(connection, ended, _CALLED_OFF, None, now)


def _forget_places(connection: Connection, game_ids: Collection[int]) -> None:
    """Let games be nowhere, with nothing left to be shown of them."""
    for table, kept in described():
        # What says where something about a game was.
        if table is not games and "game_id" in table.columns and kept.places:
            connection.execute(delete(table).where(table.c.game_id.in_(game_ids)))
    connection.execute(update(results).where(results.c.game_id.in_(game_ids)).values(guild_id=None))
    connection.execute(
        update(games)
        .where(games.c.id.in_(game_ids))
        .values(
            guild_id=None,
            channel_id=NOWHERE,
            message_id=None,
            shown_version=games.c.version,
            refused=False,
        )
    )


def _of_server(table: Table, kept: Kept, guild_id: int) -> ColumnElement[bool]:
    assert kept.server is not None
    only = [table.c[name] == value for name, value in kept.server_only.items()]
    return and_(true(), table.c[kept.server[0]] == guild_id, *only)

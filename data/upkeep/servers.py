"""Servers the bot is in or has left, and the deletion of a left server's data after a while.

People keep the games they played there, without the place.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, insert, select, text, tuple_, update

from data.db.store import Store, reading, writing
from data.games.history import require
from data.games.offers import close_offer
from data.games.records import Ending, GameState, Outcome
from data.people.personal import described
from data.people.players import PeopleStore
from data.people.preferences import Owner, PreferenceStore
from data.ratings.ratings import end_game
from data.tables.people import servers
from data.tables.playing import PLAYING, games
from data.tables.puzzles import puzzle_attempts, puzzle_runs
from data.tables.schema import Fate
from data.tables.standings import added_days, period_points, results

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Table

    from data.db.chores import Pending
    from data.db.store import Stores
    from data.tables.schema import TableData

NOWHERE = 0
"""Channel of games whose server was deleted."""

GAMES_AT_ONCE = 100
ROWS_AT_ONCE = 500
"""Maximum rows deleted in one transaction."""

_CALLED_OFF = Outcome(None, None, Ending.CALLED_OFF)


def left_servers(pending: Pending) -> ColumnElement[bool]:
    """True while the bot has left servers whose data remain."""
    return pending.here(servers.c.guild_id, servers.c.left_at.is_not(None))


class ServerStore(Store):
    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._people = stores[PeopleStore]
        self._preferences = stores[PreferenceStore]

    async def record_all(self, guild_ids: Collection[int]) -> None:
        """Note that the bot is in these servers only, and has left all others it knew."""
        now, present = self._clock(), frozenset(guild_ids)
        known = await self._database.read(self._known)
        new = present - known.keys()
        back = {guild_id for guild_id in present & known.keys() if known[guild_id] is not None}
        left = {guild_id for guild_id in known.keys() - present if known[guild_id] is None}
        if new or back or left:
            await self._database.write(lambda c: _note(c, new, back, left, now))

    async def record_there(self, guild_id: int) -> None:
        now = self._clock()
        known = await self._database.read(self._known)
        if guild_id not in known:
            await self._database.write(lambda c: _note(c, {guild_id}, (), (), now))
        elif known[guild_id] is not None:
            await self._database.write(lambda c: _note(c, (), {guild_id}, (), now))

    @writing
    def record_left(self, connection: Connection, guild_id: int) -> None:
        _note(connection, (), (), {guild_id}, self._clock())

    @reading
    def left(self, connection: Connection) -> dict[int, datetime]:
        """Return the servers the bot has left whose data remain, with the time it left."""
        left = select(servers).where(servers.c.left_at.is_not(None))
        rows = connection.execute(self._database.share.within(left, servers.c.guild_id))
        return {row.guild_id: row.left_at for row in rows}

    @reading
    def playing_in(self, connection: Connection, guild_id: int) -> tuple[int, ...]:
        """Return games of people in progress in a server; at most GAMES_AT_ONCE."""
        of_people = games.c.first_computer.is_(None) | games.c.second_computer.is_(None)
        wanted = select(games.c.id).where(text(PLAYING), games.c.guild_id == guild_id, of_people)
        return tuple(connection.scalars(wanted.limit(GAMES_AT_ONCE)))

    async def delete_some(self, guild_id: int) -> bool:
        """Delete a part of the data of a server that the bot has left; returns whether that was all."""
        now = self._clock()
        done = await self._database.write(lambda c: _delete_some(c, guild_id, now))
        self._people.forget_server(guild_id)
        self._preferences.forget(Owner("server", guild_id))
        return done

    def _known(self, connection: Connection) -> dict[int, datetime | None]:
        here = self._database.share.within(select(servers), servers.c.guild_id)
        return {row.guild_id: row.left_at for row in connection.execute(here)}


def _note(
    connection: Connection, new: Collection[int], back: Collection[int], left: Collection[int], now: datetime
) -> None:
    if new:
        connection.execute(insert(servers), [{"guild_id": guild_id, "left_at": None} for guild_id in new])
    for guild_ids, left_at in ((back, None), (left, now)):
        for guild_id in guild_ids:
            connection.execute(update(servers).where(servers.c.guild_id == guild_id).values(left_at=left_at))


def _delete_some(connection: Connection, guild_id: int, now: datetime) -> bool:
    here = connection.scalars(select(games.c.id).where(games.c.guild_id == guild_id).limit(GAMES_AT_ONCE))
    game_ids = here.all()
    if game_ids:
        for game_id in game_ids:
            _end(connection, game_id, now)
        _clear_places(connection, game_ids)
        # Sums over games that are no longer here.
        for table in (period_points, added_days):
            connection.execute(delete(table).where(table.c.guild_id == guild_id))
        return False
    # Attempts and runs stay people's own records.
    for table in (puzzle_attempts, puzzle_runs):
        connection.execute(update(table).where(table.c.guild_id == guild_id).values(guild_id=None))
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
    game = require(connection, game_id)
    if game.state is GameState.OFFERED:
        close_offer(connection, game, "expired", now)
    elif game.state is GameState.PLAYING:
        end_game(connection, game, _CALLED_OFF, now)


def _clear_places(connection: Connection, game_ids: Collection[int]) -> None:
    """Remove the place of games, and what is pending there."""
    for table, kept in described():
        # Tables about messages of a game.
        if table is not games and "game_id" in table.columns and kept.places:
            connection.execute(delete(table).where(table.c.game_id.in_(game_ids)))
    connection.execute(update(results).where(results.c.game_id.in_(game_ids)).values(guild_id=None))
    connection.execute(
        update(games)
        .where(games.c.id.in_(game_ids))
        .values(
            guild_id=None, channel_id=NOWHERE, message_id=None, shown_version=games.c.version, refused=False
        )
    )


def _of_server(table: Table, kept: TableData, guild_id: int) -> ColumnElement[bool]:
    assert kept.server is not None
    theirs = table.c[kept.server[0]] == guild_id
    return theirs if kept.owner is None else and_(theirs, table.c[kept.owner] == "server")

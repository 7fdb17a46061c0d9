"""Deleting what hosts want to keep for a time only: finished games, and people who have not come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, union_all, update

from data.games.games import delete_games
from data.games.records import GameState
from data.people.personal import DELETED_PLAYER
from data.tables import games, players

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection

    from data.db.database import Clock, Database

GAMES_AT_ONCE = 100
PEOPLE_AT_ONCE = 5
"""So many at a time: every game that ever was is looked through for each of them."""


class Retention:
    """Deletes what is older than a time."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def delete_games(self, before: datetime) -> bool:
        """Delete some games that were over before a time, with their moves and results; ratings stay as they
        are. Returns whether there may be more."""
        found = await self._database.read(lambda c: over_before(c, before))
        if found:
            await self._database.write(lambda c: delete_games(c, found))
        return len(found) == GAMES_AT_ONCE

    async def absent_since(self, moment: datetime) -> tuple[int, ...]:
        """Some people who have not been there since a moment. Those of whom it was never noted count as being
        there now."""
        now = self._clock()
        if await self._database.read(lambda c: c.scalar(_UNNOTED.limit(1))) is not None:
            await self._database.write(lambda c: note_all_seen(c, now))
        return await self._database.read(lambda c: absent_since(c, moment))


_UNNOTED = select(players.c.id).where(players.c.seen_at.is_(None), players.c.id != DELETED_PLAYER)


def over_before(connection: Connection, moment: datetime) -> tuple[int, ...]:
    """Games that were over before a moment, longest first."""
    # By the last move, for which there is an index; a game ends with it or after it.
    over = union_all(
        *(
            select(games.c.id, games.c.finished_at).where(
                games.c.state == state, games.c.moved_at < moment, games.c.finished_at < moment
            )
            for state in (GameState.FINISHED, GameState.CLOSED)
        )
    ).subquery()
    return tuple(connection.scalars(select(over.c.id).limit(GAMES_AT_ONCE)))


def note_all_seen(connection: Connection, now: datetime) -> None:
    """Let people of whom it was never noted when they were there be there now."""
    unnoted = players.c.seen_at.is_(None)
    connection.execute(update(players).where(unnoted, players.c.id != DELETED_PLAYER).values(seen_at=now))


def absent_since(connection: Connection, moment: datetime) -> tuple[int, ...]:
    """People who have not been there since a moment, longest first."""
    return tuple(
        connection.scalars(
            select(players.c.id)
            .where(players.c.seen_at < moment, players.c.id != DELETED_PLAYER)
            .order_by(players.c.seen_at, players.c.id)
            .limit(PEOPLE_AT_ONCE)
        )
    )

"""What somebody's games that are over add up to, and those of two people with each other.

The database counts, so ten thousand games are a few hundred rows here; only the course of a rating has a row
for each game. Games that were called off count for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, case, func, null, or_, select

from data.games.boards import DRAWN
from data.tables import games, results

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.db.database import Database
    from data.games.records import Verdict
    from data.ratings.rating_records import RatingList

_COUNTED = results.c.outcome != "called off"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of somebody's games were of one kind: on this side, against this computer player (None: a
    person), with this opening ("": none, or not known yet), with this result."""

    side: int
    computer: str | None
    opening: str
    outcome: Verdict
    games: int


class RatedGame(NamedTuple):
    """What a rated game did to a rating and its deviation."""

    finished_at: datetime
    value_before: float
    deviation_before: float
    value: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of two people, as the first of them sees it; `score` is theirs, None if nothing was counted."""

    game_id: int
    game: str
    options: str
    side: int
    outcome: Verdict
    score: int | None
    opening: str
    finished_at: datetime


class Statistics:
    """Adds games up."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def games_played(self, player_id: int) -> dict[str, int]:
        """How many games somebody has finished of each kind."""
        return await self._database.read(lambda c: games_played(c, player_id))

    async def tallies(self, player_id: int, game: str) -> tuple[Tally, ...]:
        """Somebody's finished games of one kind, counted; together they are all of them, on all boards."""
        return await self._database.read(lambda c: tallies(c, player_id, game))

    async def latest(self, player_id: int, game: str, limit: int) -> tuple[Verdict, ...]:
        """How somebody's last games of one kind ended, the oldest of them first."""
        return await self._database.read(lambda c: latest(c, player_id, game, limit))

    async def course(self, player_id: int, rated_in: RatingList) -> tuple[RatedGame, ...]:
        """Somebody's rated games of one list, the oldest first."""
        return await self._database.read(lambda c: course(c, player_id, rated_in))

    async def meetings(self, one: int, other: int) -> tuple[Meeting, ...]:
        """The finished games of two people with each other, the oldest first."""
        return await self._database.read(lambda c: meetings(c, one, other))


def games_played(connection: Connection, player_id: int) -> dict[str, int]:
    """How many games somebody has finished of each kind."""
    found = connection.execute(
        select(results.c.game, func.count().label("number"))
        .where(results.c.player_id == player_id, _COUNTED)
        .group_by(results.c.game)
    )
    return {row.game: row.number for row in found}


def tallies(connection: Connection, player_id: int, game: str) -> tuple[Tally, ...]:
    """Somebody's finished games of one kind; see `Statistics.tallies`."""
    other = case((results.c.seat == 0, games.c.second_computer), else_=games.c.first_computer)
    # Expressions with values in them are no two alike to PostgreSQL, so columns are grouped by.
    played = (
        select(
            results.c.seat,
            other.label("computer"),
            func.coalesce(games.c.opening, "").label("opening"),
            results.c.outcome,
        )
        .join(games, games.c.id == results.c.game_id)
        .where(results.c.player_id == player_id, results.c.game == game, _COUNTED)
        .subquery()
    )
    found = connection.execute(select(*played.c, func.count().label("games")).group_by(*played.c))
    return tuple(
        Tally(row["seat"], row["computer"], row["opening"], row["outcome"], row["games"])
        for row in found.mappings()
    )


def latest(connection: Connection, player_id: int, game: str, limit: int) -> tuple[Verdict, ...]:
    """How somebody's last games ended, the oldest of them first."""
    found = connection.scalars(
        select(results.c.outcome)
        .where(results.c.player_id == player_id, results.c.game == game, _COUNTED)
        .order_by(results.c.finished_at.desc(), results.c.game_id.desc())
        .limit(limit)
    )
    return tuple(found)[::-1]


def course(connection: Connection, player_id: int, rated_in: RatingList) -> tuple[RatedGame, ...]:
    """Somebody's rated games of one list, the oldest first."""
    found = connection.execute(
        select(
            results.c.finished_at,
            results.c.value_before,
            results.c.deviation_before,
            results.c.value_after,
            results.c.deviation_after,
        )
        .join(games, games.c.id == results.c.game_id)
        .where(
            results.c.player_id == player_id,
            results.c.game == rated_in.game,
            results.c.pool == rated_in.pool,
            results.c.rated.is_(True),
            or_(
                games.c.options == rated_in.board,
                games.c.options.startswith(rated_in.board + DRAWN, autoescape=True),
            ),
        )
        .order_by(results.c.finished_at, results.c.game_id)
    )
    return tuple(RatedGame(*row) for row in found)


def meetings(connection: Connection, one: int, other: int) -> tuple[Meeting, ...]:
    """The finished games of two people with each other, the oldest first."""
    # A game that was rated as a loss may have ended otherwise.
    score = case((games.c.unrated_lost, null()), (results.c.seat == 1, -games.c.score), else_=games.c.score)
    found = connection.execute(
        select(
            games.c.id,
            games.c.game,
            games.c.options,
            results.c.seat,
            results.c.outcome,
            score,
            func.coalesce(games.c.opening, ""),
            results.c.finished_at,
        )
        .join(results, and_(results.c.game_id == games.c.id, results.c.player_id == one))
        .where(or_(_played(one, other), _played(other, one)), _COUNTED)
        .order_by(results.c.finished_at, games.c.id)
    )
    return tuple(Meeting(*row) for row in found)


def _played(first: int, second: int) -> ColumnElement[bool]:
    return and_(games.c.first_player_id == first, games.c.second_player_id == second)

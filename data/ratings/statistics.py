"""Statistics of a person's finished games, and of two people's games with each other.

The database counts, so ten thousand games become a few hundred rows; only the course of a rating reads a
row per game.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import and_, case, func, null, or_, select

from data.db.store import Store, reading
from data.ratings.courses import read_course
from data.tables.playing import games
from data.tables.standings import results

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.games.records import Verdict
    from data.ratings.courses import RatedGames
    from data.ratings.ratings import RatingList

_COUNTED = results.c.outcome != "called off"


@dataclass(frozen=True, slots=True)
class Tally:
    """Number of a person's games on a side, against a computer player (None: people), with an opening ("":
    none, or not determined yet) and a result."""

    side: int
    computer: str | None
    opening: str
    outcome: Verdict
    games: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of two people, from the point of view of the first; `score` is theirs, None without one."""

    game_id: int
    game: str
    options: str
    side: int
    outcome: Verdict
    score: int | None
    opening: str
    finished_at: datetime


class StatisticsStore(Store):
    """Sums over finished games. Games that were called off do not count."""

    @reading
    def games_played(self, connection: Connection, player_id: int) -> dict[str, int]:
        """Return how many games of each kind a person has finished."""
        found = connection.execute(
            select(results.c.game, func.count().label("number"))
            .where(results.c.player_id == player_id, _COUNTED)
            .group_by(results.c.game)
        )
        return {row.game: row.number for row in found}

    @reading
    def games_up_to(self, connection: Connection, player_id: int, most: int) -> int:
        """Return how many games a person has finished, counting to `most`."""
        some = select(results.c.game_id).where(results.c.player_id == player_id, _COUNTED).limit(most)
        return connection.scalar(select(func.count()).select_from(some.subquery())) or 0

    @reading
    def tallies(self, connection: Connection, player_id: int) -> dict[str, tuple[Tally, ...]]:
        """Return a person's finished games by kind, on all boards, counted by what they have in common."""
        other = case((results.c.seat == 0, games.c.second_computer), else_=games.c.first_computer)
        # PostgreSQL does not recognise expressions with bound values as equal, so group by columns.
        played = (
            select(
                results.c.game,
                results.c.seat,
                other.label("computer"),
                func.coalesce(games.c.opening, "").label("opening"),
                results.c.outcome,
            )
            .join(games, games.c.id == results.c.game_id)
            .where(results.c.player_id == player_id, _COUNTED)
            .subquery()
        )
        found: dict[str, list[Tally]] = defaultdict(list)
        for game, *tally in connection.execute(
            select(*played.c, func.count().label("games")).group_by(*played.c)
        ):
            found[game].append(Tally(*tally))
        return {game: tuple(tallies) for game, tallies in found.items()}

    @reading
    def latest(self, connection: Connection, player_id: int, game: str, limit: int) -> tuple[Verdict, ...]:
        """Return the results of a person's last games of one kind, oldest first."""
        found = connection.scalars(
            select(results.c.outcome)
            .where(results.c.player_id == player_id, results.c.game == game, _COUNTED)
            .order_by(results.c.finished_at.desc(), results.c.game_id.desc())
            .limit(limit)
        )
        return tuple(found)[::-1]

    @reading
    def course(self, connection: Connection, player_id: int, rated_in: RatingList) -> RatedGames | None:
        """Return the course of a person's rating in one list; None without rated games."""
        return read_course(connection, player_id, rated_in)

    @reading
    def meetings(self, connection: Connection, one: int, other: int) -> tuple[Meeting, ...]:
        """Return the finished games of two people with each other, oldest first."""
        # A game rated as a loss may have ended otherwise.
        score = case(
            (games.c.unrated_lost, null()), (results.c.seat == 1, -games.c.score), else_=games.c.score
        )
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
            .join(results, results.c.game_id == games.c.id)
            .where(
                # The person's row, found by its key: they may have thousands of others.
                or_(
                    and_(_played(one, other), results.c.seat == 0),
                    and_(_played(other, one), results.c.seat == 1),
                ),
                _COUNTED,
            )
            .order_by(results.c.finished_at, games.c.id)
        )
        return tuple(Meeting(*row) for row in found)


def _played(first: int, second: int) -> ColumnElement[bool]:
    return and_(games.c.first_player_id == first, games.c.second_player_id == second)

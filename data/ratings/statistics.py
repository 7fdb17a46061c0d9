"""Statistics of a person's finished games, and of two people's games with each other.

The database counts, so ten thousand games become a few hundred rows; only the course of a rating reads a
row per game.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from sqlalchemy import and_, case, func, null, or_, select

from data.db.store import Store, reading
from data.games.explorer import DRAWN
from data.ratings.glicko2 import LISTED_BELOW
from data.tables.playing import games
from data.tables.standings import results

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.games.records import Verdict
    from data.ratings.ratings import RatingList


MAX_POINTS = 240
"""Maximum points of a course."""


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """A rating and its deviation at a time, after a number of games."""

    at: datetime
    games: int
    value: float
    deviation: float

    @property
    def provisional(self) -> bool:
        return self.deviation >= LISTED_BELOW


@dataclass(frozen=True, slots=True)
class RatedGames:
    """A person's rated games of one list: their number, and points before and after them, oldest first.

    Of many points, only the first, the last, and the highest and lowest of each stretch remain. `ever_sure`
    is true if the rating was not provisional at one of all points.
    """

    games: int
    ever_sure: bool
    points: tuple[CoursePoint, ...]


def read_course(connection: Connection, player_id: int, rated_in: RatingList) -> RatedGames | None:
    """Return a person's rated games of one list; None without any."""
    # Thousands of rows: plain numbers only, since each datetime takes as long as the rest of its row.
    played = connection.execute(
        select(*results.c["game_id", "value_before", "value_after", "deviation_before", "deviation_after"])
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
    ).all()
    if not played:
        return None
    ids, value_before, value_after, deviation_before, deviation_after = zip(*played, strict=True)
    values = tuple(chain.from_iterable(zip(value_before, value_after, strict=True)))
    deviations = tuple(chain.from_iterable(zip(deviation_before, deviation_after, strict=True)))
    shown = extremes(values, MAX_POINTS)
    # Without the person as a condition, so that games are looked up by their ids.
    ends = select(results.c.game_id, results.c.player_id, results.c.finished_at).where(
        results.c.game_id.in_({ids[number // 2] for number in shown})
    )
    times = {game_id: at for game_id, player, at in connection.execute(ends) if player == player_id}
    return RatedGames(
        games=len(ids),
        ever_sure=min(deviations) < LISTED_BELOW,
        # Point 2 n is before game n, counted from 0, and the next one after it.
        points=tuple(
            CoursePoint(times[ids[number // 2]], (number + 1) // 2, values[number], deviations[number])
            for number in shown
        ),
    )


def extremes(values: Sequence[float], most: int) -> Sequence[int]:
    """Return the indices of at most `most` values: the ends, and the extremes of each stretch."""
    if len(values) <= most:
        return range(len(values))
    kept = {0, len(values) - 1}
    stretches = most // 2 - 1
    bounds = [len(values) * stretch // stretches for stretch in range(stretches + 1)]
    for begin, end in pairwise(bounds):
        some = values[begin:end]
        kept |= {begin + some.index(pick(some)) for pick in (min, max)}
    return sorted(kept)


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
        rows = connection.execute(
            select(results.c.game, func.count().label("number"))
            .where(results.c.player_id == player_id, _COUNTED)
            .group_by(results.c.game)
        )
        return {row.game: row.number for row in rows}

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
        by_game: dict[str, list[Tally]] = defaultdict(list)
        for game, *tally in connection.execute(
            select(*played.c, func.count().label("games")).group_by(*played.c)
        ):
            by_game[game].append(Tally(*tally))
        return {game: tuple(tallies) for game, tallies in by_game.items()}

    @reading
    def latest(self, connection: Connection, player_id: int, game: str, limit: int) -> tuple[Verdict, ...]:
        """Return the results of a person's last games of one kind, oldest first."""
        outcomes = connection.scalars(
            select(results.c.outcome)
            .where(results.c.player_id == player_id, results.c.game == game, _COUNTED)
            .order_by(results.c.finished_at.desc(), results.c.game_id.desc())
            .limit(limit)
        )
        return tuple(outcomes)[::-1]

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
        rows = connection.execute(
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
        return tuple(Meeting(*row) for row in rows)


def _played(first: int, second: int) -> ColumnElement[bool]:
    return and_(games.c.first_player_id == first, games.c.second_player_id == second)

"""Courses of ratings: a few points of a long history, which show its ends and its extremes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from sqlalchemy import or_, select

from data.games.boards import DRAWN
from data.ratings.glicko2 import LISTED_BELOW
from data.tables.playing import games
from data.tables.standings import results

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import Connection

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
        """True if the rating was provisional."""
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
        select(
            results.c.game_id,
            results.c.value_before,
            results.c.value_after,
            results.c.deviation_before,
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
    ).all()
    if not played:
        return None
    ids, value_before, value_after, deviation_before, deviation_after = zip(*played, strict=True)
    values = tuple(chain.from_iterable(zip(value_before, value_after, strict=True)))
    deviations = tuple(chain.from_iterable(zip(deviation_before, deviation_after, strict=True)))
    kept = extremes(values, MAX_POINTS)
    # Without the person as a condition, so that games are looked up by their ids.
    ends = select(results.c.game_id, results.c.player_id, results.c.finished_at).where(
        results.c.game_id.in_({ids[number // 2] for number in kept})
    )
    times = {game_id: at for game_id, player, at in connection.execute(ends) if player == player_id}
    return RatedGames(
        games=len(ids),
        ever_sure=min(deviations) < LISTED_BELOW,
        # Point 2 n is before game n, counted from 0, and the next one after it.
        points=tuple(
            CoursePoint(times[ids[number // 2]], (number + 1) // 2, values[number], deviations[number])
            for number in kept
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

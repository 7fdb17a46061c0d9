"""The courses of ratings, made ready for a chart: thinned out, and as far apart as the games were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from data import LISTED_BELOW, RatedGame, RatingList, Standing

MOST_POINTS = 240
"""A chart has no room for more of them."""

BY_DATE = timedelta(days=3)
"""A shorter course is drawn game by game: by date, the games of an evening would be one line upwards."""


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """A rating and its deviation at a moment, after a number of games."""

    at: datetime
    games: int
    value: float
    deviation: float

    @property
    def provisional(self) -> bool:
        """Whether the rating was not sure enough for a rank."""
        return self.deviation >= LISTED_BELOW


@dataclass(frozen=True, slots=True)
class Course:
    """A rating in one list: its standing, its highest point (None before it was ever sure enough for a rank),
    and its course, of at least two points."""

    rated_in: RatingList
    standing: Standing
    peak: CoursePoint | None
    points: tuple[CoursePoint, ...]


def course_of(rated_in: RatingList, standing: Standing, games: Sequence[RatedGame], now: datetime) -> Course:
    """The course of a rating with at least one game, up to now: the deviation grows between games."""
    points = []
    for number, game in enumerate(games):
        points.append(CoursePoint(game.finished_at, number, game.value_before, game.deviation_before))
        points.append(CoursePoint(game.finished_at, number + 1, game.value, game.deviation))
    # Of all points, since the chart shows all of them.
    ever_sure = not all(point.provisional for point in points)
    peak = max(points, key=lambda point: point.value) if ever_sure else None
    last = games[-1]
    end = CoursePoint(max(now, last.finished_at), len(games), last.value, standing.rating.deviation)
    return Course(rated_in, standing, peak, (*_thinned(points), end))


def _thinned(points: Sequence[CoursePoint]) -> list[CoursePoint]:
    """At most MOST_POINTS of them, the highest and the lowest of each stretch."""
    if len(points) <= MOST_POINTS:
        return list(points)
    kept = {0, len(points) - 1}
    stretches = MOST_POINTS // 2 - 1
    for stretch in range(stretches):
        some = range(len(points) * stretch // stretches, len(points) * (stretch + 1) // stretches)
        kept |= {pick(some, key=lambda number: points[number].value) for pick in (min, max)}
    return [points[number] for number in sorted(kept)]


def by_date(courses: Sequence[Course]) -> bool:
    """Whether courses are drawn by date rather than game by game."""
    begins = min(course.points[0].at for course in courses)
    return max(course.points[-2].at for course in courses) - begins >= BY_DATE

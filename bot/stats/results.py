"""Results of games: won, drawn and lost, and the course of a rating over time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from data import LISTED_BELOW, RatedGame, RatingList, Standing, Verdict


@dataclass(frozen=True, slots=True)
class Record:
    """How many games somebody has won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __add__(self, other: Record) -> Record:
        """Both together."""
        return Record(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @classmethod
    def of(cls, outcome: Verdict, games: int = 1) -> Record:
        """So many games that all ended alike; one that was called off counts for nothing."""
        return cls(
            wins=games if outcome == "win" else 0,
            draws=games if outcome == "draw" else 0,
            losses=games if outcome == "loss" else 0,
        )


def together(records: Iterable[Record]) -> Record:
    """All of them in one."""
    return sum(records, Record())


def longest_run(outcomes: Sequence[Verdict], wanted: Verdict) -> int:
    """The most games in a row that ended as `wanted`."""
    longest = running = 0
    for outcome in outcomes:
        running = running + 1 if outcome == wanted else 0
        longest = max(longest, running)
    return longest


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

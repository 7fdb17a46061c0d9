"""Results of games: won, drawn and lost, and the course of a rating over time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from data.games.records import Verdict
from data.ratings.glicko2 import LISTED_BELOW
from data.ratings.leaderboard import Standing
from data.ratings.ratings import RatingList
from data.ratings.statistics import RatedGame


@dataclass(frozen=True, slots=True)
class Record:
    """Numbers of games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __add__(self, other: Record) -> Record:
        """Add two records."""
        return Record(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @classmethod
    def of(cls, outcome: Verdict, games: int = 1) -> Record:
        """Return the record of `games` games with one outcome; cancelled games do not count."""
        return cls(
            wins=games if outcome == "win" else 0,
            draws=games if outcome == "draw" else 0,
            losses=games if outcome == "loss" else 0,
        )


def together(records: Iterable[Record]) -> Record:
    """Add up records."""
    return sum(records, Record())


def longest_run(outcomes: Sequence[Verdict], wanted: Verdict) -> int:
    """Return the longest run of games with the outcome `wanted`."""
    longest = running = 0
    for outcome in outcomes:
        running = running + 1 if outcome == wanted else 0
        longest = max(longest, running)
    return longest


MAX_POINTS = 240
"""Maximum points of a course in a chart."""

BY_DATE = timedelta(days=3)
"""Minimum duration of a course drawn by date; shorter ones are drawn game by game."""


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
class Course:
    """A rating in one list: standing, peak (None if it was always provisional), and at least two points."""

    rated_in: RatingList
    standing: Standing
    peak: CoursePoint | None
    points: tuple[CoursePoint, ...]


def course_of(rated_in: RatingList, standing: Standing, games: Sequence[RatedGame], now: datetime) -> Course:
    """Return the course of a rating with at least one game until now; deviations grow between games."""
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
    """Return at most MAX_POINTS points, the highest and the lowest of each stretch."""
    if len(points) <= MAX_POINTS:
        return list(points)
    kept = {0, len(points) - 1}
    stretches = MAX_POINTS // 2 - 1
    for stretch in range(stretches):
        some = range(len(points) * stretch // stretches, len(points) * (stretch + 1) // stretches)
        kept |= {pick(some, key=lambda number: points[number].value) for pick in (min, max)}
    return [points[number] for number in sorted(kept)]


def by_date(courses: Sequence[Course]) -> bool:
    """Return whether courses are drawn by date rather than game by game."""
    begins = min(course.points[0].at for course in courses)
    return max(course.points[-2].at for course in courses) - begins >= BY_DATE

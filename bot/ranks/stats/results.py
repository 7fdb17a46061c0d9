"""Results of games: won, drawn and lost, and the course of a rating over time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from data.games.records import Verdict
from data.ratings.leaderboard import Standing
from data.ratings.ratings import RatingList
from data.ratings.statistics import CoursePoint, RatedGames


@dataclass(frozen=True, slots=True)
class Record:
    """Numbers of games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __add__(self, other: Record) -> Record:
        return Record(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
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


BY_DATE = timedelta(days=3)
"""Minimum duration of a course drawn by date; shorter ones are drawn game by game."""


@dataclass(frozen=True, slots=True)
class Course:
    """A rating in one list: standing, peak (None if it was always provisional), and at least two points."""

    rated_in: RatingList
    standing: Standing
    peak: CoursePoint | None
    points: tuple[CoursePoint, ...]


def course_of(rated_in: RatingList, standing: Standing, rated: RatedGames, now: datetime) -> Course:
    """Return the course of a rating until now; deviations grow between games."""
    # The chart shows all points, so the highest one may be provisional.
    peak = max(rated.points, key=lambda point: point.value) if rated.ever_sure else None
    last = rated.points[-1]
    end = CoursePoint(max(now, last.at), rated.games, last.value, standing.rating.deviation)
    return Course(rated_in, standing, peak, (*rated.points, end))


def by_date(courses: Sequence[Course]) -> bool:
    """Return whether courses are drawn by date rather than game by game."""
    begins = min(course.points[0].at for course in courses)
    return max(course.points[-2].at for course in courses) - begins >= BY_DATE

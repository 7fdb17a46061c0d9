"""Where the points and labels of a chart of ratings stand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.stats.courses import Course, CoursePoint, by_date
from bot.ui.language import gettext, ngettext
from renderers.rating_chart import RatingPoint, Tick

LABELLED = (1 / 3, 2 / 3)
"""Where the dates between the first one and now stand."""

LONG = 300
"""From so many days on labels are months with their years."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Scale:
    """What courses that are drawn together have in common: from their first game to now, by date, or game by
    game where all of it was in a few days."""

    def __init__(self, courses: Sequence[Course]) -> None:
        """ValueError without a course."""
        self._dated = by_date(courses)
        self._begins = min(course.points[0].at for course in courses)
        self._ends = max(course.points[-1].at for course in courses)
        self._games = max(course.points[-1].games for course in courses)

    def point(self, point: CoursePoint) -> RatingPoint:
        """A point of a course as it is drawn."""
        if self._dated:
            x = (point.at - self._begins) / (self._ends - self._begins)
        else:
            x = point.games / self._games
        return RatingPoint(x, point.value, point.deviation)

    def ticks(self) -> tuple[Tick, ...]:
        """The labels below the chart."""
        if not self._dated:
            number = ngettext("{number} game", "{number} games", self._games)
            return Tick(0.0, gettext("start")), Tick(1.0, number)
        between = (Tick(x, self._date(self._begins + x * (self._ends - self._begins))) for x in LABELLED)
        return Tick(0.0, self._date(self._begins)), *between, Tick(1.0, gettext("now"))

    def _date(self, moment: datetime) -> str:
        month = gettext(MONTHS[moment.month - 1])
        if (self._ends - self._begins).days >= LONG:
            return gettext("{month} {year}", month=month, year=moment.year)
        return gettext("{day} {month}", day=moment.day, month=month)

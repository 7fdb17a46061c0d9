"""Weeks from Monday to Sunday and seasons of three months, by the calendar of a server.

>>> from datetime import UTC
>>> from zoneinfo import ZoneInfo
>>> berlin, tokyo = (Calendar.of(ZoneInfo(zone)) for zone in ("Europe/Berlin", "Asia/Tokyo"))
>>> week = Period.containing(Span.WEEK, datetime(2026, 3, 29, 12, tzinfo=UTC), berlin)
>>> week.first.isoformat(), week.last.isoformat(), week.end(berlin).isoformat()
('2026-03-23', '2026-03-29', '2026-03-29T22:00:00+00:00')
>>> Period.containing(Span.SEASON, datetime(2026, 12, 31, 23, 30, tzinfo=UTC), tokyo)
Period(span=<Span.SEASON: 'season'>, first=datetime.date(2027, 1, 1))
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import Self

from bot.preferences.calendar import DAY, Calendar

MONTHS = 3
"""Length of a season."""


class Span(StrEnum):
    """Kind of a period."""

    WEEK = "week"
    SEASON = "season"


@dataclass(frozen=True, slots=True)
class Period:
    """A week or a season, by its first day."""

    span: Span
    first: date

    @classmethod
    def of_day(cls, span: Span, day: date) -> Self:
        """Return the period of a day."""
        if span is Span.WEEK:
            return cls(span, day - timedelta(days=day.weekday()))
        return cls(span, day.replace(month=day.month - (day.month - 1) % MONTHS, day=1))

    @classmethod
    def containing(cls, span: Span, moment: datetime, calendar: Calendar) -> Self:
        """Return the period at a moment."""
        return cls.of_day(span, calendar.day(moment))

    @classmethod
    def parse(cls, span: Span, text: str) -> Self | None:
        """Return the period whose first day is written in ISO format; None if none begins then."""
        try:
            day = date.fromisoformat(text)
            period = cls.of_day(span, day)
            # Its neighbours must not leave the calendar, either.
            period.previous().previous()
            period.following().following().following()
        except (ValueError, OverflowError):
            return None
        return period if period.first == day else None

    @property
    def last(self) -> date:
        """The last day."""
        return self.following().first - DAY

    def following(self) -> Self:
        """Return the next period."""
        if self.span is Span.WEEK:
            return type(self)(self.span, self.first + 7 * DAY)
        years, month = divmod(self.first.month - 1 + MONTHS, 12)
        first = self.first.replace(year=self.first.year + years, month=month + 1)
        return type(self)(self.span, first)

    def previous(self) -> Self:
        """Return the period before it."""
        return self.of_day(self.span, self.first - DAY)

    def begin(self, calendar: Calendar) -> datetime:
        """Return the moment at which it begins, in UTC."""
        return calendar.begin(self.first)

    def end(self, calendar: Calendar) -> datetime:
        """Return the moment at which it is over, in UTC."""
        return self.following().begin(calendar)

    def days(self, calendar: Calendar) -> list[tuple[datetime, datetime]]:
        """Return the beginning and end of each of its days, in UTC, without those that the calendar skips."""
        number = (self.following().first - self.first).days
        limits = [calendar.begin(self.first + day * DAY) for day in range(number + 1)]
        return [(begin, end) for begin, end in pairwise(limits) if begin < end]

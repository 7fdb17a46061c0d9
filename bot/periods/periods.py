"""Weeks from Monday to Sunday and seasons of three months, by the calendar of a time zone.

>>> from zoneinfo import ZoneInfo
>>> week = Period.containing(Span.WEEK, datetime(2026, 3, 29, 12, tzinfo=UTC), ZoneInfo("Europe/Berlin"))
>>> week.first.isoformat(), week.last.isoformat(), week.end(ZoneInfo("Europe/Berlin")).isoformat()
('2026-03-23', '2026-03-29', '2026-03-29T22:00:00+00:00')
>>> Period.containing(Span.SEASON, datetime(2026, 12, 31, 23, 30, tzinfo=UTC), ZoneInfo("Asia/Tokyo"))
Period(span=<Span.SEASON: 'season'>, first=datetime.date(2027, 1, 1))
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

MONTHS = 3
"""Length of a season."""

_DAY = timedelta(days=1)


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
    def containing(cls, span: Span, moment: datetime, zone: ZoneInfo) -> Self:
        """Return the period at a moment in a time zone."""
        return cls.of_day(span, moment.astimezone(zone).date())

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
        return self.following().first - _DAY

    def following(self) -> Self:
        """Return the next period."""
        if self.span is Span.WEEK:
            return type(self)(self.span, self.first + 7 * _DAY)
        years, month = divmod(self.first.month - 1 + MONTHS, 12)
        first = self.first.replace(year=self.first.year + years, month=month + 1)
        return type(self)(self.span, first)

    def previous(self) -> Self:
        """Return the period before it."""
        return self.of_day(self.span, self.first - _DAY)

    def begin(self, zone: ZoneInfo) -> datetime:
        """Return the moment at which it begins, in UTC."""
        return midnight(self.first, zone)

    def end(self, zone: ZoneInfo) -> datetime:
        """Return the moment at which it is over, in UTC."""
        return self.following().begin(zone)

    def days(self, zone: ZoneInfo) -> list[tuple[datetime, datetime]]:
        """Return the beginning and end of each of its days, in UTC."""
        number = (self.following().first - self.first).days
        limits = [midnight(self.first + day * _DAY, zone) for day in range(number + 1)]
        return list(pairwise(limits))


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return the moment at which a day begins in a time zone, in UTC.

    Where clocks skip midnight, that is the first moment after it; where they show it twice, the first time.
    """
    return datetime.combine(day, time(), zone).astimezone(UTC)

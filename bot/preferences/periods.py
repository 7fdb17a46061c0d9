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

from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Self

from bot.core.fields import Frozen
from bot.preferences.zones import UTC_NAME, zone_named

if TYPE_CHECKING:
    from collections.abc import Iterable
    from zoneinfo import ZoneInfo


FOREVER = datetime(1970, 1, 1, tzinfo=UTC)
"""Since when the first zone of a calendar applies, which is before all games."""

DAY = timedelta(days=1)


class Calendar(Frozen):
    """The time zones of a server, each with the moment since when, in order; the first one since FOREVER."""

    zones: tuple[tuple[datetime, ZoneInfo], ...]

    @classmethod
    def of(cls, zone: ZoneInfo) -> Self:
        """Return the calendar of a zone that does not change."""
        return cls(((FOREVER, zone),))

    @classmethod
    def changing(cls, zones: Iterable[tuple[datetime, str]]) -> Self:
        """Return the calendar of zones by their names; before the first one, of UTC."""
        named = [(since, zone_named(name)) for since, name in zones]
        return cls(((FOREVER, zone_named(UTC_NAME)), *named))

    def begin(self, day: date) -> datetime:
        """Return the moment at which a day begins, in UTC."""
        for (since, zone), (until, _) in pairwise(self.zones):
            begin = max(midnight(day, zone), since)
            if begin <= until:
                return begin
        since, zone = self.zones[-1]
        return max(midnight(day, zone), since)

    def day(self, moment: datetime) -> date:
        """Return the day at a moment: the latest one that has begun."""
        zone = next(zone for since, zone in reversed(self.zones) if since <= moment)
        shown = moment.astimezone(zone).date()
        # A clock that was set back shows a day before.
        while self.begin(shown + DAY) <= moment:
            shown += DAY
        return shown


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return the moment at which a day begins in a time zone, in UTC.

    Where clocks skip midnight, that is the first moment after it; where they show it twice, the first time.
    """
    return datetime.combine(day, time(), zone).astimezone(UTC)


MONTHS = 3
"""Length of a season."""


class Span(StrEnum):
    WEEK = "week"
    SEASON = "season"


class Period(Frozen):
    """A week or a season, by its first day."""

    span: Span
    first: date

    @classmethod
    def of_day(cls, span: Span, day: date) -> Self:
        if span is Span.WEEK:
            return cls(span, day - timedelta(days=day.weekday()))
        return cls(span, day.replace(month=day.month - (day.month - 1) % MONTHS, day=1))

    @classmethod
    def containing(cls, span: Span, moment: datetime, calendar: Calendar) -> Self:
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
        return self.following().first - DAY

    def following(self) -> Self:
        if self.span is Span.WEEK:
            return type(self)(self.span, self.first + 7 * DAY)
        years, month = divmod(self.first.month - 1 + MONTHS, 12)
        first = self.first.replace(year=self.first.year + years, month=month + 1)
        return type(self)(self.span, first)

    def previous(self) -> Self:
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

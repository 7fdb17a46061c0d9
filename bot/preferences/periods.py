"""Time zones of servers, by their IANA names, and the weeks and seasons of three months by their calendars.

>>> zone_named("Europe/Berlin").key, zone_named("Europe/Nowhere").key
('Europe/Berlin', 'UTC')
>>> zones_like("new yo")
['America/New_York']
>>> zone_typed("S\N{LATIN SMALL LETTER A WITH TILDE}o Paulo"), zone_typed("Buenos Aires")
('America/Sao_Paulo', 'America/Argentina/Buenos_Aires')

>>> from datetime import UTC
>>> berlin, tokyo = (Calendar.of(ZoneInfo(zone)) for zone in ("Europe/Berlin", "Asia/Tokyo"))
>>> week = Period.containing(Span.WEEK, datetime(2026, 3, 29, 12, tzinfo=UTC), berlin)
>>> week.first.isoformat(), week.last.isoformat(), week.end(berlin).isoformat()
('2026-03-23', '2026-03-29', '2026-03-29T22:00:00+00:00')
>>> Period.containing(Span.SEASON, datetime(2026, 12, 31, 23, 30, tzinfo=UTC), tokyo)
Period(span=<Span.SEASON: 'season'>, first=datetime.date(2027, 1, 1))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Self
from zoneinfo import ZoneInfo, available_timezones

from bot.core.fields import Frozen
from languages.typed import folded

UTC_NAME = "UTC"

AREAS = frozenset(
    {
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    }
)
"""Areas of zones that are named for places; the others are old names and fixed offsets."""

COMMON = (
    "Pacific/Honolulu",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Mexico_City",
    "America/Bogota",
    "America/Argentina/Buenos_Aires",
    "America/Sao_Paulo",
    UTC_NAME,
    "Europe/London",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Madrid",
    "Africa/Lagos",
    "Europe/Istanbul",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Jakarta",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""Zones offered in the menu, from west to east; with one more that is set, it is full."""


@cache
def zone_names() -> tuple[str, ...]:
    """Return the names of all zones of places, and UTC, in order."""
    places = {name for name in available_timezones() if name.partition("/")[0] in AREAS and "/" in name}
    return UTC_NAME, *sorted(places)


@cache
def current_names() -> frozenset[str]:
    """Return the names in use today; any other is an older name of one of them."""
    table = resources.files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in table.splitlines() if not line.startswith("#")]
    return frozenset({UTC_NAME, *(row[2] for row in rows)})


def zone_named(name: str) -> ZoneInfo:
    """Return the zone of this name; UTC if there is none."""
    return ZoneInfo(name if name in zone_names() else UTC_NAME)


def place_name(name: str) -> str:
    """Return a zone's name as people read it, such as “Europe/New York” for its place."""
    return name.replace("_", " ")


def zones_like(typed: str, most: int = 25) -> list[str]:
    """Return the zones whose name has all typed words; those that begin with them come first.

    Older names are returned only if no current one has the words.
    """
    words = [*dict.fromkeys(_folded(typed).split())]
    if not words:
        return list(COMMON)[:most]
    by_name = _folded_names()
    matches = [name for name, read in by_name.items() if all(word in read for word in words)]
    first = words[0]

    def rank(name: str) -> tuple[bool, str]:
        return not any(part.startswith(first) for part in by_name[name].split()), name

    return sorted(_current(matches), key=rank)[:most]


def zone_typed(typed: str) -> str | None:
    """Return the zone that a person typed or chose: a name, or words that only one zone has."""
    wanted = _folded(typed)
    by_name = _folded_names()
    for name, read in by_name.items():
        if read == wanted:
            return name
    # "London" is a place, and "Paris" is not Paramaribo.
    of_place = [name for name, read in by_name.items() if read.endswith(wanted) and _place(name) == wanted]
    named = _current(of_place)
    if len(named) == 1:
        return named[0]
    like = zones_like(typed, 2) if wanted else []
    return like[0] if len(like) == 1 else None


def _current(names: list[str]) -> list[str]:
    """Return the current ones of these names, or all of them if they are all older ones."""
    return [name for name in names if name in current_names()] or names


@cache
def _folded_names() -> Mapping[str, str]:
    return {name: _folded(name) for name in zone_names()}


def _place(name: str) -> str:
    return _folded(name.rpartition("/")[2])


def _folded(text: str) -> str:
    return folded(text.replace("_", " ").replace("/", " "))


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

"""Calendars of servers that may change their time zone: each day begins once.

A day begins at the first moment at which the server's clock shows it or a later one, and does not begin again
if the clock is set back. So a change of the zone moves no day that has begun, and every moment is in exactly
one day, week and season.

>>> from zoneinfo import ZoneInfo
>>> auckland, honolulu = ZoneInfo("Pacific/Auckland"), ZoneInfo("Pacific/Honolulu")
>>> changed = Calendar(((FOREVER, auckland), (datetime(2026, 11, 30, tzinfo=UTC), honolulu)))
>>> changed.begin(date(2026, 11, 30)).isoformat(), changed.begin(date(2026, 12, 1)).isoformat()
('2026-11-29T11:00:00+00:00', '2026-12-01T10:00:00+00:00')
>>> changed.day(datetime(2026, 11, 30, 12, tzinfo=UTC)).isoformat()
'2026-11-30'
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Self

from bot.preferences.zones import UTC_NAME, zone_named

if TYPE_CHECKING:
    from collections.abc import Iterable
    from zoneinfo import ZoneInfo

FOREVER = datetime(1970, 1, 1, tzinfo=UTC)
"""Since when the first zone of a calendar applies, which is before all games."""

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Calendar:
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

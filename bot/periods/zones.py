"""Time zones of servers, by their IANA names, such as `Europe/Berlin`.

>>> zone_named("Europe/Berlin").key, zone_named("Europe/Nowhere").key
('Europe/Berlin', 'UTC')
>>> zones_like("new yo")
['America/New_York']
"""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

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


def zone_named(name: str) -> ZoneInfo:
    """Return the zone of this name; UTC if there is none."""
    return ZoneInfo(name if name in zone_names() else UTC_NAME)


def place_name(name: str) -> str:
    """Return a zone's name as people read it, such as “Europe/New York” for its place."""
    return name.replace("_", " ")


def zones_like(typed: str, most: int = 25) -> list[str]:
    """Return the zones whose name has all typed words; those that begin with them come first."""
    words = _folded(typed).split()
    if not words:
        return list(COMMON)[:most]
    found = [name for name in zone_names() if all(word in _folded(name) for word in words)]
    first = words[0]

    def rank(name: str) -> tuple[bool, str]:
        parts = _folded(name).split()
        return not any(part.startswith(first) for part in parts), name

    return sorted(found, key=rank)[:most]


def zone_typed(typed: str) -> str | None:
    """Return the zone that a person typed or chose: a name, or words that only one zone has."""
    folded = _folded(typed)
    for name in zone_names():
        if _folded(name) == folded:
            return name
    # "London" is a place, and "Paris" is not Paramaribo.
    named = [name for name in zone_names() if _folded(name.rpartition("/")[2]) == folded]
    if len(named) == 1:
        return named[0]
    like = zones_like(typed, 2) if folded else []
    return like[0] if len(like) == 1 else None


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").replace("/", " ").split())

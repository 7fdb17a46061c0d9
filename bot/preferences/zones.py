"""Time zones of servers, by their IANA names, such as `Europe/Berlin`.

>>> zone_named("Europe/Berlin").key, zone_named("Europe/Nowhere").key
('Europe/Berlin', 'UTC')
>>> zones_like("new yo")
['America/New_York']
>>> zone_typed("S\N{LATIN SMALL LETTER A WITH TILDE}o Paulo"), zone_typed("Buenos Aires")
('America/Sao_Paulo', 'America/Argentina/Buenos_Aires')
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from zoneinfo import ZoneInfo, available_timezones

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
    found = [name for name, read in by_name.items() if all(word in read for word in words)]
    first = words[0]

    def rank(name: str) -> tuple[bool, str]:
        return not any(part.startswith(first) for part in by_name[name].split()), name

    return sorted(_current(found), key=rank)[:most]


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

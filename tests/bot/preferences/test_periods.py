"""Weeks and seasons by the calendars of time zones: no moment is left out, none belongs to two."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.preferences import zones
from bot.preferences.periods import FOREVER, Calendar, Period, Span
from bot.preferences.zones import COMMON, place_name, zone_named, zone_names, zone_typed, zones_like
from tests.bot.helpers import spied
from tests.cases import for_each

# With changes at midnight (Beirut, Havana, Santiago), by half an hour, of the date (Apia), and far from UTC.
ZONES = st.sampled_from(
    [
        *("UTC", "Europe/Berlin", "America/New_York", "Asia/Beirut"),
        *("America/Havana", "America/Santiago", "Australia/Lord_Howe", "Pacific/Apia"),
        *("Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu"),
    ]
).map(ZoneInfo)
MOMENTS = st.datetimes(datetime(2005, 1, 1), datetime(2030, 12, 31)).map(lambda one: one.replace(tzinfo=UTC))
SPANS = st.sampled_from(Span)


def calendar_of(zones: list[tuple[datetime, ZoneInfo]]) -> Calendar:
    since = [FOREVER, *sorted(moment for moment, _ in zones[1:])]
    return Calendar(tuple(zip(since, (zone for _, zone in zones), strict=True)))


CALENDARS = st.lists(st.tuples(MOMENTS, ZONES), min_size=1, max_size=4).map(calendar_of)


@given(SPANS, MOMENTS, ZONES)
def test_a_day_is_the_one_that_the_clock_shows(span: Span, moment: datetime, zone: ZoneInfo) -> None:
    assert Calendar.of(zone).day(moment) == moment.astimezone(zone).date()


@given(SPANS, CALENDARS, st.data())
def test_a_moment_is_in_its_period_and_a_day(span: Span, calendar: Calendar, data: st.DataObject) -> None:
    """Also around changes of the zone."""
    changes = st.sampled_from(
        [since for since, _ in calendar.zones[1:]] or [datetime(2020, 1, 1, tzinfo=UTC)]
    )
    near = st.builds(timedelta.__mul__, st.just(timedelta(minutes=7)), st.integers(-500, 500))
    moment = data.draw(MOMENTS | st.builds(datetime.__add__, changes, near))
    period = Period.containing(span, moment, calendar)
    assert period.begin(calendar) <= moment < period.end(calendar)
    (day,) = [day for day in period.days(calendar) if day[0] <= moment < day[1]]
    assert calendar.begin(calendar.day(moment)) == day[0]
    assert calendar.day(moment) >= calendar.day(moment - timedelta(hours=1))


@given(SPANS, MOMENTS, CALENDARS)
def test_periods_follow_each_other_without_a_gap(span: Span, moment: datetime, calendar: Calendar) -> None:
    period = Period.containing(span, moment, calendar)
    assert period.following().begin(calendar) == period.end(calendar)
    assert period.following().previous() == period
    days = period.days(calendar)
    assert (days[0][0], days[-1][1]) == (period.begin(calendar), period.end(calendar))
    assert [end for _, end in days[:-1]] == [begin for begin, _ in days[1:]]
    assert Period.parse(span, period.first.isoformat()) == period


@for_each(
    ("zone", "first", "hours"),
    ("Europe/Berlin", date(2026, 3, 23), 167),
    ("Europe/Berlin", date(2026, 10, 19), 169),
    ("Australia/Lord_Howe", date(2026, 3, 30), 168.5),
    # Without Friday, 30 December.
    ("Pacific/Apia", date(2011, 12, 26), 144),
)
def test_weeks_with_a_change_of_clocks_have_other_lengths(zone: str, first: date, hours: float) -> None:
    period, there = Period(Span.WEEK, first), Calendar.of(ZoneInfo(zone))
    assert period.end(there) - period.begin(there) == timedelta(hours=hours)


def test_a_week_across_years_is_one_and_seasons_are_three_months() -> None:
    week = Period.of_day(Span.WEEK, date(2026, 12, 31))
    assert (week.first, week.last) == (date(2026, 12, 28), date(2027, 1, 3))
    season = Period.of_day(Span.SEASON, date(2026, 12, 31))
    assert (season.first, season.last) == (date(2026, 10, 1), date(2026, 12, 31))
    assert (season.following().first, season.previous().first) == (date(2027, 1, 1), date(2026, 7, 1))


@for_each("text", ["", "2026-11-24", "9999-12-27", "0001-01-01", "x", "2026-11-23T00"])
def test_what_is_no_first_day_is_refused(text: str) -> None:
    assert Period.parse(Span.WEEK, text) is None


def test_typed_zones_are_cities_names_or_parts_without_accents() -> None:
    assert zone_typed("berlin") == "Europe/Berlin"
    assert zone_typed("new york") == "America/New_York"
    assert zone_typed("Europe/Paris") == "Europe/Paris"
    assert zone_typed("utc") == "UTC"
    assert zone_typed("paris") == "Europe/Paris"
    for nonsense in ("", "Atlantis", "a", "../../etc/passwd", "\N{SNOWMAN}" * 90):
        assert zone_typed(nonsense) is None
    cities = {
        "S\N{LATIN SMALL LETTER A WITH TILDE}o Paulo": "America/Sao_Paulo",
        "Z\N{LATIN SMALL LETTER U WITH DIAERESIS}rich": "Europe/Zurich",
        "BOGOT\N{LATIN CAPITAL LETTER A WITH ACUTE}": "America/Bogota",
        "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}stanbul": "Europe/Istanbul",
        "\N{FULLWIDTH LATIN CAPITAL LETTER T}okyo": "Asia/Tokyo",
    }
    assert {city: zone_typed(city) for city in cities} == cities
    assert zones_like("s\N{LATIN SMALL LETTER A WITH TILDE}o p") == ["America/Sao_Paulo"]
    assert zone_typed("buenos aires") == zone_typed("buenos") == "America/Argentina/Buenos_Aires"
    assert zone_typed("indianapolis") == "America/Indiana/Indianapolis"
    assert zone_typed("saigon") == "Asia/Saigon"
    for name in zone_names():
        found = zone_typed(place_name(name.rpartition("/")[2]))
        assert found is not None, name
        assert found.rpartition("/")[2] == name.rpartition("/")[2]


def test_zones_have_room_in_the_menu_and_suggestions() -> None:
    assert set(COMMON) <= set(zone_names())
    assert len(set(COMMON)) == len(COMMON) == 24
    assert all(len(place_name(name)) <= 100 for name in zone_names())
    assert zone_named("Mars/Olympus").key == "UTC"
    assert zones_like("tok")[0] == "Asia/Tokyo"
    assert zones_like("") == list(COMMON)
    assert len(zones_like("a")) == 25


def test_suggesting_zones_folds_what_was_typed_and_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each keystroke asks again, with up to 6,000 characters."""
    zones_like("a")
    texts = spied(monkeypatch, zones, "folded")
    assert zones_like("a b " * 1000)
    assert len(texts) == 1

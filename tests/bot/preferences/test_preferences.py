"""Settings of people and servers, their languages, and weeks and seasons by the calendars of time zones."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.catalog import GAMES
from bot.core.people import Place
from bot.preferences import periods
from bot.preferences.periods import (
    COMMON,
    FOREVER,
    Calendar,
    Period,
    Span,
    place_name,
    zone_named,
    zone_names,
    zone_typed,
    zones_like,
)
from bot.preferences.preferences import (
    CLIENT_LANGUAGE,
    GamesElsewhere,
    HouseRules,
    Languages,
    MatchesRestricted,
    NotServerManager,
    Preferences,
    SettingGone,
)
from bot.preferences.settings import (
    EVERYBODY,
    LEVELS,
    MODERATORS,
    Channel,
    Channels,
    Circle,
    Circles,
    OneOf,
    PersonSettings,
    ServerSettings,
    Switch,
    Time,
    level_in,
    read,
    setting,
    settings_of,
)
from data import Share, Storage
from data.games.time_control import Correspondence, Live
from data.people.players import PeopleStore
from data.people.preferences import Owner, PreferenceStore
from languages import ENGLISH, LANGUAGES, language_of
from tests.bot.helpers import ANN, kit_of, refuses, spied
from tests.cases import for_each

SERVER = 7001


@for_each(
    ("allowed", "value", "text"),
    (Switch(), True, "on"),
    (Switch(), False, "off"),
    (OneOf(("a", "b")), "b", "b"),
    (OneOf(("a", "b"), or_none=True), None, "none"),
    (Time(), Live(5, 3), "5+3"),
    (Time(), Correspondence(2), "2d"),
    (Time(), None, "none"),
    (Channels(), (1, 2), "1 2"),
    (Channels(), (), ""),
    (Channel(), 4, "4"),
    (Channel(), None, ""),
    (Circles(), EVERYBODY, "everybody"),
    (Circles(), MODERATORS, "moderators"),
    (Circles(), Circle("role", 12), "role 12"),
)
def test_a_value_survives_writing_and_reading(allowed: Any, value: object, text: str) -> None:
    assert (allowed.write(value), allowed.read(text)) == (text, value)


@for_each(
    ("allowed", "text"),
    (Switch(), "yes"),
    (OneOf(("a",)), "none"),
    (OneOf(("a",)), "c"),
    (Time(), "5 years"),
    (Channels(most=2), "1 2 3"),
    (Channels(), "here"),
    (Channel(), "1 2"),
    (Circles(), "role"),
    (Circles(), "nobody"),
)
def test_an_invalid_text_is_refused(allowed: Any, text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        allowed.read(text)


@for_each("kind", [ServerSettings, PersonSettings])
def test_every_setting_has_a_default_that_can_be_chosen(kind: type[Any]) -> None:
    for declared in settings_of(kind).values():
        allowed: Any = declared.allowed
        assert allowed.read(allowed.write(declared.default)) == declared.default
        assert len(declared.name) <= 32


def test_an_unreadable_value_has_its_default_and_a_new_setting_is_a_field() -> None:
    assert read(ServerSettings, {"rated": "perhaps", "level": "hard"}) == ServerSettings(level="hard")

    @dataclass(frozen=True)
    class More:
        sound: str = setting("soft", OneOf(("soft", "loud")))

    assert (read(More, {"sound": "loud"}), settings_of(More)["sound"].default) == (More("loud"), "soft")


async def test_managers_change_settings_of_servers_and_people_their_own(preferences: Preferences) -> None:
    changed = await preferences.change_server(SERVER, "time", "5 + 3", manager=True)
    assert changed == await preferences.for_server(SERVER) == ServerSettings(time=Live(5, 3))
    assert await preferences.for_server(SERVER + 1) == ServerSettings()
    assert await preferences.for_server(None) == ServerSettings()
    assert await preferences.change_server(SERVER, "time", None, manager=True) == ServerSettings()
    await refuses(NotServerManager, preferences.change_server(SERVER, "rated", "off", manager=False))
    assert await preferences.for_server(SERVER) == ServerSettings()
    assert await preferences.change_person(ANN.id, "flip", "on") == PersonSettings(flip=True)
    assert await preferences.for_person(ANN.id) == PersonSettings(flip=True)
    assert await preferences.for_person(ANN.id + 1) == PersonSettings()
    for removed, text in (("sound", "loud"), ("rated", "perhaps")):
        await refuses(SettingGone, preferences.change_server(SERVER, removed, text, manager=True))


async def test_the_client_is_remembered_of_people_who_have_played(
    chosen: Languages, preferences: Preferences, storage: Storage
) -> None:
    restarted, store = Languages(storage, lambda guild_id: None), storage[PreferenceStore]
    assert await chosen.for_person(ANN.id) is ENGLISH
    chosen.known(ANN.id, "fr")
    assert await chosen.for_person(ANN.id) is FRENCH
    await chosen.store_client(ANN.id)
    assert CLIENT_LANGUAGE not in await store.of(Owner("person", ANN.id))
    await storage[PeopleStore].remember(ANN.id, "Ann")
    await chosen.store_client(ANN.id)
    assert await restarted.for_person(ANN.id) is FRENCH
    chosen.known(ANN.id, "en-GB")
    await chosen.store_client(ANN.id)
    assert await restarted.for_person(ANN.id) is ENGLISH
    assert dict(await store.of(Owner("person", ANN.id))) == {}


async def test_deleted_channels_and_roles_no_longer_count(storage: Storage) -> None:
    preferences = Preferences(storage, lambda guild_id, there_id: there_id < 10)
    await storage[PreferenceStore].put(Owner("server", SERVER), "channels", "1 2 30")
    await storage[PreferenceStore].put(Owner("server", SERVER), "matches", "role 11")
    settings = await preferences.for_server(SERVER)
    assert settings.channels == (1, 2)
    assert settings.matches == MODERATORS


@for_each("name", LEVELS)
def test_a_level_of_one_game_has_one_in_every_game(name: str) -> None:
    for kind in GAMES.values():
        assert level_in(kind, name) in kind.levels
    assert level_in(GAMES["reversi"], "novice") == "beginner"
    assert level_in(GAMES["connect4"], "tournament") == "master"


async def test_games_are_started_in_the_chosen_channels_and_their_threads(
    storage: Storage, preferences: Preferences
) -> None:
    rules = HouseRules(kit_of(storage, preferences=preferences))
    here, elsewhere = Place(1, SERVER), Place(2, SERVER)
    await rules.require_games_here(elsewhere)
    await preferences.change_server(SERVER, "channels", "1 3", manager=True)
    for place in (here, Place(9, SERVER, parent_id=1), Place(2, None), Place(2, SERVER + 1)):
        await rules.require_games_here(place)
    for place in (elsewhere, Place(9, SERVER, parent_id=2)):
        refused = await refuses(GamesElsewhere, rules.require_games_here(place))
        assert refused.channels == (1, 3)


async def test_matches_are_for_the_chosen_and_for_moderators(
    storage: Storage, preferences: Preferences
) -> None:
    rules, here = HouseRules(kit_of(storage, preferences=preferences)), Place(1, SERVER)
    for matches, anybody, with_role in (
        ("everybody", True, True),
        ("moderators", False, False),
        ("role 5", False, True),
    ):
        await preferences.change_server(SERVER, "matches", matches, manager=True)
        await rules.require_matches(here, ANN, moderator=True)
        for who, may in ((ANN, anybody), (replace(ANN, roles=frozenset({5, 6})), with_role)):
            with nullcontext() if may else pytest.raises(MatchesRestricted):
                await rules.require_matches(here, who, moderator=False)


SERVER_LANGUAGES, ELSEWHERE = 7001, 7002
FRENCH, GERMAN, JAPANESE = LANGUAGES["fr"], LANGUAGES["de"], LANGUAGES["ja"]


@pytest.fixture
def chosen(preferences: Preferences, storage: Storage) -> Languages:
    return Languages(storage, {SERVER_LANGUAGES: "de"}.get)


async def test_people_and_servers_have_the_language_of_clients(chosen: Languages) -> None:
    for code, language in (
        *(("fr", FRENCH), ("es-ES", LANGUAGES["es"]), ("es-419", language_of("es-419")), ("fi", ENGLISH)),
    ):
        assert await chosen.for_person(ANN.id, code) is language
    assert await chosen.for_server(ELSEWHERE) is ENGLISH
    chosen.record_server(ELSEWHERE, "fr")
    assert await chosen.for_server(ELSEWHERE) is FRENCH


async def test_numbers_of_latin_america_are_known_outside_a_click_and_kept_by_a_choice(
    chosen: Languages, preferences: Preferences, storage: Storage
) -> None:
    latin = language_of("es-419")
    await storage[PeopleStore].remember(ANN.id, "Ann")
    chosen.known(ANN.id, "es-419")
    await chosen.store_client(ANN.id)
    restarted = Languages(storage, {SERVER_LANGUAGES: "es-419"}.get)
    assert await restarted.for_person(ANN.id) is latin
    await preferences.change_person(ANN.id, "language", "es")
    assert await restarted.for_person(ANN.id) is latin
    assert await restarted.for_person(ANN.id, "fr") is LANGUAGES["es"]
    await preferences.change_server(SERVER_LANGUAGES, "language", "es", manager=True)
    assert await restarted.for_server(SERVER_LANGUAGES) is latin


async def test_choices_of_people_and_places_override_clients(
    chosen: Languages, preferences: Preferences
) -> None:
    await preferences.change_person(ANN.id, "language", "ja")
    assert [chosen.known(number, "fr") for number in (ANN.id, ANN.id + 1)] == [JAPANESE, FRENCH]
    assert await chosen.for_person(ANN.id, "fr") is JAPANESE
    await preferences.change_person(ANN.id, "language", "none")
    assert await chosen.for_person(ANN.id, "fr") is FRENCH
    place = Place(8001, SERVER_LANGUAGES)
    assert await chosen.for_place(place, ANN.id) is GERMAN
    await preferences.change_server(SERVER_LANGUAGES, "language", "ja", manager=True)
    assert await chosen.for_place(place, ANN.id) is JAPANESE
    await preferences.change_person(ANN.id, "language", "fr")
    assert await chosen.for_place(Place(8001, None), ANN.id) is FRENCH
    assert await chosen.for_place(Place(8001, None), 0) is ENGLISH


async def test_another_process_knows_the_locale_of_a_server(
    chosen: Languages, preferences: Preferences, storage: Storage
) -> None:
    await chosen.store_server(SERVER_LANGUAGES)
    assert dict(await storage[PreferenceStore].of(Owner("server", SERVER_LANGUAGES))) == {}
    first, second = Share(0, 0, 2), Share(1, 1, 2)
    storage._database.share = first
    assert first.has(SERVER_LANGUAGES)
    await chosen.store_server(SERVER_LANGUAGES)
    storage._database.share = second
    other = Languages(storage, lambda guild_id: None)
    assert await other.for_server(SERVER_LANGUAGES) is GERMAN
    await preferences.change_server(SERVER_LANGUAGES, "language", "ja", manager=True)
    assert await other.for_server(SERVER_LANGUAGES) is JAPANESE


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
    texts = spied(monkeypatch, periods, "folded")
    assert zones_like("a b " * 1000)
    assert len(texts) == 1

"""Whose language a text is in."""

from __future__ import annotations

import pytest

from bot.core.people import Place
from bot.preferences.languages import CLIENT_LANGUAGE, Languages
from bot.preferences.preferences import Preferences
from data import Share, Storage
from data.people.preferences import Owner
from languages import ENGLISH, LANGUAGES, language_of

ANN, SERVER, ELSEWHERE = 1001, 7001, 7002
FRENCH, GERMAN, JAPANESE = LANGUAGES["fr"], LANGUAGES["de"], LANGUAGES["ja"]


@pytest.fixture
def preferences(storage: Storage) -> Preferences:
    return Preferences(storage)


@pytest.fixture
def chosen(preferences: Preferences, storage: Storage) -> Languages:
    return Languages(preferences, storage, {SERVER: "de"}.get)


async def test_a_person_speaks_the_language_of_their_client(chosen: Languages) -> None:
    assert await chosen.for_person(ANN, "fr") is FRENCH
    assert await chosen.for_person(ANN, "es-ES") is LANGUAGES["es"]
    assert await chosen.for_person(ANN, "es-419") is language_of("es-419")
    assert await chosen.for_person(ANN, "fi") is ENGLISH


async def test_a_choice_overrides_the_client(chosen: Languages, preferences: Preferences) -> None:
    await preferences.change_person(ANN, "language", "ja")
    assert await chosen.for_person(ANN, "fr") is JAPANESE
    await preferences.change_person(ANN, "language", "none")
    assert await chosen.for_person(ANN, "fr") is FRENCH


async def test_numbers_of_latin_america_are_known_outside_a_click_and_kept_by_a_choice(
    chosen: Languages, preferences: Preferences, storage: Storage
) -> None:
    latin = language_of("es-419")
    await storage.people.remember(ANN, "Ann")
    chosen.known(ANN, "es-419")
    await chosen.store_client(ANN)
    restarted = Languages(preferences, storage, {SERVER: "es-419"}.get)
    assert await restarted.for_person(ANN) is latin
    await preferences.change_person(ANN, "language", "es")
    assert await restarted.for_person(ANN) is latin
    assert await restarted.for_person(ANN, "fr") is LANGUAGES["es"]
    await preferences.change_server(SERVER, "language", "es", manager=True)
    assert await restarted.for_server(SERVER) is latin


async def test_outside_a_click_the_client_is_remembered(
    chosen: Languages, preferences: Preferences, storage: Storage
) -> None:
    restarted = Languages(preferences, storage, lambda guild_id: None)
    assert await chosen.for_person(ANN) is ENGLISH
    chosen.known(ANN, "fr")
    assert await chosen.for_person(ANN) is FRENCH
    await storage.people.remember(ANN, "Ann")
    await chosen.store_client(ANN)
    assert await restarted.for_person(ANN) is FRENCH
    chosen.known(ANN, "en-GB")
    await chosen.store_client(ANN)
    assert await restarted.for_person(ANN) is ENGLISH
    assert dict(await storage.preferences.of(Owner("person", ANN))) == {}


async def test_nothing_is_stored_of_people_who_never_played(chosen: Languages, storage: Storage) -> None:
    chosen.known(ANN, "fr")
    await chosen.store_client(ANN)
    assert CLIENT_LANGUAGE not in await storage.preferences.of(Owner("person", ANN))


async def test_before_storage_is_read_a_cached_choice_counts(
    chosen: Languages, preferences: Preferences
) -> None:
    await preferences.change_person(ANN, "language", "ja")
    assert chosen.known(ANN, "fr") is JAPANESE
    assert chosen.known(ANN + 1, "fr") is FRENCH


async def test_public_messages_speak_the_servers_language(
    chosen: Languages, preferences: Preferences
) -> None:
    place = Place(8001, SERVER)
    assert await chosen.for_place(place, ANN) is GERMAN
    await preferences.change_server(SERVER, "language", "ja", manager=True)
    assert await chosen.for_place(place, ANN) is JAPANESE


async def test_a_server_without_the_bot_has_the_locale_that_clicks_bring(chosen: Languages) -> None:
    assert await chosen.for_server(ELSEWHERE) is ENGLISH
    chosen.record_server(ELSEWHERE, "fr")
    assert await chosen.for_server(ELSEWHERE) is FRENCH


async def test_outside_of_servers_the_person_counts(chosen: Languages, preferences: Preferences) -> None:
    await preferences.change_person(ANN, "language", "fr")
    assert await chosen.for_place(Place(8001, None), ANN) is FRENCH
    assert await chosen.for_place(Place(8001, None), 0) is ENGLISH


async def test_another_process_knows_the_locale_of_a_server(
    chosen: Languages, preferences: Preferences, storage: Storage
) -> None:
    await chosen.store_server(SERVER)
    assert dict(await storage.preferences.of(Owner("server", SERVER))) == {}
    first, second = Share(0, 0, 2), Share(1, 1, 2)
    storage._database.share = first
    assert first.has(SERVER)
    await chosen.store_server(SERVER)
    storage._database.share = second
    other = Languages(preferences, storage, lambda guild_id: None)
    assert await other.for_server(SERVER) is GERMAN
    await preferences.change_server(SERVER, "language", "ja", manager=True)
    assert await other.for_server(SERVER) is JAPANESE

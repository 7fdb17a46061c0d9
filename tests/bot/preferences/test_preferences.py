"""Settings: their values, who may change them, and what follows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.catalog import GAMES
from bot.core.people import Place
from bot.preferences import refusals
from bot.preferences.allowed import (
    EVERYBODY,
    MODERATORS,
    Channel,
    Channels,
    Circle,
    Circles,
    OneOf,
    Switch,
    Time,
)
from bot.preferences.preferences import HouseRules, Preferences
from bot.preferences.settings import (
    LEVELS,
    PersonSettings,
    ServerSettings,
    level_in,
    read,
    setting,
    settings_of,
)
from data import Storage
from data.games.clocks import Correspondence, Live
from data.people.preferences import Owner
from tests.bot.helpers import ANN
from tests.cases import for_each

SERVER = 7001


@pytest.fixture
def preferences(storage: Storage) -> Preferences:
    return Preferences(storage)


@for_each(
    ("allowed", "value", "text"),
    [
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
    ],
)
def test_a_value_survives_writing_and_reading(allowed: Any, value: object, text: str) -> None:
    assert allowed.write(value) == text
    assert allowed.read(text) == value


@for_each(
    ("allowed", "text"),
    [
        (Switch(), "yes"),
        (OneOf(("a",)), "none"),
        (OneOf(("a",)), "c"),
        (Time(), "5 years"),
        (Channels(most=2), "1 2 3"),
        (Channels(), "here"),
        (Channel(), "1 2"),
        (Circles(), "role"),
        (Circles(), "nobody"),
    ],
)
def test_an_invalid_text_is_refused(allowed: Any, text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        allowed.read(text)


@pytest.mark.parametrize("kind", [ServerSettings, PersonSettings])
def test_every_setting_has_a_default_that_can_be_chosen(kind: type[Any]) -> None:
    for declared in settings_of(kind).values():
        allowed: Any = declared.allowed
        assert allowed.read(allowed.write(declared.default)) == declared.default
        assert len(declared.name) <= 32


def test_an_unreadable_value_has_its_default() -> None:
    stored = {"rated": "perhaps", "sound": "loud", "level": "hard"}
    assert read(ServerSettings, stored) == ServerSettings(level="hard")


def test_a_new_setting_is_one_field() -> None:
    @dataclass(frozen=True)
    class More:
        sound: str = setting("soft", OneOf(("soft", "loud")))

    assert read(More, {"sound": "loud"}) == More("loud")
    assert settings_of(More)["sound"].default == "soft"


async def test_a_manager_changes_and_resets_a_setting(preferences: Preferences) -> None:
    changed = await preferences.change_server(SERVER, "time", "5 + 3", manager=True)
    assert changed == await preferences.for_server(SERVER) == ServerSettings(time=Live(5, 3))
    assert await preferences.for_server(SERVER + 1) == ServerSettings()
    assert await preferences.for_server(None) == ServerSettings()
    assert await preferences.change_server(SERVER, "time", None, manager=True) == ServerSettings()


async def test_only_managers_change_settings(preferences: Preferences) -> None:
    with pytest.raises(refusals.NotServerManager):
        await preferences.change_server(SERVER, "rated", "off", manager=False)
    assert await preferences.for_server(SERVER) == ServerSettings()


@pytest.mark.parametrize(("name", "text"), [("sound", "loud"), ("rated", "perhaps")])
async def test_a_removed_setting_cannot_be_changed(preferences: Preferences, name: str, text: str) -> None:
    with pytest.raises(refusals.SettingGone):
        await preferences.change_server(SERVER, name, text, manager=True)


async def test_a_persons_settings_are_their_own(preferences: Preferences) -> None:
    assert await preferences.change_person(ANN.id, "flip", "on") == PersonSettings(flip=True)
    assert await preferences.for_person(ANN.id) == PersonSettings(flip=True)
    assert await preferences.for_person(ANN.id + 1) == PersonSettings()


async def test_deleted_channels_and_roles_no_longer_count(storage: Storage) -> None:
    preferences = Preferences(storage, lambda guild_id, there_id: there_id < 10)
    await storage.preferences.put(Owner("server", SERVER), "channels", "1 2 30")
    await storage.preferences.put(Owner("server", SERVER), "matches", "role 11")
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
    preferences: Preferences,
) -> None:
    rules = HouseRules(preferences)
    here, elsewhere = Place(1, SERVER), Place(2, SERVER)
    await rules.require_games_here(elsewhere)
    await preferences.change_server(SERVER, "channels", "1 3", manager=True)
    for place in (here, Place(9, SERVER, parent_id=1), Place(2, None), Place(2, SERVER + 1)):
        await rules.require_games_here(place)
    for place in (elsewhere, Place(9, SERVER, parent_id=2)):
        with pytest.raises(refusals.GamesElsewhere) as refused:
            await rules.require_games_here(place)
        assert refused.value.channels == (1, 3)


@pytest.mark.parametrize(
    ("matches", "anybody", "with_role"),
    [("everybody", True, True), ("moderators", False, False), ("role 5", False, True)],
)
async def test_matches_are_for_the_chosen_and_for_moderators(
    preferences: Preferences, matches: str, anybody: bool, with_role: bool
) -> None:
    rules, here = HouseRules(preferences), Place(1, SERVER)
    await preferences.change_server(SERVER, "matches", matches, manager=True)
    await rules.require_matches(here, ANN, moderator=True)
    for who, may in ((ANN, anybody), (replace(ANN, roles=frozenset({5, 6})), with_role)):
        if may:
            await rules.require_matches(here, who, moderator=False)
            continue
        with pytest.raises(refusals.MatchesRestricted):
            await rules.require_matches(here, who, moderator=False)

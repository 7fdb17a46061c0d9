"""Registering the commands only when Discord's copy differs."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from discord.http import Route

from bot.app import Flipfour
from bot.hosting.discord_api import sync_commands
from bot.rooms import add_commands
from bot.settings.settings import Settings
from bot.sharded import create_bot
from tests.bot.ui.discord_errors import refused
from tests.loopback.model import without_translations

APPLICATION = 99

ENTRY_POINT = 4
LAUNCH = {
    "id": "5001",
    "application_id": str(APPLICATION),
    "version": "6001",
    "type": ENTRY_POINT,
    "name": "launch",
    "name_localizations": None,
    "description": "",
    "description_localizations": None,
    "handler": 2,
    "integration_types": [0, 1],
    "contexts": None,
    "default_member_permissions": None,
    "nsfw": False,
}
"""The command that Discord adds when Activities are switched on."""


def as_discord_returns_it(given: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a command as Discord does: with additional fields, without empty or false ones."""
    back = {
        "description": "",
        **_without_defaults(given),
        "id": given.get("id", str(1000 + number)),
        "application_id": str(APPLICATION),
        "version": str(2000 + number),
        "default_member_permissions": given.get("default_member_permissions"),
        "nsfw": False,
    }
    # In another order.
    for field in ("contexts", "integration_types"):
        back[field] = sorted(given.get(field) or [], reverse=True)
    return back


def _without_defaults(given: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in given.items() if value not in (None, False, [], {})}
    for field in ("options", "choices"):
        if field in kept:
            kept[field] = [_without_defaults(item) for item in kept[field]]
    return kept


class Registry:
    """Discord's registered commands, with a count of registrations."""

    def __init__(self) -> None:
        self.commands: list[dict[str, Any]] = []
        self.registrations = 0

    async def request(self, route: Route, *, params: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
        assert (route.method, route.path) == ("GET", "/applications/{application_id}/commands")
        known = copy.deepcopy(self.commands)
        return known if params == {"with_localizations": "true"} else without_translations(known)

    async def bulk_upsert_global_commands(
        self, application_id: int, payload: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        assert application_id == APPLICATION
        self.registrations += 1
        kept = {command.get("id") for command in payload}
        if any(command.get("type") == ENTRY_POINT and command["id"] not in kept for command in self.commands):
            raise refused(400, 50240)
        assert not [command for command in payload if "application_id" in command or "version" in command]
        self.commands = [as_discord_returns_it(given, number) for number, given in enumerate(payload)]
        return copy.deepcopy(self.commands)


@pytest.fixture
def registry() -> Registry:
    return Registry()


@pytest.fixture
async def bot(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> Flipfour:
    made = create_bot(Settings())
    add_commands(made.tree)
    monkeypatch.setattr(made._connection, "application_id", APPLICATION)
    monkeypatch.setattr(made.http, "request", registry.request)
    monkeypatch.setattr(made.http, "bulk_upsert_global_commands", registry.bulk_upsert_global_commands)
    return made


async def test_the_first_start_registers_and_the_next_does_not_in_any_order(
    bot: Flipfour, registry: Registry
) -> None:
    assert await sync_commands(bot)
    assert {"reversi", "leaderboard", "profile"} <= {command["name"] for command in registry.commands}
    assert not await sync_commands(bot)
    assert not await sync_commands(bot)
    assert registry.registrations == 1
    await sync_commands(bot)
    registry.commands.reverse()
    assert not await sync_commands(bot)
    await sync_commands(bot)
    registry.commands.append(dict(LAUNCH))
    assert not await sync_commands(bot)


def _start(commands: list[dict[str, Any]]) -> dict[str, Any]:
    (group,) = (command for command in commands if command["name"] == "reversi")
    start: dict[str, Any] = next(option for option in group["options"] if option["name"] == "start")
    return start


def _option(commands: list[dict[str, Any]], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(option for option in _start(commands)["options"] if option["name"] == name)
    return found


CHANGES: dict[str, Callable[[list[dict[str, Any]]], Any]] = {
    "a command is missing": lambda commands: commands.pop(),
    "a command too many": lambda commands: commands.append(commands[0] | {"name": "chess"}),
    "a description": lambda commands: commands[0].update(description="Old words"),
    "a subcommand's description": lambda commands: _start(commands).update(description="Old words"),
    "an option is missing": lambda commands: _start(commands)["options"].pop(),
    "an option too many": lambda commands: _start(commands)["options"].append({"name": "x", "type": 3}),
    "the order of options": lambda commands: _start(commands)["options"].reverse(),
    "an option's type": lambda commands: _option(commands, "opponent").update(type=3),
    "an option is required": lambda commands: _option(commands, "colour").update(required=True),
    "a choice is missing": lambda commands: _option(commands, "colour")["choices"].pop(),
    "a choice's name": lambda commands: _option(commands, "colour")["choices"][0].update(name="trivial"),
    "the order of choices": lambda commands: _option(commands, "colour")["choices"].reverse(),
    "where it can be used": lambda commands: commands[0].update(contexts=[2]),
    "who may use it": lambda commands: commands[0].update(default_member_permissions="8"),
    "how it is installed": lambda commands: commands[0].update(integration_types=[0]),
    "a translated description": lambda commands: commands[0].update(description_localizations={"de": "Alt"}),
    "a translated name": lambda commands: commands[0].update(name_localizations={"de": "alt"}),
    "an option's translated name": lambda commands: _option(commands, "colour").update(
        name_localizations={"de": "alt"}
    ),
    "a choice's translated name": lambda commands: _option(commands, "colour")["choices"][0].update(
        name_localizations={"de": "Alt"}
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
async def test_any_difference_is_registered(bot: Flipfour, registry: Registry, change: str) -> None:
    await sync_commands(bot)
    CHANGES[change](registry.commands)
    assert await sync_commands(bot)
    assert not await sync_commands(bot)
    assert registry.registrations == 2


async def test_a_registration_carries_a_command_that_discord_added(bot: Flipfour, registry: Registry) -> None:
    registry.commands.append(dict(LAUNCH))
    assert await sync_commands(bot)
    (kept,) = [command for command in registry.commands if command["type"] == ENTRY_POINT]
    assert (kept["id"], kept["name"], kept["handler"]) == ("5001", "launch", 2)
    assert not await sync_commands(bot)

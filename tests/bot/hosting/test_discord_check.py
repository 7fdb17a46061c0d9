"""Discord from the host's side: checks, registration of commands, and only where they differ."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any, cast

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import Route
from pydantic import SecretStr
from structlog.testing import capture_logs

from bot.app import Flipfour
from bot.hosting import discord_api as discord_registration
from bot.hosting.checking import Finding, Grade
from bot.hosting.discord_api import PERMISSIONS, CommandRegistration, sync_commands, translated
from bot.hosting.discord_check import check_discord
from bot.rooms import add_commands
from bot.settings.settings import Settings
from bot.sharded import create_bot
from tests.bot.helpers import refuses
from tests.bot.ui.discord_errors import refused
from tests.cases import for_each, there
from tests.loopback.model import without_translations

FAKE = "MTIz" + ".not.secret"
ME = {"id": "1", "username": "Flipfour", "discriminator": "0", "avatar": None, "bot": True}


APPLICATION = {"id": "1", "name": "Flipfour", "owner": ME, "bot_public": True, "flags": 0, "icon": None}
APPLICATION |= {
    "team": None,
    "description": "",
    "summary": "",
    "verify_key": "",
    "bot_require_code_grant": False,
}


class Discord:
    """Discord's API over a real socket."""

    def __init__(self) -> None:
        self.ahead = timedelta()
        self.starts = 900
        self.token = FAKE
        self.commands: list[Any] = []
        self.servers = [
            {"id": str(n), "name": f"Server {n}", "permissions": str(PERMISSIONS.value)} for n in range(1, 4)
        ]

    async def _answer(self, request: web.Request) -> web.Response:
        date = format_datetime(datetime.now(UTC) - self.ahead, usegmt=True)
        status, body = self._body(request)
        # As Discord has it; discord.py takes no other type for JSON.
        headers = {"Date": date, "Content-Type": "application/json"}
        return web.Response(body=json.dumps(body).encode(), status=status, headers=headers)

    def _body(self, request: web.Request) -> tuple[int, Any]:
        if request.headers["Authorization"] != f"Bot {self.token}":
            return 401, {"message": "401: Unauthorized", "code": 0}
        after, most = int(request.query.get("after", 0)), int(request.query.get("limit", 0))
        limit = {"total": 1000, "remaining": self.starts, "reset_after": 1, "max_concurrency": 1}
        return 200, {
            "/users/@me": ME,
            "/oauth2/applications/@me": APPLICATION,
            "/gateway/bot": {"url": "wss://gateway", "shards": 1, "session_start_limit": limit},
            "/applications/1/commands": self.commands,
            "/users/@me/guilds": [one for one in self.servers if int(one["id"]) > after][:most],
        }[request.path.removeprefix("/api/v10")]


@pytest.fixture
async def on() -> AsyncIterator[tuple[Discord, Settings]]:
    world = Discord()
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", world._answer)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    base = discord.http.Route.BASE
    yield world, Settings(discord_token=SecretStr(FAKE), discord_api=f"http://127.0.0.1:{port}/api")
    discord.http.Route.BASE = base
    await runner.cleanup()


def finding_of(found: list[Finding], subject: str) -> Finding:
    (finding,) = [finding for finding in found if finding.subject == subject]
    return finding


async def test_a_healthy_bot(on: Any) -> None:
    world, settings = on
    bot = create_bot(settings)
    add_commands(bot.tree)
    world.commands = await translated(bot.tree)
    found = await check_discord(settings, add_commands)
    subjects = ["token", "intents", "gateway", "permissions", "commands", "clock"]
    assert [finding.subject for finding in found] == subjects
    assert {finding.grade for finding in found} == {Grade.GOOD}
    assert "in 3 servers" in finding_of(found, "permissions").text
    assert FAKE not in json.dumps([finding.text for finding in found])


async def test_commands_that_could_not_be_registered(on: Any) -> None:
    world, settings = on
    assert "none are registered" in finding_of(await check_discord(settings, add_commands), "commands").text
    world.commands = [{"id": "7", "name": "chess", "description": "Old", "type": 1}]
    finding = finding_of(await check_discord(settings, add_commands), "commands")
    assert finding.grade is Grade.NOTE
    assert "another version" in finding.text
    assert "its log says why" in finding.advice


async def test_a_rejected_token(on: Any) -> None:
    world, settings = on
    world.token = FAKE[::-1]
    found = await check_discord(settings, add_commands)
    assert finding_of(found, "token").grade is Grade.BAD
    assert "reset it" in finding_of(found, "token").advice


async def test_permissions_are_those_of_every_page_of_servers(on: Any) -> None:
    world, settings = on
    world.servers[1]["permissions"] = str(PERMISSIONS.value & ~discord.Permissions(attach_files=True).value)
    finding = finding_of(await check_discord(settings, add_commands), "permissions")
    assert finding.grade is Grade.NOTE
    assert "in Server 2 (2) it lacks attach files" in finding.text
    for server in world.servers:
        server["permissions"] = str(discord.Permissions(administrator=True).value)
    assert finding_of(await check_discord(settings, add_commands), "permissions").grade is Grade.GOOD
    world.servers = [{"id": str(n), "name": "", "permissions": str(PERMISSIONS.value)} for n in range(1, 451)]
    assert "in 450 servers" in finding_of(await check_discord(settings, add_commands), "permissions").text


async def test_a_wrong_clock_and_few_starts(on: Any) -> None:
    world, settings = on
    world.ahead, world.starts = timedelta(minutes=2), 3
    found = await check_discord(settings, add_commands)
    assert finding_of(found, "clock").grade is Grade.BAD
    assert "ahead of Discord's" in finding_of(found, "clock").text
    assert finding_of(found, "gateway").grade is Grade.NOTE


async def test_without_a_network() -> None:
    base = discord.http.Route.BASE
    try:
        found = await check_discord(
            Settings(discord_token=SecretStr(FAKE), discord_api="http://127.0.0.1:1/api"), add_commands
        )
    finally:
        discord.http.Route.BASE = base
    assert {finding.grade for finding in found} == {Grade.NOTE}
    assert "could not be reached" in finding_of(found, "Discord").text


async def test_without_a_token() -> None:
    (finding,) = await check_discord(Settings(), add_commands)
    assert finding.grade is Grade.BAD
    assert "DISCORD_TOKEN is not set" in finding.text


class Attempts:
    """Registrations that end in turn with an error, or None for a success, and the rests between them."""

    def __init__(self, *ends: Exception | None) -> None:
        self.ends = list(ends)
        self.rests: list[float] = []
        self.resting = asyncio.Event()
        self.go_on = asyncio.Event()

    async def sync(self, _: object) -> bool:
        error = self.ends.pop(0)
        if error is not None:
            raise error
        return True

    async def rest(self, seconds: float) -> None:
        self.rests.append(seconds)
        self.resting.set()
        await self.go_on.wait()


def registration(attempts: Attempts, monkeypatch: pytest.MonkeyPatch) -> CommandRegistration:
    monkeypatch.setattr(discord_registration, "sync_commands", attempts.sync)
    return CommandRegistration(cast(Any, None), attempts.rest)


@for_each(
    ("error", "reason"),
    (refused(500, 0), "Discord answered 500"),
    (refused(429, 30034), "Discord answered 429 (code 30034)"),
    (refused(400, 50240), "Discord answered 400 (code 50240)"),
    *((kind(), kind.__name__) for kind in (aiohttp.ServerDisconnectedError, TimeoutError, KeyError)),
)
async def test_a_failed_registration_lets_the_bot_start_and_is_retried(
    error: Exception, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = Attempts(error, error, None)
    commands = registration(attempts, monkeypatch)
    with capture_logs() as logged:
        await commands.start()
        assert reason in there(commands.fault)
        attempts.go_on.set()
        await there(commands._task)
    assert (commands.fault, attempts.rests) == (None, [60.0, 120.0])
    assert [(entry["log_level"], "exc_info" in entry) for entry in logged] == [("warning", False)] * 2


async def test_a_registration_that_takes_long_does_not_hold_up_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """discord.py waits out a rate limit itself, which can be hours."""
    over = asyncio.Event()

    async def wait(_: object) -> None:
        await over.wait()

    commands = registration(Attempts(None), monkeypatch)
    monkeypatch.setattr(discord_registration, "sync_commands", wait)
    monkeypatch.setattr(discord_registration, "START_SECONDS", 0.0)
    with capture_logs():
        await commands.start()
    assert commands.fault is not None
    over.set()
    await there(commands._task)
    assert commands.fault is None


async def test_it_stops_with_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = Attempts(refused(500, 0))
    commands = registration(attempts, monkeypatch)
    with capture_logs():
        await commands.start()
    await attempts.resting.wait()
    commands.close()
    await refuses(asyncio.CancelledError, there(commands._task))


APPLICATION_ID = 99

ENTRY_POINT = 4
LAUNCH: dict[str, Any] = dict.fromkeys(
    ("name_localizations", "description_localizations", "contexts", "default_member_permissions")
)
LAUNCH |= {"id": "5001", "application_id": str(APPLICATION_ID), "version": "6001", "type": ENTRY_POINT}
LAUNCH |= {"name": "launch", "description": "", "handler": 2, "integration_types": [0, 1], "nsfw": False}
"""The command that Discord adds when Activities are switched on."""


def as_discord_returns_it(given: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a command as Discord does: with additional fields, without empty or false ones."""
    back = {
        "description": "",
        **_without_defaults(given),
        "id": given.get("id", str(1000 + number)),
        "application_id": str(APPLICATION_ID),
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
        assert application_id == APPLICATION_ID
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
    monkeypatch.setattr(made._connection, "application_id", APPLICATION_ID)
    monkeypatch.setattr(made.http, "request", registry.request)
    monkeypatch.setattr(made.http, "bulk_upsert_global_commands", registry.bulk_upsert_global_commands)
    return made


async def test_the_first_start_registers_and_the_next_does_not_in_any_order(
    bot: Flipfour, registry: Registry
) -> None:
    assert await sync_commands(bot)
    assert {"reversi", "leaderboard", "profile"} <= {command["name"] for command in registry.commands}
    assert not await sync_commands(bot)
    assert registry.registrations == 1
    registry.commands.reverse()
    assert not await sync_commands(bot)
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

"""Discord from the host's side: checks, registration of commands."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any, cast

import aiohttp
import discord
import pytest
from aiohttp import web
from pydantic import SecretStr
from structlog.testing import capture_logs

from bot.hosting import discord_api as discord_registration
from bot.hosting.checking import Finding, Grade
from bot.hosting.discord_api import PERMISSIONS, CommandRegistration, translated
from bot.hosting.discord_check import check_discord
from bot.rooms import add_commands
from bot.settings.settings import Settings
from bot.sharded import create_bot
from tests.bot.ui.discord_errors import refused
from tests.cases import for_each, there

FAKE = "MTIz" + ".not.secret"
ME = {"id": "1", "username": "Flipfour", "discriminator": "0", "avatar": None, "bot": True}


APPLICATION = {
    "id": "1",
    "name": "Flipfour",
    "description": "",
    "icon": None,
    "bot_public": True,
    "flags": 0,
    "owner": ME,
    "team": None,
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
    (aiohttp.ServerDisconnectedError(), "ServerDisconnectedError"),
    (TimeoutError(), "TimeoutError"),
    (KeyError("name"), "KeyError"),
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
    assert commands.fault is None
    assert attempts.rests == [60.0, 120.0]
    assert [entry["log_level"] for entry in logged] == ["warning", "warning"]
    assert "exc_info" not in logged[0]


async def test_a_registration_that_takes_long_does_not_hold_up_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """discord.py waits out a rate limit itself, which can be hours."""
    attempts, over = Attempts(None), asyncio.Event()
    commands = registration(attempts, monkeypatch)

    async def wait(_: object) -> None:
        await over.wait()

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
    with pytest.raises(asyncio.CancelledError):
        await there(commands._task)

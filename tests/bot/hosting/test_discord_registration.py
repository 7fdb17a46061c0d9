"""A bot whose commands cannot be registered serves those that are, and retries."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import aiohttp
import pytest
from structlog.testing import capture_logs

from bot.hosting import discord_registration
from bot.hosting.discord_registration import CommandRegistration
from tests.bot.ui.discord_errors import refused


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


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (refused(500, 0), "Discord answered 500"),
        (refused(429, 30034), "Discord answered 429 (code 30034)"),
        (refused(400, 50240), "Discord answered 400 (code 50240)"),
        (aiohttp.ServerDisconnectedError(), "ServerDisconnectedError"),
        (TimeoutError(), "TimeoutError"),
        (KeyError("name"), "KeyError"),
    ],
    ids=str,
)
async def test_a_failed_registration_lets_the_bot_start_and_is_retried(
    error: Exception, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = Attempts(error, error, None)
    commands = registration(attempts, monkeypatch)
    with capture_logs() as logged:
        await commands.start()
        assert commands.fault is not None
        assert reason in commands.fault
        attempts.go_on.set()
        assert commands._task is not None
        await commands._task
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
    assert commands._task is not None
    await commands._task
    assert commands.fault is None


async def test_it_stops_with_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = Attempts(refused(500, 0))
    commands = registration(attempts, monkeypatch)
    with capture_logs():
        await commands.start()
    await attempts.resting.wait()
    commands.close()
    assert commands._task is not None
    with pytest.raises(asyncio.CancelledError):
        await commands._task

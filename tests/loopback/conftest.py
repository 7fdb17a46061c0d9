"""Fixtures: a Discord on this machine, and the bot on it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from structlog.typing import EventDict

from bot.hosting import web_server
from tests.loopback.activity import ActivityScene
from tests.loopback.everything import Everything
from tests.loopback.linked import Linked
from tests.loopback.running import Scene
from tests.loopback.server import LoopbackDiscord
from tests.loopback.started import Processes

Startable = TypeVar("Startable", Scene, Linked, ActivityScene, Everything)

ACKNOWLEDGED_WITHIN = 30.0
"""Instead of Discord's three seconds: tests must not depend on how busy the machine is. `research/load`
keeps to the three seconds."""


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LoopbackDiscord]:
    """A simulated Discord; at the end the bot must have broken no rule and answered every interaction."""
    # Other tests go to the real address, or would, if they went anywhere.
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    made = LoopbackDiscord(acknowledged_within=ACKNOWLEDGED_WITHIN)
    await made.open()
    yield made
    await made.close()
    assert (made.broken_rules, made.unanswered) == ([], [])


@pytest.fixture
def offline(discord: LoopbackDiscord, empty_database: Path, tmp_path: Path) -> Scene:
    """A server and people, to which the bot has not come yet."""
    return Scene(discord, Path(shutil.copy(empty_database, tmp_path / "games.db")))


@asynccontextmanager
async def started(made: Startable, log: list[EventDict]) -> AsyncIterator[Startable]:
    """Start and stop something with a bot; the test must take all errors that it logs out of `log`."""
    await made.start()
    yield made
    await made.stop()
    assert [entry for entry in log if entry["log_level"] in ("error", "critical")] == []


@pytest.fixture
async def scene(offline: Scene, log: list[EventDict]) -> AsyncIterator[Scene]:
    """The connected bot."""
    async with started(offline, log):
        yield offline


@pytest.fixture
async def processes(offline: Scene) -> AsyncIterator[Processes]:
    """Processes that are ended even if the test fails."""
    made = Processes(offline.discord, offline.database)
    yield made
    for process in made.started:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@pytest.fixture
async def linked(offline: Scene, log: list[EventDict]) -> AsyncIterator[Linked]:
    async with started(Linked(offline), log) as made:
        yield made


@pytest.fixture
async def opened(offline: Scene, log: list[EventDict]) -> AsyncIterator[ActivityScene]:
    """The bot with its pages and its Activity."""
    async with started(ActivityScene(offline), log) as made:
        yield made


@pytest.fixture
async def there(
    offline: Scene, monkeypatch: pytest.MonkeyPatch, log: list[EventDict]
) -> AsyncIterator[Everything]:
    """The bot with everything that has pages; no visitor may cause an error."""
    monkeypatch.setattr(web_server, "READ_SECONDS", 0.2)
    async with started(Everything(offline), log) as made:
        yield made

"""A bot that is told to stop while it looks after its games."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import structlog
from discord.ext import commands

from bot.app import Flipfour
from bot.core.runtime import Runtime
from bot.hosting.discord_api import sync_commands
from bot.settings.settings import Settings
from bot.sharded import create_bot
from data import StorageError
from data.db.chores import Chore
from data.upkeep.pending import PendingStore
from tests.compilers import NothingToCompile


@pytest.fixture
async def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flipfour:
    """A bot that is ready to connect."""

    async def synced(_: Flipfour) -> None:
        """There is no Discord to send commands to."""

    monkeypatch.setattr(f"bot.hosting.discord_registration.{sync_commands.__name__}", synced)
    made = create_bot(
        Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}"),
        Runtime(compiler=NothingToCompile(), freeze=lambda: None),
    )
    made.loop = asyncio.get_running_loop()
    await made.setup_hook()
    return made


async def test_the_storage_stays_open_until_recovery_ends(
    bot: Flipfour, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()
    waiting = PendingStore.waiting

    async def slow(store: PendingStore, chores: Iterable[Chore]) -> Any:
        begun.set()
        await go_on.wait()
        return await waiting(store, chores)

    monkeypatch.setattr(PendingStore, "waiting", slow)
    with structlog.testing.capture_logs() as entries:
        ready = asyncio.create_task(bot.on_ready())
        await begun.wait()
        closing = asyncio.create_task(bot.close())
        for _ in range(10):
            await asyncio.sleep(0)
        assert not closing.done()
        go_on.set()
        await closing
        await ready
    assert [entry for entry in entries if entry["log_level"] == "error"] == []


async def test_work_that_does_not_end_is_cut_off(bot: Flipfour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.services.services.CLOSING_SECONDS", 0.0)
    begun = asyncio.Event()

    async def endless(_: PendingStore, chores: Iterable[Chore]) -> Any:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(PendingStore, "waiting", endless)
    ready = asyncio.create_task(bot.on_ready())
    await begun.wait()
    await bot.close()
    with pytest.raises(asyncio.CancelledError):
        await ready


async def test_the_storage_is_closed_despite_other_failures(
    bot: Flipfour, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: commands.Bot) -> None:
        raise RuntimeError("the connection cannot be closed")

    monkeypatch.setattr(commands.Bot, "close", fail)
    with pytest.raises(RuntimeError):
        await bot.close()
    with pytest.raises(StorageError, match="already closed"):
        await bot.services.storage.game(1)

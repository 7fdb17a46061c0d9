"""The bot's set-up before it connects."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import bot as package
from bot.app import Flipfour
from bot.core.runtime import Runtime
from bot.settings.settings import Settings
from bot.sharded import create_bot
from engine import reversi
from engine.search.transposition import KEPT_TABLES, MEGABYTES, TABLES, TranspositionTable
from tests.bot.ui.discord_errors import refused
from tests.compilers import NothingToCompile


async def test_searches_get_the_memory_that_the_settings_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def synced(_: Flipfour) -> None:
        """There is no Discord to send commands to."""

    monkeypatch.setattr("bot.hosting.discord_registration.sync_commands", synced)
    url = f"sqlite:///{tmp_path / 'games.db'}"
    bot = create_bot(Settings(database_url=url, memory_mb=16))
    bot.loop = asyncio.get_running_loop()
    try:
        await bot.setup_hook()
        with TABLES.borrow(reversi.start()) as table:
            assert table.mask == TranspositionTable(2).mask
    finally:
        await bot.close()
        TABLES.resize(MEGABYTES, KEPT_TABLES)


async def test_a_refused_registration_of_commands_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot starts and serves the commands that are there; its page and `doctor` say so."""

    async def refuse(_: Flipfour) -> None:
        raise refused(400, 50240)

    monkeypatch.setattr("bot.hosting.discord_registration.sync_commands", refuse)
    bot = create_bot(
        Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}"),
        Runtime(compiler=NothingToCompile(), freeze=lambda: None),
    )
    bot.loop = asyncio.get_running_loop()
    try:
        await bot.setup_hook()
        fault = (await bot.health.check()).warnings["commands"]
    finally:
        await bot.close()
    assert fault == "not registered: Discord answered 400 (code 50240) refused by the test"


def test_the_package_builds_the_bot_without_connecting_it() -> None:
    assert isinstance(package.create_bot(Settings(discord_token=None)), Flipfour)

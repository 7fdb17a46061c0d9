"""The bot's set-up before it connects."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import bot as package
from bot.app import Flipfour, create_bot
from bot.settings import Settings
from engine import reversi
from engine.search.transposition import KEPT_TABLES, MEGABYTES, TABLES, TranspositionTable


async def test_searches_get_the_memory_that_the_settings_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def synced(_: Flipfour) -> None:
        """There is no Discord to send commands to."""

    monkeypatch.setattr("bot.app.sync_commands", synced)
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


def test_the_package_builds_the_bot_without_connecting_it() -> None:
    assert isinstance(package.create_bot(Settings(discord_token=None)), Flipfour)

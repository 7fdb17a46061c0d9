"""`flipfour doctor` asks a Discord over real sockets."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from bot import discord_check
from bot.discord_check import look_at_discord
from bot.hosting.findings import Grade
from bot.settings import Settings
from tests.loopback.server import LoopbackDiscord


async def test_it_looks_at_every_server(discord: LoopbackDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord_check, "AT_ONCE", 2)
    for number in range(3):
        discord.create_guild(f"Server {number}")
    found = await look_at_discord(Settings(discord_api=discord.api, discord_token=SecretStr(discord.token)))
    assert [finding.text for finding in found if finding.grade is Grade.BAD] == []
    assert "it has all it needs in 3 servers" in [finding.text for finding in found]

"""`flipfour doctor` against the loopback Discord."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from bot.hosting import discord_check
from bot.hosting.checking import Grade
from bot.hosting.discord_check import check_discord
from bot.rooms import add_commands
from bot.settings.settings import Settings
from tests.loopback.server import LoopbackDiscord


async def test_every_server_is_checked(discord: LoopbackDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord_check, "PAGE_SIZE", 2)
    for number in range(3):
        discord.create_guild(f"Server {number}")
    found = await check_discord(
        Settings(discord_api=discord.api, discord_token=SecretStr(discord.token)), add_commands
    )
    assert [finding.text for finding in found if finding.grade is Grade.BAD] == []
    assert "complete in 3 servers" in [finding.text for finding in found]


async def test_the_page_of_linked_roles_is_compared(discord: LoopbackDiscord) -> None:
    settings = Settings(
        discord_api=discord.api,
        discord_token=SecretStr(discord.token),
        linked_roles_url="https://flipfour.example.org",
    )

    async def found() -> list[tuple[Grade, str]]:
        everything = await check_discord(settings, add_commands)
        return [(one.grade, one.text) for one in everything if one.subject == "linked roles"]

    assert await found() == [(Grade.NOTE, "Discord leads people to no page")]
    discord.oauth.verification_url = "https://flipfour.example.org/linked-role"
    assert await found() == [(Grade.GOOD, "Discord leads people to this bot's page")]

"""The bot comes to Discord: where it is led, what it says of itself, and who uses it in its first moment."""

from __future__ import annotations

import asyncio
from pathlib import Path

import discord as discord_py
import pytest

from bot.account.linked_roles.links import LinkedRoles
from bot.ui.words import CUT_OFF
from tests.loopback.running import Scene
from tests.loopback.server import LoopbackDiscord

GUILDS = 1 << 0


async def test_it_connects_where_the_setting_says_without_privileged_intents(scene: Scene) -> None:
    assert scene.discord.gateway.heard == ["identify"]
    assert scene.discord.gateway.identified["intents"] == GUILDS
    assert {request.status for request in scene.discord.requests} == {200}
    assert {command["name"] for command in scene.discord.commands} >= {"reversi", "connect4", "play"}
    # Nothing of linked roles, unless they are switched on.
    assert [one for one in scene.discord.requests if "role-connections" in one.path] == []
    assert not scene.bot.kit[LinkedRoles].enabled
    # A second start registers no commands again.
    await scene.restart()
    registered = [request for request in scene.discord.requests if request.method == "PUT"]
    assert len(registered) == 1


async def test_a_command_of_the_first_moment_is_carried_out(scene: Scene) -> None:
    """It waits for its answer while the bot looks for commands that a killed one has left."""
    await scene.stop()
    starting = asyncio.create_task(scene.start())
    await scene.discord.until(lambda: scene.discord.gateway.present, "the bot connects")
    answer = await scene.ann.types("reversi start", bot="easy", colour="first")
    await starting
    assert CUT_OFF not in answer.public
    assert "to move" in answer.public


async def test_a_wrong_token(discord: LoopbackDiscord, empty_database: Path) -> None:
    scene = Scene(discord, empty_database)
    discord.token, token = "another", discord.token
    bot = scene.made()
    with pytest.raises(discord_py.LoginFailure):
        await bot.start(token)
    await bot.close()


async def test_a_proxy_that_knows_no_gateway(discord: LoopbackDiscord, empty_database: Path) -> None:
    discord.faults.refuse("GET", "/gateway/bot", 404)
    bot = Scene(discord, empty_database).made()
    with pytest.raises(discord_py.GatewayNotFound):
        await bot.start(discord.token)
    await bot.close()

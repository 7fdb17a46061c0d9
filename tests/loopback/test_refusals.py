"""Discord refuses what the bot wants to do, or has deleted what it needs: the game continues."""

from __future__ import annotations

import asyncio

import pytest
from structlog.typing import EventDict

from bot.core.snapshot import GameSnapshot
from tests.loopback.running import Scene
from tests.loopback.state import DEADLINE
from tests.loopback.test_broken_requests import CALLBACK, has_begun

UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED = 10062, 40060
TOO_OLD_TO_EDIT = 30046


@pytest.mark.first(1)
@pytest.mark.parametrize(("status", "code"), [(404, UNKNOWN_INTERACTION), (400, ALREADY_ACKNOWLEDGED)])
async def test_an_interaction_that_is_gone(
    scene: Scene, log: list[EventDict], status: int, code: int
) -> None:
    """Discord has told the person that the bot did not respond: the tap counts for nothing."""
    await has_begun(scene)
    fault = scene.discord.faults.refuse(*CALLBACK, status=status, code=code)
    scene.ann.presses("d3").excused = True
    await scene.until(lambda: any("was gone before" in one["event"] for one in log), "a line in the log")
    assert fault.met
    await scene.continues(scene.ann)


async def test_a_server_that_an_outage_takes_away(scene: Scene) -> None:
    await has_begun(scene)
    scene.discord.take_away(scene.guild)
    scene.discord.bring_back(scene.guild)
    await scene.continues(scene.ann)


async def test_a_server_the_bot_is_removed_from(scene: Scene) -> None:
    """The server's games are suspended, and can be resumed when the bot is invited again."""
    await has_begun(scene)
    _, board = await scene.turn(scene.ann)
    removed, channel = scene.guild, scene.channel
    scene.discord.delete_guild(removed)
    async with asyncio.timeout(DEADLINE):
        # The storage announces nothing.
        while not await is_put_aside(scene):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    scene.discord.guilds[removed.id] = removed
    scene.discord.channels[channel.id] = channel
    scene.discord.bring_back(removed)
    await scene.until(lambda: scene.bot.get_guild(removed.id) is not None, "the bot is back")
    await scene.ann.taps("d3", board)
    await scene.until(lambda: "Put aside" in scene.boards(1)[-1].text, "the board says so")
    await scene.ann.taps("Resume game", scene.boards(1)[-1])
    await scene.continues(scene.ann)


async def is_put_aside(scene: Scene) -> bool:
    game = await scene.bot.kit.storage.game(1)
    return game is not None and GameSnapshot.of(game).adjourned

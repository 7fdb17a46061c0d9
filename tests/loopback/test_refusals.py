"""Discord refuses what the bot wants to do, or has deleted what it needs: the game continues."""

from __future__ import annotations

import asyncio

import pytest
from structlog.typing import EventDict

from bot.core.snapshot import GameSnapshot
from tests.loopback.model import Message, RefusedError
from tests.loopback.running import Scene
from tests.loopback.state import DEADLINE
from tests.loopback.test_broken_requests import CALLBACK, EDIT, EDIT_BY_CLICK, has_begun

UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED = 10062, 40060
TOO_OLD_TO_EDIT = 30046


def only_message(scene: Scene) -> Message:
    """The one message in the channel."""
    (message,) = scene.channel.messages.values()
    return message


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


async def test_a_tap_that_arrives_too_late(scene: Scene, log: list[EventDict]) -> None:
    """By Discord's own clock, not by that of the bot."""
    await has_begun(scene)
    tapped = scene.ann.presses("d3")
    tapped.sent_at -= scene.discord.acknowledged_within + 1
    tapped.excused = True
    await scene.until(lambda: any("was gone before" in one["event"] for one in log), "a line in the log")
    await scene.continues(scene.ann)


async def test_a_message_too_old_to_edit(scene: Scene) -> None:
    await has_begun(scene)
    old = only_message(scene)
    by_click = scene.discord.faults.refuse(*EDIT_BY_CLICK, status=400, code=TOO_OLD_TO_EDIT)
    own = scene.discord.faults.refuse(*EDIT, status=400, code=TOO_OLD_TO_EDIT)
    await scene.ann.taps("d3")
    _, board = await scene.turn(scene.ann, after=1)
    assert by_click.met
    assert own.met
    assert board.id != old.id
    await scene.continues(scene.ann)


@pytest.mark.first(1)
@pytest.mark.parametrize(
    ("code", "message"), [(50001, "Missing Access"), (50013, "Missing Permissions")], ids=["access", "send"]
)
async def test_a_channel_the_bot_may_not_write_in(scene: Scene, code: int, message: str) -> None:
    """The token of a tap reaches the message nevertheless."""
    await has_begun(scene)
    scene.channel.refuses = RefusedError(403, code, message)
    await scene.continues(scene.ann)
    scene.channel.refuses = None
    await scene.continues(scene.ann)


async def test_a_channel_that_is_deleted(scene: Scene) -> None:
    """The deleted channel's game keeps its moves, and games elsewhere continue."""
    number = await scene.begin(scene.ann, scene.ben)
    await scene.play(scene.ann, scene.ben, game=number, plies=2)
    scene.discord.delete_channel(scene.channel)
    scene.ann.channel = scene.ben.channel = scene.discord.create_channel(scene.guild, "elsewhere")
    another = await scene.begin(scene.ann, scene.ben)
    await scene.continues(scene.ann, scene.ben, game=another)
    stored = await scene.bot.kit.storage.game(number)
    assert stored is not None
    assert stored.ply == 2


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


async def test_a_thread_that_is_archived(scene: Scene) -> None:
    """It is opened again when something has to be shown there that no tap shows."""
    thread = scene.discord.create_thread(scene.channel, "A game")
    scene.ann.channel = scene.ben.channel = thread
    number = await scene.begin(scene.ann, scene.ben)
    await scene.play(scene.ann, scene.ben, game=number, plies=1)
    fault = scene.discord.faults.refuse(*EDIT_BY_CLICK, status=401, code=50027)
    scene.discord.archive(thread)
    mover, board = await scene.turn(scene.ann, scene.ben, game=number)
    assert mover is not None
    await mover.taps(board.moves[0], board)
    await scene.turn(scene.ann, scene.ben, game=number, after=1)
    assert fault.met
    assert not thread.archived
    await scene.continues(scene.ann, scene.ben, game=number)

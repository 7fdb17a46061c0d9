"""A game whose channel was deleted continues in another one, at either player's request."""

from __future__ import annotations

import discord
import pytest
from simcord.builders import ChannelHandle

from tests.e2e.world import World


@pytest.fixture
async def den(world: World) -> ChannelHandle:
    """Create another channel for Ann's game whose own channel is gone."""
    den = world.server.create_text_channel("den")
    await world.begin(world.ann, world.ben, time="3 days")
    await world.play("d3 c3", world.ann, world.ben)
    return den


async def delete_channel(world: World) -> None:
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()


async def test_it_continues_where_a_player_opens_it(world: World, den: ChannelHandle) -> None:
    ann, ben = world.ann, world.ben
    await delete_channel(world)
    (card,) = (await ann.types("games", channel=den)).messages
    (his,) = (await ben.types("games", channel=den)).messages
    assert "its channel was deleted" in card.text
    (listed,) = (await ann.taps("Continue here", card)).messages
    assert "its channel was deleted" not in listed.text
    assert "Continue here" not in listed.labels
    assert "The board is still in its channel" in (await ben.taps("Continue here", his)).private
    board = world.board(channel=den)
    assert f"**{ann.mention} to move.**" in board.text
    await ann.taps("c4", board)
    board = world.board(channel=den)
    assert f"**{ben.mention} to move.**" in board.text
    await ben.taps(board.moves[0], board)
    assert (await world.snapshot()).game.ply == 4
    assert len(world.boards(channel=den)) == 1


async def test_deleted_while_the_bot_was_away(world: World, den: ChannelHandle) -> None:
    await world.bot.services.storage.adjourn((await world.snapshot()).game, quietly=True)
    await world.bot.close()
    world.env.backend.delete_channel(world.channel.id)
    await world.kill()
    (card,) = (await world.ann.types("games", channel=den)).messages
    await world.ann.taps("Continue here", card)
    await world.ann.taps("Resume game", world.board(channel=den))
    assert f"**{world.ann.mention} to move.**" in world.board(channel=den).text


async def test_not_where_the_other_cannot_see_it_nor_the_bot_post_it(
    world: World, den: ChannelHandle
) -> None:
    ann, may = world.ann, discord.PermissionOverwrite(view_channel=True)
    may_not = discord.PermissionOverwrite(view_channel=False)
    hidden = world.server.create_text_channel(
        "hidden", overwrites={world.server.default_role: may_not, world.flipfour: may, ann.actor: may}
    )
    silent = discord.PermissionOverwrite(send_messages=False)
    closed = world.server.create_text_channel("closed", overwrites={world.flipfour: silent})
    await delete_channel(world)
    for channel, said in (
        (hidden, f"{world.ben.mention} can't see this channel"),
        (closed, "I can't post a board in this channel"),
    ):
        (card,) = (await ann.types("next", channel=channel)).messages
        assert said in (await ann.taps("Continue here", card)).private
        assert world.boards(channel=channel) == []
    (card,) = (await ann.types_privately("games")).messages
    answer = await ann.taps("Continue here", card)
    assert "only continue in the server where it started" in answer.private

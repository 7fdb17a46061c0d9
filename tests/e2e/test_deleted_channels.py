"""A game whose channel was deleted continues in another one, at either player's request."""

from __future__ import annotations

import discord
import pytest
from simcord.builders import ChannelHandle

from tests.e2e.seen import Answer, Seen
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


async def continued(world: World, card: Seen) -> Answer:
    return await world.ann.taps("Continue here", card)


async def test_it_continues_where_a_player_opens_it(world: World, den: ChannelHandle) -> None:
    ann, ben = world.ann, world.ben
    await delete_channel(world)
    (card,) = (await ann.types("games", channel=den)).messages
    assert "its channel was deleted" in card.text
    (listed,) = (await continued(world, card)).messages
    assert "its channel was deleted" not in listed.text
    assert "Continue here" not in listed.labels
    board = world.board(channel=den)
    assert f"**{ann.mention} to move.**" in board.text
    await ann.taps("c4", board)
    board = world.board(channel=den)
    assert f"**{ben.mention} to move.**" in board.text
    await ben.taps(board.moves[0], board)
    assert (await world.snapshot()).game.ply == 4
    assert len(world.boards(channel=den)) == 1


async def test_deleted_while_the_bot_was_away(world: World, den: ChannelHandle) -> None:
    await world.bot.close()
    world.env.backend.delete_channel(world.channel.id)
    await world.kill()
    (card,) = (await world.ann.types("games", channel=den)).messages
    await continued(world, card)
    assert f"**{world.ann.mention} to move.**" in world.board(channel=den).text


async def test_next_opens_that_game_too(world: World, den: ChannelHandle) -> None:
    await delete_channel(world)
    (card,) = (await world.ann.types("next", channel=den)).messages
    await continued(world, card)
    assert f"**{world.ann.mention} to move.**" in world.board(channel=den).text


async def test_an_adjourned_game_is_resumed_there(world: World, den: ChannelHandle) -> None:
    game = (await world.snapshot()).game
    await world.bot.services.storage.adjourn(game, quietly=True)
    await delete_channel(world)
    (card,) = (await world.ann.types("games", channel=den)).messages
    await continued(world, card)
    await world.ann.taps("Resume game", world.board(channel=den))
    assert f"**{world.ann.mention} to move.**" in world.board(channel=den).text


async def test_both_tap_at_once(world: World, den: ChannelHandle) -> None:
    ann, ben = world.ann, world.ben
    await delete_channel(world)
    (hers,) = (await ann.types("games", channel=den)).messages
    (his,) = (await ben.types("games", channel=den)).messages
    await ann.taps("Continue here", hers)
    answer = await ben.taps("Continue here", his)
    assert "The board is still in its channel" in answer.private
    assert len(world.boards(channel=den)) == 1


async def test_not_where_the_other_cannot_see_it(world: World, den: ChannelHandle) -> None:
    hidden = world.server.create_text_channel(
        "hidden",
        overwrites={
            world.server.default_role: discord.PermissionOverwrite(view_channel=False),
            world.flipfour: discord.PermissionOverwrite(view_channel=True),
            world.ann.actor: discord.PermissionOverwrite(view_channel=True),
        },
    )
    await delete_channel(world)
    (card,) = (await world.ann.types("games", channel=hidden)).messages
    answer = await continued(world, card)
    assert f"{world.ben.mention} can't see this channel" in answer.private
    assert world.boards(channel=hidden) == []


async def test_not_in_another_server(world: World, den: ChannelHandle) -> None:
    await delete_channel(world)
    (card,) = (await world.ann.types_privately("games")).messages
    answer = await continued(world, card)
    assert "only continue in the server where it started" in answer.private


async def test_not_where_the_bot_cannot_post(world: World, den: ChannelHandle) -> None:
    closed = world.server.create_text_channel(
        "closed", overwrites={world.flipfour: discord.PermissionOverwrite(send_messages=False)}
    )
    await delete_channel(world)
    (card,) = (await world.ann.types("games", channel=closed)).messages
    assert "I can't post a board in this channel" in (await continued(world, card)).private

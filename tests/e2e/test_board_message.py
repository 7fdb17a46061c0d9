"""The one message that shows a game: reposted, deleted with its channel, or where the bot may do little."""

from __future__ import annotations

from unittest.mock import AsyncMock

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.play.boards.boards_ui import Boards
from tests.e2e.world import RECOVERY_SECONDS, Person, World

ACROSS_AN_HOUR = 3700.0


async def test_the_command_posts_the_board_at_the_end(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play("d3", ann, ben)
    old = world.board()
    await world.chloe.actor.send(world.channel, "What a game!")
    answer = await ann.types("game board")
    board = world.board()
    assert board.id > old.id
    assert "Black played **d3**." in answer.public
    assert world.posts()[-1].id == board.id
    (left,) = [seen for seen in world.posts() if seen.id == old.id]
    assert str(board.id) in left.text
    await world.play("c3", ann, ben)
    assert world.board().id == board.id
    # The latest game, or the one named.
    second = await world.begin(ann, ben)
    await ann.types("game board")
    assert world.posts()[-1] == world.board(second)
    await ann.types("game board", game="#1")
    assert world.posts()[-1] == world.board(1)
    answer = await world.chloe.types("game board")
    assert answer.private == "You have no games in progress in this channel. Start one: `/reversi start`."
    # A game may just have vanished.
    monkeypatch.setattr(world.bot.kit.storage, "game", AsyncMock(return_value=None))
    answer = await ann.types("game board")
    assert answer.private.startswith("This game no longer exists: it was deleted, or lost")
    assert not [seen for seen in world.seen(world.channel) if seen.loading]


async def test_any_tap_on_a_deleted_board_and_the_command_bring_it_back(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    old = world.board()
    world.delete(old)
    assert world.boards() == []
    await ann.taps("d3", old)
    assert "Black played **d3**." in world.board().text
    await world.play("c3", ben)
    world.delete(world.board())
    assert "The board has changed since then" in (await ann.taps("d3", old)).private
    assert "White answered **c3**." in world.board().text
    world.delete(world.board())
    await ben.types("game board")
    assert f"**{ann.mention} to move.**" in world.board().text


async def test_a_board_reposted_or_deleted_while_the_computer_thinks_gets_its_move(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="expert", colour="first")
    world.searches.hold()
    await ann.taps("d3")
    old = world.board()
    await ann.types("game board")
    assert "is thinking" in world.board().text
    await world.let_go()
    assert world.board().id != old.id
    assert f"**{ann.mention} to move.**" in world.board().text
    world.searches.hold()
    await ann.taps(world.board().moves[0])
    world.delete(world.board())
    await world.let_go()
    assert "White answered" in world.board().text
    # A deleted channel gets no more requests.
    world.searches.hold()
    await ann.taps(world.board().moves[0])
    world.env.backend.delete_channel(world.channel.id)
    await world.let_go()
    assert (await world.snapshot()).game.ply == 6
    before = len(world.env.http_requests)
    await world.pass_time(3 * RECOVERY_SECONDS)
    assert world.env.http_requests[before:] == []


async def test_progress_is_text_and_leaves_the_picture(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    # Asked for by the test itself, it goes by the real clock, and Discord's is another one.
    monkeypatch.setattr("bot.play.boards.boards_ui.too_old_to_edit", lambda _: False)
    await world.ann.types("reversi start", bot="expert", colour="first")
    world.searches.hold()
    await world.ann.taps("d3")
    before, sent = world.board(), len(world.env.http_requests)
    world.bot.kit[Boards].show_progress(1)
    await world.pass_time(1.0)
    (edit,) = world.env.http_requests[sent:]
    assert edit.method == "PATCH"
    assert edit.json is not None
    assert [str(file["id"]) for file in edit.json["attachments"]] == [
        file["id"] for file in before.payload["attachments"]
    ]
    assert world.board().payload["attachments"] == before.payload["attachments"]
    await world.let_go()
    assert "White answered" in world.board().text
    sent = len(world.env.http_requests)
    world.bot.kit[Boards].show_progress(1)
    await world.pass_time(1.0)
    assert world.env.http_requests[sent:] == []


@pytest.mark.long
async def test_games_are_played_where_the_bot_can_only_answer(world: World, ann: Person, ben: Person) -> None:
    closed = world.without("send_messages", "view_channel")
    await ann.types("reversi start", channel=closed, bot="expert", colour="second")
    for ply in (1, 3):
        assert (await world.snapshot()).game.ply == ply
        board = world.board(channel=closed)
        assert f"**{ann.mention} to move.**" in board.text
        await ann.taps(board.moves[0], board)
    await ann.types("game board", channel=closed)
    # An old board, too, is brought up to date.
    await world.leap(ACROSS_AN_HOUR)
    board = world.boards(channel=closed)[-1]
    await ann.taps(board.moves[0], board)
    assert (await world.snapshot()).game.ply == 7
    assert f"**{ann.mention} to move.**" in world.boards(channel=closed)[-1].text
    await ann.confirms("Resign", world.boards(channel=closed)[-1])
    await ann.taps("Rematch", world.boards(channel=closed)[-1])
    assert f"**{ann.mention} to move.**" in world.board(2, closed).text
    await ann.types("reversi start", channel=closed, opponent=ben, colour="first")
    await ben.taps("Accept", world.posts(closed)[-1])
    await ann.taps("d3", world.board(3, closed))
    await ben.taps("c3", world.board(3, closed))
    assert f"**{ann.mention} to move.**" in world.board(3, closed).text


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
    await world.bot.kit.storage.adjourn((await world.snapshot()).game, quietly=True)
    await world.bot.close()
    world.env.backend.delete_channel(world.channel.id)
    await world.kill()
    (card,) = (await world.ann.types("games", channel=den)).messages
    await world.ann.taps("Continue here", card)
    await world.ann.taps("Resume game", world.board(channel=den))
    assert f"**{world.ann.mention} to move.**" in world.board(channel=den).text


async def test_not_where_the_other_cannot_see_it_nor_the_bot_post(world: World, den: ChannelHandle) -> None:
    ann, may = world.ann, discord.PermissionOverwrite(view_channel=True)
    may_not = discord.PermissionOverwrite(view_channel=False)
    hidden = world.server.create_text_channel(
        "hidden", overwrites={world.server.default_role: may_not, world.flipfour: may, ann.actor: may}
    )
    closed = world.without("send_messages")
    await delete_channel(world)
    for channel, said in (
        (hidden, f"{world.ben.mention} can't see this channel"),
        (closed, "I can't post a board in this channel"),
    ):
        (card,) = (await ann.types("next", channel=channel)).messages
        assert said in (await ann.taps("Continue here", card)).private
        assert world.boards(channel=channel) == []
    (card,) = (await ann.types_privately("games")).messages
    assert "only continue in the server where it started" in (await ann.taps("Continue here", card)).private

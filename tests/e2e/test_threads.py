"""Threads for games: opened when the server wants that, left when they are closed."""

from __future__ import annotations

import pytest
from simcord.builders import ChannelHandle

from tests.cases import missing
from tests.e2e.seen import Seen
from tests.e2e.tournaments import threads
from tests.e2e.world import Person, World
from tests.languages.pseudo import plain


@pytest.fixture(autouse=True)
async def threads_on(world: World) -> None:
    await world.sets("threads", "on")


def the_thread(world: World) -> ChannelHandle:
    (found,) = threads(world)
    return found


def line(world: World) -> Seen:
    (found,) = (seen for seen in world.posts() if "The game is now here" in seen.text)
    return found


async def begin(world: World) -> ChannelHandle:
    """Ann and Ben have a game in a thread."""
    await world.ann.types("reversi start", opponent=world.ben, colour="first")
    await world.ben.taps("Accept")
    return the_thread(world)


async def test_a_game_of_people_gets_a_thread_and_leaves_it_when_it_is_locked(world: World) -> None:
    thread = await begin(world)
    channel = world.env.backend.channels[thread.id]
    assert plain(channel.name) == "Ann – Ben · Reversi"
    assert {world.ann.id, world.ben.id} <= set(channel.thread_members)
    board = world.board(channel=thread)
    assert f"**{world.ann.mention} to move.**" in board.text
    link = f"https://discord.com/channels/{world.server.id}/{thread.id}/{board.id}"
    assert link in line(world).text
    assert world.boards() == []
    await world.ann.taps("d3", board)
    board = world.board(channel=thread)
    assert f"**{world.ben.mention} to move.**" in board.text
    # Discord takes no edits there, and only moderators open it again.
    world.env.inject_error("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=50083, times=None)
    world.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50001, times=None)
    world.env.inject_error("POST", f"/channels/{thread.id}/*", status=400, code=160005, times=None)
    world.env.inject_error("PATCH", "/webhooks/*", status=400, code=50083)
    await world.ben.taps("c3", board)
    assert f"**{world.ann.mention} to move.**" in world.board().text
    await world.ann.taps("c4", world.board())
    assert f"**{world.ben.mention} to move.**" in world.board().text
    assert await world.moves() == "d3 c3 c4"


async def test_a_game_against_the_computer_gets_a_thread(world: World) -> None:
    await world.ann.types("reversi start", bot="easy", colour="second")
    thread = the_thread(world)
    assert plain(world.env.backend.channels[thread.id].name) == "Flipfour (easy) – Ann · Reversi"
    board = world.board(channel=thread)
    assert f"**{world.ann.mention} to move.**" in board.text
    assert line(world)
    await world.ann.taps(board.moves[0], board)
    assert len((await world.snapshot()).game.moves) == 3
    assert world.board(channel=thread).id == board.id


async def test_a_rematch_stays_in_the_thread_unless_the_server_wants_none(world: World) -> None:
    await world.ann.types("reversi start", colour="first")
    await world.ben.taps("Join")
    thread = the_thread(world)
    assert line(world)
    for person in (world.ann, world.ben, world.ann, world.ben):
        await person.taps(world.board(channel=thread).moves[0], world.board(channel=thread))
    await world.ann.taps("Resign", world.board(channel=thread))
    confirm = next(seen for seen in reversed(world.seen(thread, world.ann)) if seen.private)
    await world.ann.taps("Resign", confirm)
    await world.ann.taps("Rematch", world.board(channel=thread))
    offer = next(seen for seen in reversed(world.posts(thread)) if "Accept" in seen.labels)
    await world.ben.taps("Accept", offer)
    assert world.board(2, thread)
    assert len(threads(world)) == 1
    await world.sets("threads", None)
    await world.begin(world.ann, world.ben)
    assert len(threads(world)) == 1
    assert world.board(3)


async def test_missing_permissions_are_named(world: World) -> None:
    world.channel = world.without("create_public_threads")
    await world.ann.types("reversi start", opponent=world.ben, colour="first")
    assert not missing((await world.ben.taps("Accept")).private, "**Create Public Threads**", "stays here")
    assert f"**{world.ann.mention} to move.**" in world.board().text
    assert threads(world) == []
    await world.ann.taps("d3", world.board())
    assert (await world.moves()).startswith("d3")


@pytest.mark.first(1)
@pytest.mark.parametrize("opens", [False, True])
async def test_a_thread_that_cannot_be_used_leaves_the_game_in_the_channel(world: World, opens: bool) -> None:
    await world.ann.types("reversi start", opponent=world.ben, colour="first")
    if opens:
        world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    else:
        world.env.inject_error("POST", "/channels/*/messages/*/threads", status=503, times=None)
    answer = await world.ben.taps("Accept")
    assert opens or "couldn't open a thread" in answer.private
    assert f"**{world.ann.mention} to move.**" in world.board().text


async def begin_with_clock(world: World) -> ChannelHandle:
    await world.ann.types("reversi start", opponent=world.ben, colour="first", time="1+0")
    await world.ben.taps("Accept")
    thread = the_thread(world)
    for person in (world.ann, world.ben):
        await person.taps(world.board(channel=thread).moves[0], world.board(channel=thread))
    return thread


async def test_an_archived_thread_is_opened_again(world: World) -> None:
    thread = await begin_with_clock(world)
    world.env.backend.channels[thread.id].thread_metadata.archived = True  # type: ignore[union-attr]
    world.env.inject_error("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=50083)
    await world.pass_time(62)
    assert "ran out of time" in world.board(channel=thread).text
    assert not world.env.backend.channels[thread.id].thread_metadata.archived  # type: ignore[union-attr]
    assert world.boards() == []


async def test_a_game_whose_thread_is_deleted_is_shown_in_the_channel(world: World) -> None:
    world.env.backend.delete_channel((await begin_with_clock(world)).id)
    await world.pass_time(62)
    assert "ran out of time" in world.board().text


async def test_lists_and_notices_link_the_games_in_threads(world: World) -> None:
    """Also after a kill."""
    await world.ben.wants("notices", "channel")
    moderator: Person = world.manager("Mo")
    await moderator.sets_games_list("post")
    thread = await begin(world)
    await world.kill()
    await world.pass_time(70)
    shown = next(seen for seen in world.posts() if "Games in this channel" in seen.text)
    board = world.board(channel=thread)
    assert f"https://discord.com/channels/{world.server.id}/{thread.id}/{board.id}" in shown.text
    await world.ann.taps("d3", board)
    await world.pass_time(12)
    shown = next(seen for seen in world.posts() if "Games in this channel" in seen.text)
    assert f"⚪ {world.ben.mention} to move" in shown.text
    notice = next(seen for seen in world.posts(thread) if "your move against Ann" in seen.text)
    assert str(thread.id) in notice.text

"""Boards that players would have to search for are reposted; the old ones point to the new."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.core.publisher import Publisher
from tests.e2e.seen import Seen
from tests.e2e.world import RECOVERY_SECONDS, World

AGED = 51 * 60.0
A_WHILE = 130.0
TALK = 21
FIND = "Show me the board"


@pytest.fixture
async def old(world: World) -> Seen:
    """The board of a game of Ann and Ben that has just begun."""
    await world.begin(world.ann, world.ben)
    return world.board()


@pytest.fixture
async def aged(world: World, old: Seen) -> Seen:
    """Such a board, which is to be reposted by now."""
    await world.leap(AGED)
    return old


async def talk(world: World, messages: int = TALK) -> None:
    for number in range(messages):
        await world.chloe.actor.send(world.channel, f"Word {number}")


async def freshen(world: World) -> None:
    """Visit a board, by Discord's clock."""
    with world.env._bot_scope():
        await world.bot.kit[Publisher].freshen(1)


def now(world: World, then: Seen) -> Seen:
    (seen,) = [seen for seen in world.posts() if seen.id == then.id]
    return seen


def link(world: World, board: Seen) -> str:
    return f"https://discord.com/channels/{world.server.id}/{world.channel.id}/{board.id}"


def edits(world: World, seen: Seen) -> int:
    """Return how often the bot has edited a message on its own."""
    path = f"/channels/{world.channel.id}/messages/{seen.id}"
    return sum(sent.method == "PATCH" and sent.path.endswith(path) for sent in world.env.http_requests)


def says_where(world: World, left: Seen) -> bool:
    """Return whether a message has become a line pointing to the board, without move buttons."""
    seen = now(world, left)
    return link(world, world.board()) in seen.text and seen.labels == [FIND] and seen.picture is None


async def test_an_old_board_is_reposted_and_points_to_the_new_one(world: World, old: Seen) -> None:
    ann, ben = world.ann, world.ben
    await world.leap(49 * 60)
    await ann.taps("d3")
    assert world.board().id == old.id
    await world.leap(120)
    await ben.taps("c3")
    board = world.board()
    assert world.posts()[-1] == board
    assert "White answered **c3**." in board.text
    assert says_where(world, old)
    assert f"**Reversi** · ⚫ {ann.mention} · ⚪ {ben.mention}" in now(world, old).text
    # A tap that comes late, on the message that has become a line, does no harm.
    assert (await ann.taps_late("f5", old, now(world, old))).private
    assert await world.moves() == "d3 c3"
    assert says_where(world, old)


async def test_a_board_far_up_is_reposted_and_messages_are_counted_seldom(world: World, old: Seen) -> None:
    await world.leap(A_WHILE)
    await talk(world)
    await world.play("d3 c3 c4 e3", world.ann, world.ben)
    assert world.posts()[-1] == world.board()
    assert says_where(world, old)
    asked = [sent for sent in world.env.http_requests if sent.method == "GET" and "/messages" in sent.path]
    assert len(asked) == 1


async def test_a_board_stays_where_few_messages_are_below_it_or_it_is_new(world: World, old: Seen) -> None:
    await talk(world)
    await world.ann.taps("d3")
    assert world.board().id == old.id
    await world.leap(A_WHILE)
    await world.ann.types("game board")
    fresh = world.board()
    await world.leap(A_WHILE)
    await talk(world, TALK - 1)
    await world.ben.taps("c3")
    assert world.board().id == fresh.id


@pytest.mark.parametrize(("method", "status"), [("GET", 500), ("POST", 403)])
async def test_a_board_stays_where_requests_fail(world: World, old: Seen, method: str, status: int) -> None:
    await world.leap(A_WHILE)
    await talk(world)
    world.env.inject_error(method, "/channels/*/messages", status=status, code=50013, times=9)
    await freshen(world)
    assert world.board().id == old.id
    await world.ann.taps("d3")
    assert world.board().id == old.id
    assert "Black played **d3**." in world.board().text


async def test_a_tap_on_a_board_that_cannot_be_edited_links_the_new_one(world: World, aged: Seen) -> None:
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=429, code=30046)
    await freshen(world)
    assert now(world, aged).moves == aged.moves
    await world.pass_time(3 * RECOVERY_SECONDS)
    assert edits(world, aged) == 1
    world.env.inject_error("PATCH", "*", status=429, code=30046, times=2)
    assert link(world, world.boards()[-1]) in (await world.ann.taps("More", aged)).private
    # The request is carried out, and the board is where the message says, after any tap.
    for person, reply in ((world.ann, "d3"), (world.ben, "c3")):
        await person.taps(reply, world.boards()[-1])
    for person in (world.chloe, world.ben, world.ann):
        assert (await person.taps("d3", aged)).private
        assert await world.moves() == "d3 c3"
        assert says_where(world, aged)


@pytest.mark.long
async def test_killed_before_it_points_on(world: World, aged: Seen, monkeypatch: pytest.MonkeyPatch) -> None:

    async def dying(*_: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr("bot.play.boards.freshness_ui.LeftBoardPosts.close", dying)
    await world.ann.taps("d3")
    assert now(world, aged).moves
    monkeypatch.undo()
    await world.kill()
    assert says_where(world, aged)
    sent = edits(world, aged)
    await world.kill()
    assert edits(world, aged) == sent == 1


async def test_a_lost_request_for_the_old_board_is_made_up_for(
    world: World, aged: Seen, lose_connection: Callable[[str, str], None]
) -> None:
    lose_connection("PATCH", "/channels/*/messages/*")
    await freshen(world)
    assert now(world, aged).moves
    await world.pass_time(RECOVERY_SECONDS)
    assert says_where(world, aged)
    # Its button links the newest one.
    await world.leap(AGED)
    await world.play("d3", world.ann)
    assert not says_where(world, aged)
    (answer,) = (await world.chloe.taps(FIND, now(world, aged))).messages
    assert answer.addresses == [link(world, world.board())]
    assert answer.private


@pytest.mark.long
@pytest.mark.usefixtures("slow_beats")
async def test_the_deleted_board_of_a_game_of_days_is_reposted_within_a_day(world: World) -> None:
    """Once: the next check finds the new one."""
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben, time="5 days")
    await world.begin(ann, ben)
    await world.play("d3", ann)
    for game in (1, 2):
        world.delete(world.board(game))
    await world.leap_hours(26)
    board = world.board(1)
    assert f"**{ben.mention} to move.**" in board.text
    # The other game has no clock of days: `/next` and `/games` restore it.
    assert not world.boards(2)
    await world.leap_hours(26)
    assert world.board(1).id == board.id

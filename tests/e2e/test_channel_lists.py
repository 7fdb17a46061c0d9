"""The list of a channel's games: on request, kept up to date, within Discord's limits."""

from __future__ import annotations

import discord
import pytest
from structlog.typing import EventDict

from tests.e2e.seen import Seen
from tests.e2e.world import Person, World

SOON = 3.5
"""Seconds after which a change is listed."""


@pytest.fixture
def moderator(world: World) -> Person:
    return world.manager("Mo")


def lists(world: World) -> list[Seen]:
    return [seen for seen in world.posts() if "Games in this channel" in seen.text]


def the_list(world: World) -> Seen:
    found = lists(world)
    assert len(found) == 1, f"{len(found)} lists"
    return found[0]


def edits(world: World, since: int) -> int:
    """Count the messages that the bot edited or sent without an interaction."""
    sent = [r for r in world.env.http_requests[since:] if r.method in ("PATCH", "POST")]
    return sum(request.path.startswith("/channels/") for request in sent)


async def move(world: World, plies: int) -> None:
    """Ann and Ben play any moves."""
    for _ in range(plies):
        await world.play(world.board().moves[0], world.ann, world.ben)


async def test_it_lists_the_games_with_whose_turn_it_is(world: World, moderator: Person) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.begin(ben, world.chloe, time="3 days")
    await ann.types("connect4 start", bot="easy", colour="first")
    await ann.types("reversi start", bot="easy", colour="first", board="10x10")
    await moderator.sets_games_list("post")
    text = the_list(world).text
    board = world.board(1)
    link = f"https://discord.com/channels/{world.server.id}/{world.channel.id}/{board.id}"
    players = f"⚫ {ann.mention} · ⚪ {ben.mention}"
    assert f"**[Reversi]({link})** · {players} · #1\n-# ⚫ {ann.mention} to move" in text
    flag = (await world.snapshot(2)).game.clock
    assert flag is not None
    assert flag.flag_at is not None
    assert f"⚫ {ben.mention} to move, time runs out <t:{int(flag.flag_at.timestamp())}:R>" in text
    assert "**[Connect 4](" in text
    assert f"⚪ Flipfour (easy) · #4\n-# 10x10 · ⚫ {ann.mention} to move" in text


async def test_it_is_kept_up_to_date(world: World, moderator: Person) -> None:
    ann, ben = world.ann, world.ben
    await moderator.sets_games_list("post")
    assert "No games here right now" in the_list(world).text
    await world.begin(ann, ben)
    await world.pass_time(SOON)
    assert f"{ann.mention} to move" in the_list(world).text
    await world.play("d3", ann, ben)
    await world.pass_time(10)
    assert f"⚪ {ben.mention} to move" in the_list(world).text
    await ben.taps("Resign")
    await ben.taps("Resign")
    await world.pass_time(10)
    assert "No games here" in the_list(world).text


async def test_many_changes_are_one_edit(world: World, moderator: Person) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await moderator.sets_games_list("post")
    await world.pass_time(20)
    before = len(world.env.http_requests)
    await move(world, 5)
    await world.pass_time(SOON)
    assert edits(world, before) == 1
    # The next one is not before ten seconds have passed.
    await move(world, 3)
    before = len(world.env.http_requests)
    await world.pass_time(6)
    assert edits(world, before) == 0
    await world.pass_time(SOON)
    assert edits(world, before) == 1
    assert f"⚫ {ann.mention} to move" in the_list(world).text


async def test_an_unchanged_list_is_not_edited(world: World, moderator: Person) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await moderator.sets_games_list("post")
    await world.pass_time(20)
    await world.play("d3 c3", ann, ben)
    before = len(world.env.http_requests)
    await world.pass_time(60)
    assert edits(world, before) == 0


async def test_an_old_list_is_reposted(world: World, moderator: Person) -> None:
    await moderator.sets_games_list("post")
    old = the_list(world)
    await world.pass_time(3400)
    await world.begin(world.ann, world.ben)
    await world.pass_time(SOON)
    assert the_list(world).id != old.id
    assert f"{world.ann.mention} to move" in the_list(world).text


async def test_a_list_too_old_to_edit_is_reposted(world: World, moderator: Person) -> None:
    await moderator.sets_games_list("post")
    old = the_list(world)
    await world.begin(world.ann, world.ben)
    world.env.inject_error("PATCH", "/channels/*", status=400, code=30046)
    await world.pass_time(SOON)
    assert the_list(world).id != old.id


async def test_a_deleted_list_is_reposted(world: World, moderator: Person) -> None:
    await moderator.sets_games_list("post")
    world.delete(the_list(world))
    await world.begin(world.ann, world.ben)
    await world.pass_time(SOON)
    assert f"{world.ann.mention} to move" in the_list(world).text


@pytest.mark.parametrize("courteous", [True, False])
async def test_it_survives_a_restart(world: World, moderator: Person, courteous: bool) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await moderator.sets_games_list("post")
    await world.pass_time(20)
    shown = the_list(world)
    await (world.restart() if courteous else world.kill())
    await world.play("d3", ann, ben)
    await (world.restart() if courteous else world.kill())
    # Changes just before the bot was stopped are listed, too.
    await world.pass_time(SOON)
    assert the_list(world).id == shown.id
    assert f"⚪ {ben.mention} to move" in the_list(world).text
    await world.play("c3", ann, ben)
    await world.pass_time(15)
    assert f"⚫ {ann.mention} to move" in the_list(world).text


async def test_a_restart_does_not_edit_an_unchanged_list(world: World, moderator: Person) -> None:
    await world.begin(world.ann, world.ben)
    await moderator.sets_games_list("post")
    await world.pass_time(20)
    await world.restart()
    before = len(world.env.http_requests)
    await world.pass_time(60)
    assert edits(world, before) == 0


async def test_an_outage_is_made_up_for(world: World, moderator: Person) -> None:
    await moderator.sets_games_list("post")
    await world.begin(world.ann, world.ben)
    world.env.inject_error("PATCH", "/channels/*", status=503, times=2)
    await world.pass_time(40)
    assert "No games here" in the_list(world).text
    await world.pass_time(60)
    assert f"{world.ann.mention} to move" in the_list(world).text


async def test_where_the_bot_may_not_write_any_more_the_list_ends(
    world: World, moderator: Person, log: list[EventDict]
) -> None:
    await moderator.sets_games_list("post")
    await world.begin(world.ann, world.ben)
    world.env.inject_error("PATCH", "/channels/*", status=403, code=50001)
    await world.pass_time(SOON)
    assert [entry for entry in log if entry["event"] == "message refused"]
    before = len(world.env.http_requests)
    await world.play("d3", world.ann, world.ben)
    await world.pass_time(300)
    assert edits(world, before) == 0
    await moderator.sets_games_list("post")
    assert f"{world.ben.mention} to move" in lists(world)[-1].text


async def test_it_can_be_posted_again_and_ended(world: World, moderator: Person) -> None:
    await moderator.sets_games_list("post")
    old = the_list(world)
    await moderator.sets_games_list("post")
    assert the_list(world).id != old.id
    answer = await moderator.sets_games_list("remove")
    assert "has been removed" in answer.private
    assert lists(world) == []
    await world.begin(world.ann, world.ben)
    await world.pass_time(60)
    assert lists(world) == []
    answer = await moderator.sets_games_list("remove")
    assert "no list of its games" in answer.private


async def test_only_managers_and_moderators_can_request_it(world: World) -> None:
    for what in ("post", "remove"):
        answer = await world.ann.opens_of("me", f"f4:games_list_set:{what}")
        assert answer.private.startswith("Only people who can manage this server")
    assert lists(world) == []
    await world.moderator("Moa").opens_of("me", "f4:games_list_set:post")
    assert len(lists(world)) == 1


async def test_moderators_find_it_in_their_games(world: World) -> None:
    moderator = world.moderator("Moa")
    for games in range(2):
        if games:
            await world.begin(moderator, world.ben)
        (shown,) = (await moderator.types("games")).messages
        assert "This channel's list" in shown.labels
    (question,) = (await moderator.taps("This channel's list", shown)).messages
    await moderator.taps("Post it here", question)
    assert len(lists(world)) == 1
    (shown,) = (await world.ben.types("games")).messages
    assert "This channel's list" not in shown.labels


async def test_missing_permissions_are_named(world: World, moderator: Person) -> None:
    silent = discord.PermissionOverwrite(send_messages=False)
    closed = world.server.create_text_channel("closed", overwrites={world.flipfour: silent})
    answer = await moderator.sets_games_list("post", closed)
    assert "**Send Messages**" in answer.private
    assert [seen for seen in world.posts(closed) if "Games in" in seen.text] == []


async def test_games_that_do_not_fit_are_counted(world: World, moderator: Person) -> None:
    for person in (world.ann, world.ben, world.chloe):
        for _ in range(9):
            await person.types("connect4 start", bot="easy", colour="first")
    await moderator.sets_games_list("post")
    text = the_list(world).text
    listed = text.count("Connect 4")
    assert 10 < listed <= 25
    assert f"… and {27 - listed} more" in text
    assert len(text) <= 4000


async def test_games_of_other_channels_are_not_listed(world: World, moderator: Person) -> None:
    other = world.server.create_text_channel("elsewhere")
    await world.ann.types("connect4 start", channel=other, bot="easy", colour="first")
    await moderator.sets_games_list("post")
    assert "No games here" in the_list(world).text

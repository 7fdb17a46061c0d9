"""The list of a channel's games: on request, kept up to date, within Discord's limits."""

from __future__ import annotations

from datetime import timedelta

import pytest

from data.messages.channels import ChannelListStore
from tests.cases import there
from tests.e2e.deaths import die_before
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
    for _ in range(plies):
        await world.play(world.board().moves[0], world.ann, world.ben)


async def test_it_lists_the_games_with_whose_turn_it_is(world: World, moderator: Person) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.begin(ben, world.chloe, time="3 days")
    await ann.types("connect4 start", bot="easy", colour="first")
    await ann.types("reversi start", bot="easy", colour="first", board="10x10")
    other = world.server.create_text_channel("elsewhere")
    await ann.types("connect4 start", channel=other, bot="easy", colour="first")
    await moderator.sets_games_list("post")
    text = the_list(world).text
    assert "#5" not in text
    board = world.board(1)
    link = f"https://discord.com/channels/{world.server.id}/{world.channel.id}/{board.id}"
    players = f"⚫ {ann.mention} · ⚪ {ben.mention}"
    assert f"**[Reversi]({link})** · {players} · #1\n-# ⚫ {ann.mention} to move" in text
    flag = there((await world.snapshot(2)).game.clock)
    assert flag.flag_at is not None
    assert f"⚫ {ben.mention} to move, time runs out <t:{int(flag.flag_at.timestamp())}:R>" in text
    assert "**[Connect 4](" in text
    assert f"⚪ Flipfour (easy) · #4\n-# 10x10 · ⚫ {ann.mention} to move" in text


async def test_it_is_kept_up_to_date(world: World, moderator: Person, ann: Person, ben: Person) -> None:
    await moderator.sets_games_list("post")
    assert "No games here right now" in the_list(world).text
    await world.begin(ann, ben)
    await world.pass_time(SOON)
    assert f"{ann.mention} to move" in the_list(world).text
    await world.play("d3", ann, ben)
    await world.pass_time(10)
    assert f"⚪ {ben.mention} to move" in the_list(world).text
    await ben.resigns()
    await world.pass_time(10)
    assert "No games here" in the_list(world).text


async def test_many_changes_are_one_edit(world: World, moderator: Person, ann: Person, ben: Person) -> None:
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
    # A list that is the same as before is not edited.
    await move(world, 2)
    before = len(world.env.http_requests)
    await world.pass_time(30)
    assert edits(world, before) == 0


async def test_an_old_or_deleted_list_is_reposted(world: World, moderator: Person) -> None:
    await moderator.sets_games_list("post")
    old = the_list(world)
    await world.leap(3400)
    await world.begin(world.ann, world.ben)
    await world.pass_time(SOON)
    fresh = the_list(world)
    assert fresh.id != old.id
    assert f"{world.ann.mention} to move" in fresh.text
    world.env.inject_error("PATCH", "/channels/*", status=400, code=30046)
    await world.play("d3", world.ann)
    await world.pass_time(10)
    again = the_list(world)
    assert again.id != fresh.id
    world.delete(again)
    await world.play("c3", world.ben)
    await world.pass_time(10)
    assert f"{world.ann.mention} to move" in the_list(world).text


@pytest.mark.long
async def test_it_survives_restarts(world: World, moderator: Person, ann: Person, ben: Person) -> None:
    await world.begin(ann, ben)
    await moderator.sets_games_list("post")
    await world.pass_time(20)
    shown = the_list(world)
    for stop, move, person in ((World.restart, "d3", ann), (World.kill, "c3", ben)):
        before = len(world.env.http_requests)
        await stop(world)
        await world.pass_time(20)
        assert edits(world, before) == 0
        await world.play(move, person)
        await stop(world)
        # Changes just before the bot was stopped are listed, too.
        await world.pass_time(SOON)
        assert the_list(world).id == shown.id
        assert f"{(ben if person is ann else ann).mention} to move" in the_list(world).text


STEPS = {"none": 4, "young": 5, "old": 5}
"""Writes and requests of a list that replaces another, by what became of that."""


@pytest.mark.parametrize(
    ("before", "step"),
    [
        pytest.param(before, step, marks=() if step == 2 else pytest.mark.long)
        for before, steps in STEPS.items()
        for step in range(steps + 1)
    ],
)
async def test_killed_on_the_way_to_a_list(
    world: World, moderator: Person, monkeypatch: pytest.MonkeyPatch, before: str, step: int
) -> None:
    if before != "none":
        await moderator.sets_games_list("post")
        await world.pass_time(3600 if before == "old" else 20)
    (settings,) = (await moderator.types("settings")).messages
    death = die_before(world, monkeypatch, step)
    moderator.send_tap(settings, "f4:games_list_set:post")
    await world.env.settle()
    assert death.steps > step or death.steps == step == STEPS[before]
    await world.kill(timedelta(minutes=10))
    await world.begin(world.ann, world.ben)
    await world.pass_time(20)
    stored = world.bot.kit.storage[ChannelListStore]
    kept = [await stored.of(channel_id) for channel_id in await stored.channels()]
    assert [seen.id for seen in lists(world)] == [one and one.message_id for one in kept]
    assert all(f"{world.ann.mention} to move" in seen.text for seen in lists(world))
    assert lists(world) or (before == "none" and step < 2)


async def test_a_list_reposted_just_before_a_kill_is_found_again(
    world: World, moderator: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await moderator.sets_games_list("post")
    await world.leap(3400)
    await world.begin(world.ann, world.ben)
    die_before(world, monkeypatch, 2)
    await world.pass_time(SOON)
    assert len(lists(world)) == 2
    posted = lists(world)[-1]
    await world.kill(timedelta(minutes=10))
    await world.pass_time(SOON)
    assert the_list(world).id == posted.id


@pytest.mark.long
async def test_games_that_do_not_fit_are_counted(world: World, moderator: Person) -> None:
    for person in (world.ann, world.ben, world.chloe):
        for _ in range(9):
            await person.types("connect4 start", bot="easy", colour="first")
    await moderator.sets_games_list("post")
    text = lists(world)[-1].text
    listed = text.count("Connect 4") + text.count("[Reversi]")
    assert 10 < listed <= 25
    assert f"… and {27 - listed} more" in text
    assert len(text) <= 4000


async def test_it_can_be_posted_again_and_ended(world: World, moderator: Person) -> None:
    await moderator.sets_games_list("post")
    old = the_list(world)
    await moderator.sets_games_list("post")
    assert the_list(world).id != old.id
    assert "has been removed" in (await moderator.sets_games_list("remove")).private
    assert lists(world) == []
    await world.begin(world.ann, world.ben)
    await world.pass_time(60)
    assert lists(world) == []
    assert "no list of its games" in (await moderator.sets_games_list("remove")).private
    closed = world.without("send_messages")
    assert "**Send Messages**" in (await moderator.sets_games_list("post", closed)).private
    assert world.posts(closed) == []


async def test_managers_and_moderators_find_it_in_their_games_and_others_do_not(world: World) -> None:
    for what in ("post", "remove"):
        answer = await world.ann.opens_of("me", f"f4:games_list_set:{what}")
        assert answer.private.startswith("Only people who can manage this server")
    moderator = world.moderator("Moa")
    for games in range(2):
        if games:
            await world.begin(moderator, world.ben)
        (shown,) = (await moderator.types("games")).messages
        assert "This channel's list" in shown.labels
    (question,) = (await moderator.taps("This channel's list", shown)).messages
    assert lists(world) == []
    await moderator.taps("Post it here", question)
    assert len(lists(world)) == 1
    (shown,) = (await world.ben.types("games")).messages
    assert "This channel's list" not in shown.labels

"""Turn notices: for players who want them, deleted after the move, sent once; and reminders, once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from structlog.typing import EventDict

from bot.account.privacy.own_data import OwnData
from bot.play.web_links import Activities
from bot.preferences.preferences import Preferences
from data.messages.notices import Notice, NoticeStore
from tests.e2e.deaths import remember_nonces
from tests.e2e.seen import Seen
from tests.e2e.world import Person, World

pytestmark = pytest.mark.usefixtures("slow_beats")

SOON = 6.0
"""Seconds after which a turn is announced."""

AWAY = 70.0
"""Seconds after which a player counts as absent."""


def notices(world: World) -> list[Seen]:
    return [seen for seen in world.posts() if "your move" in seen.text or "your time" in seen.text]


def direct(world: World, person: Person) -> list[Seen]:
    return world.seen(person.actor.user.dm_channel)


def link(world: World, game: int = 1) -> str:
    board = world.board(game)
    return f"https://discord.com/channels/{world.server.id}/{world.channel.id}/{board.id}"


def sent(world: World, since: int = 0) -> list[str]:
    """Return all notices sent so far."""
    bodies = [request.json for request in world.env.http_requests[since:] if request.method == "POST"]
    contents = [str(body.get("content")) for body in bodies if isinstance(body, dict) and body.get("content")]
    return [content for content in contents if "<@" in content and "discord.com" in content]


async def pass_hours(world: World, hours: float) -> None:
    """Let many hours pass, in steps too short for an absence."""
    while hours > 0:
        await world.leap(min(hours, 6) * 3600 - SOON)
        await world.pass_time(SOON)
        hours -= 6


async def begin(world: World, **options: Any) -> None:
    """A game that Ann, who wants notices, and Ben began a while ago; it is Ben's turn."""
    await world.ann.wants("notices", "channel")
    await world.begin(world.ann, world.ben, **options)
    await world.play("d3", world.ann)
    await world.pass_time(AWAY)


async def answered(world: World, move: str = "c3") -> None:
    """Ben moves, and soon Ann is told of her turn."""
    await world.play(move, world.ben)
    await world.pass_time(SOON)


async def begin_with_closed_inbox(world: World) -> None:
    """It is the turn of Ann, who wants direct messages but has a closed inbox."""
    await begin(world)
    await world.ann.wants("notices", "direct")
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    await answered(world)


async def test_a_turn_is_announced_in_the_channel_until_the_move(world: World) -> None:
    ann, ben = world.ann, world.ben
    await begin(world)
    await answered(world)
    (notice,) = notices(world)
    assert notice.text == f"{ann.mention}, your move against Ben: {link(world)}"
    posted = [r.json for r in world.env.http_requests if isinstance(r.json, dict) and r.json.get("content")]
    assert posted[-1]["allowed_mentions"] == {"parse": [], "users": [ann.id]}
    await world.play("c4", ann)
    assert notices(world) == []
    # Ben has none turned on.
    await world.pass_time(AWAY)
    assert len(sent(world)) == 1
    # Deleted by hand it does no harm.
    await answered(world, world.board().moves[0])
    world.delete(notices(world)[0])
    await world.play(world.board().moves[0], ann)
    await world.pass_time(AWAY)
    assert notices(world) == []
    # It opens the board inside of Discord, where that is set up.
    activities = world.bot.kit[Activities]
    activities.can_sign_in = True
    activities.found(exists=True)
    await answered(world, world.board().moves[0])
    (notice,) = notices(world)
    application = world.bot.application_id
    assert notice.addresses == [f"https://discord.com/activities/{application}?custom_id=game-1"]
    assert notice.labels == ["Open board", "Turn off notices"]
    await ben.resigns(world.board())
    assert notices(world) == []


async def test_games_of_days_have_notices_until_turned_off(world: World, ann: Person, ben: Person) -> None:
    await world.begin(ann, ben, time="3 days")
    await world.play("d3", ann)
    await world.pass_time(AWAY)
    await answered(world)
    (notice,) = notices(world)
    assert notice.text == f"{ann.mention}, your move against Ben: {link(world)}"
    assert notice.labels == ["Turn off notices"]
    wrong = await ben.taps("Turn off notices", notice)
    assert wrong.private == f"This notice is for {ann.mention}. You can change yours in `/me`."
    assert notices(world) == [notice]
    await world.restart()
    right = await ann.taps("Turn off notices", notice)
    assert right.private.startswith("I won't notify you of your turns any more.")
    assert notices(world) == []
    assert (await world.bot.kit[Preferences].for_person(ann.id)).notices == "off"
    await pass_hours(world, 60)
    assert len(sent(world)) == 1
    # Ben, who has turned nothing off, is notified of his turn.
    await world.play("c4", ann)
    await world.pass_time(AWAY)
    assert [one.text.split(",")[0] for one in notices(world)] == [ben.mention]


@pytest.mark.long
async def test_only_a_slow_reply_of_the_computer_is_announced(world: World, ann: Person) -> None:
    await ann.wants("notices", "channel")
    await ann.types("reversi start", bot="easy", colour="first")
    await world.pass_time(AWAY)
    await ann.taps("d3")
    await pass_hours(world, 3 * 24)
    assert sent(world) == []
    world.searches.hold()
    await ann.taps(world.board().moves[0])
    await world.pass_time(2 * AWAY)
    await world.let_go()
    await world.pass_time(SOON)
    (notice,) = notices(world)
    assert "your move against Flipfour (easy)" in notice.text


@pytest.mark.long
async def test_direct_messages_on_request_until_turned_off(world: World) -> None:
    await begin(world)
    await world.ann.wants("notices", "direct")
    await answered(world)
    assert notices(world) == []
    (message,) = direct(world, world.ann)
    assert message.text.endswith(f"your move against Ben: {link(world)}")
    await world.play("c4", world.ann)
    assert direct(world, world.ann) == []
    await world.pass_time(AWAY)
    await answered(world, world.board().moves[0])
    assert len(direct(world, world.ann)) == 1
    await world.ann.wants("notices", "off")
    assert direct(world, world.ann) == []
    before = len(world.env.http_requests)
    await pass_hours(world, 3 * 24)
    assert sent(world, before) == []


async def test_the_first_turn_is_announced_and_a_forced_pass_is_not(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.wants("notices", "channel")
    await ben.wants("notices", "channel")
    await ann.types("reversi start", opponent=ben, colour="first")
    await world.pass_time(AWAY)
    await ben.taps("Accept")
    await world.pass_time(SOON)
    assert [notice.text.split(",")[0] for notice in notices(world)] == [ann.mention]
    await world.play("d3 c3 e6 d2 d1 e1 b2", ann, ben)
    await world.pass_time(AWAY)
    before = len(world.env.http_requests)
    # Black has to pass now: it is White's turn again, who has just moved.
    await world.play("c1", ben)
    assert "pass" in await world.moves()
    await world.pass_time(AWAY)
    assert sent(world, before) == []


@pytest.mark.long
async def test_a_start_sends_due_notices_and_none_twice(world: World) -> None:
    await begin(world)
    await world.play("c3", world.ben)
    assert notices(world) == []
    await world.kill(timedelta(hours=1))
    for stop in (world.restart, world.kill):
        await stop()
        await world.pass_time(AWAY)
    assert len(notices(world)) == len(sent(world)) == 1
    assert link(world) in notices(world)[0].text
    await world.play("c4", world.ann)
    assert notices(world) == []


async def test_notices_missed_in_an_outage_are_sent_unless_overdue(world: World) -> None:
    await begin(world)
    await world.play("c3", world.ben)
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=3)
    await world.pass_time(SOON)
    assert notices(world) == []
    await world.pass_time(120)
    assert len(notices(world)) == 1
    await world.play("c4", world.ann)
    await world.pass_time(AWAY)
    await world.play(world.board().moves[0], world.ben)
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await world.pass_time(SOON)
    await world.play(world.board().moves[0], world.ann)
    world.env.backend.faults.clear()
    await pass_hours(world, 1)
    assert notices(world) == []
    # Those of a deleted player are removed.
    await world.pass_time(AWAY)
    await answered(world, world.board().moves[0])
    assert len(notices(world)) == 1
    with world.env._bot_scope():
        await world.bot.kit[OwnData].delete(world.ann.id)
    await world.env.settle()
    assert notices(world) == []


@pytest.mark.long
async def test_a_closed_inbox_is_not_retried_and_explained_once(world: World, log: list[EventDict]) -> None:
    ann = world.ann
    await begin_with_closed_inbox(world)
    before = len(world.env.http_requests)
    await pass_hours(world, 24)
    assert world.env.http_requests[before:] == []
    assert "Discord doesn't let me send you direct messages" in (await ann.taps("c4", world.board())).private
    assert (await world.bot.kit[Preferences].for_person(ann.id)).notices == "off"
    await world.play(world.board().moves[0], world.ben)
    await world.pass_time(AWAY)
    assert (await ann.taps(world.board().moves[0], world.board())).private == ""
    # Once they want it again, it is tried again.
    await ann.wants("notices", "direct")
    await world.pass_time(AWAY)
    await world.play(world.board().moves[0], world.ben)
    # The board is recovered first, so the notice points to a visible one.
    await world.pass_time(SOON + 10)
    assert len(direct(world, ann)) == 1


async def test_a_refusal_explained_at_the_end_of_a_turn_is_not_stored_again(
    world: World, monkeypatch: pytest.MonkeyPatch, ann: Person
) -> None:
    await begin_with_closed_inbox(world)
    kept = world.bot.kit[NoticeStore]
    read = kept.of

    async def read_as_they_hear(game_id: int) -> tuple[Notice, ...]:
        found = await read(game_id)
        await kept.forget(game_id, ann.id)
        return found

    monkeypatch.setattr(kept, "of", read_as_they_hear)
    await ann.taps("c4", world.board())
    assert await read(1) == ()


async def test_a_channel_without_permission_is_explained_once(world: World) -> None:
    await begin(world)
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await answered(world)
    await world.kill()
    assert "I'm not allowed to post there" in (await world.ann.taps("c4", world.board())).private
    before = len(world.env.http_requests)
    for _ in range(2):
        await world.play(world.board().moves[0], world.ben)
        await world.pass_time(AWAY)
        assert (await world.ann.taps(world.board().moves[0], world.board())).private == ""
    assert sent(world, before) == []


async def test_killed_while_notifying_it_notifies_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    remember_nonces(monkeypatch)
    await begin(world)
    keep = world.bot.kit[NoticeStore].keep

    async def killed_before(notice: Notice) -> None:
        if notice.message_id is None:
            await keep(notice)

    # The message is sent, but never stored.
    monkeypatch.setattr(world.bot.kit[NoticeStore], "keep", killed_before)
    await answered(world)
    assert len(notices(world)) == 1
    await world.kill()
    await world.pass_time(SOON)
    assert len(notices(world)) == 1
    await world.play("c4", world.ann)
    assert notices(world) == []


@pytest.mark.long
async def test_a_reminder_with_a_third_of_the_time_left(world: World) -> None:
    await begin(world, time="3 days")
    await answered(world)
    (first,) = notices(world)
    await pass_hours(world, 47)
    assert [notice.id for notice in notices(world)] == [first.id]
    await pass_hours(world, 2)
    (reminder,) = notices(world)
    assert reminder.id != first.id
    assert "your time against Ben runs out <t:" in reminder.text
    await pass_hours(world, 12)
    assert len(sent(world)) == 2
    await world.play("c4", world.ann)
    assert notices(world) == []


@pytest.mark.long
async def test_a_reminder_some_hours_before(world: World) -> None:
    await world.ann.wants("reminders", "6 hours")
    await begin(world, time="1 day")
    await world.play("c3", world.ben)
    await pass_hours(world, 17)
    assert len(sent(world)) == 1
    await world.ann.wants("reminders", "off")
    await pass_hours(world, 2)
    assert len(sent(world)) == 1
    await world.ann.wants("reminders", "6 hours")
    await pass_hours(world, 2)
    assert "runs out" in notices(world)[0].text


@pytest.mark.long
async def test_without_a_clock_the_reminder_comes_after_a_day(world: World) -> None:
    await begin(world)
    await world.play("c3", world.ben)
    await pass_hours(world, 23.9)
    assert "your move against" in notices(world)[0].text
    # It links a board that exists.
    world.delete(world.board())
    await pass_hours(world, 1)
    (reminder,) = notices(world)
    assert reminder.text == f"{world.ann.mention}, Ben is still waiting for your move: {link(world)}"
    await pass_hours(world, 5 * 24)
    assert len(sent(world)) == 2

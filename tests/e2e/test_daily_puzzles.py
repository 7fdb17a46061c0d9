"""The daily puzzle: at the hour, once, never twice; answered a day later; off where it cannot be posted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from simcord.builders import ChannelHandle
from structlog.typing import EventDict

from bot.messages import delivery as server_posts
from bot.preferences.preferences import Preferences
from data.puzzles.puzzle_posts import PuzzlePostStore
from engine import puzzles
from languages.moments import date_written
from tests.cases import missing
from tests.e2e.seen import CHANNEL_SELECT, Seen
from tests.e2e.test_puzzles import plays, shown_in, wrong
from tests.e2e.test_settings import find_page
from tests.e2e.world import RECOVERY_SECONDS, Person, World

Lose = Callable[[str, str], None]


@pytest.fixture
async def channel(world: World) -> ChannelHandle:
    """A channel that gets a puzzle each day, in about two hours for the first time."""
    made = world.server.create_text_channel("daily")
    await world.sets("daily_hour", str((world.now() + timedelta(hours=2)).hour))
    await world.sets("daily_channel", str(made.id))
    return made


async def pass_hours(world: World, hours: float) -> None:
    world.skip(timedelta(hours=hours))
    await world.pass_time(RECOVERY_SECONDS)


def dailies(world: World, channel: ChannelHandle) -> list[Seen]:
    return [seen for seen in world.posts(channel) if "Daily" in seen.text]


async def test_it_is_posted_at_the_hour_and_not_before(world: World, channel: ChannelHandle) -> None:
    await world.sets("daily_game", "connect4")
    due = world.now().replace(minute=0, second=0, microsecond=0) + timedelta(hours=2)
    world.skip(due - world.now() - timedelta(seconds=30))
    await world.restart()
    await world.pass_time(25)
    assert dailies(world, channel) == []
    await world.pass_time(10)
    (post,) = dailies(world, channel)
    assert post.labels == ["Try it", "Results"]
    assert shown_in(post).game == "connect4"
    assert date_written(due) in post.text
    assert "The answer comes <t:" in post.text
    await pass_hours(world, 5)
    assert len(dailies(world, channel)) == 1


async def test_each_day_another_one_and_the_answer_after_a_day(
    world: World, channel: ChannelHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = puzzles.shipped("reversi")[:2]
    monkeypatch.setattr(puzzles, "shipped", lambda game=None: few)
    await pass_hours(world, 2)
    await pass_hours(world, 24.2)
    first, second = dailies(world, channel)
    assert {shown_in(first).id, shown_in(second).id} == {one.id for one in few}
    assert "**Answer**: " in first.text
    assert shown_in(first).line[0] in first.text
    assert first.labels == ["Step through", "Results"]
    assert second.labels == ["Try it", "Results"]
    # Players who have not tried it may see the solution now.
    assert "puzzle: the solution" in (await world.ben.taps("Step through", first)).private
    # None is left: nothing comes twice.
    await pass_hours(world, 24)
    assert len(dailies(world, channel)) == 2


@pytest.mark.parametrize("sent", [True, False])
@pytest.mark.first(1)
async def test_killed_before_posting_or_noting(
    world: World, channel: ChannelHandle, monkeypatch: pytest.MonkeyPatch, lose_connection: Lose, sent: bool
) -> None:
    async def dies(*_: object) -> None:
        raise RuntimeError("the process is gone")

    if sent:
        monkeypatch.setattr(world.bot.kit[PuzzlePostStore], "record_message", dies)
        monkeypatch.setattr(server_posts.log, "exception", lambda *args, **values: None)
    else:
        lose_connection("POST", f"/channels/{channel.id}/messages")
    await pass_hours(world, 2)
    await world.kill(away=timedelta(minutes=10))
    await world.pass_time(3 * RECOVERY_SECONDS)
    assert len(dailies(world, channel)) == 1
    assert await world.bot.kit[PuzzlePostStore].not_posted() == ()


async def test_without_permission_it_ends(world: World, channel: ChannelHandle, log: list[EventDict]) -> None:
    news = world.server.create_text_channel("news")
    await world.sets("announcements", str(news.id))
    await world.sets("daily_channel", str(world.without("send_messages").id))
    await pass_hours(world, 2)
    (note,) = world.posts(news)
    assert "I can't post the daily puzzle in" in note.text
    assert (await world.bot.kit[Preferences].for_server(world.server.id)).daily_channel is None
    await pass_hours(world, 24)
    assert len(world.posts(news)) == 1


async def test_the_card_and_the_results_tell_how_it_went_and_nothing_of_the_answer(
    world: World, channel: ChannelHandle, monkeypatch: pytest.MonkeyPatch, ann: Person, ben: Person
) -> None:
    two = next(one for one in puzzles.shipped("reversi") if len(one.own_moves) == 2)
    monkeypatch.setattr(puzzles, "shipped", lambda game=None: (two,))
    await pass_hours(world, 2)
    (post,) = dailies(world, channel)
    await ann.taps("Try it", post)
    for move in (wrong(two), *two.own_moves):
        await plays(world, ann, move, _own(world, channel))
    card = _own(world, channel).text.split("```")[1].strip()
    day = date_written(world.now())
    head, squares, facts = card.splitlines()
    assert head == f"Flipfour · daily Reversi puzzle · {day}"
    assert squares == "🟨🟩"
    assert facts.startswith("3 tries · ⏱️ 0:")
    assert facts.endswith("🔥 1")
    assert not any(move in card.replace(day, "") for move in two.line)
    # It is there again when they come back, also after a kill.
    await world.kill()
    await ann.taps("Try it", post)
    assert card in _own(world, channel).text
    # The channel sees numbers, and those who tried it see names.
    await world.pass_time(5.0)
    (post,) = dailies(world, channel)
    assert "1 solved it" in post.text
    assert ann.mention not in post.text
    for _ in range(2):  # Opening it is not trying it.
        assert "Try it yourself first" in (await ben.taps("Results", post)).private
        await ben.taps("Try it", post)
    mine = [one for one in world.seen(channel, ben) if one.private and one.picture][-1]
    await plays(world, ben, wrong(two), mine)
    shown = (await ben.taps("Results", post)).private
    assert not missing(shown, f"{ann.mention} ||🟨🟩 3 tries||", "2 people tried it, 1 solved it")
    assert "This server: 1 daily puzzle in a row solved" in shown
    assert "```" not in shown
    assert "```" in (await ann.taps("Results", post)).private
    assert world.posts(channel) == [post]
    # Once the answer is there, everyone may look.
    await pass_hours(world, 24.2)
    (post,) = dailies(world, channel)
    assert ann.mention in (await world.chloe.taps("Results", post)).private


def _own(world: World, channel: ChannelHandle) -> Seen:
    private = [seen for seen in world.seen(channel, world.ann) if seen.private]
    return [seen for seen in private if (seen.picture or "").startswith("puzzle-")][-1]


async def test_managers_choose_it_in_the_settings(world: World) -> None:
    mia, there = world.manager("Mia"), world.server.create_text_channel("daily")
    card = await find_page(world, mia, "Daily puzzle")
    await mia.chooses_from(card, CHANNEL_SELECT, "Daily puzzle: choose", there)
    assert list(await world.bot.kit[PuzzlePostStore].scheduled()) == [world.server.id]
    await mia.chooses("Hour of the daily puzzle: choose", "7")
    settings = await world.bot.kit[Preferences].for_server(world.server.id)
    assert (settings.daily_channel, settings.daily_hour) == (there.id, 7)
    (moment,) = (await world.bot.kit[PuzzlePostStore].scheduled()).values()
    assert moment.hour == 7
    assert any("7:00 UTC (<t:" in seen.text for seen in world.seen(world.channel, mia))
    # A channel that is deleted ends it.
    world.env.backend.delete_channel(there.id)
    await world.env.settle()
    world.skip(moment - world.now())
    await world.pass_time(RECOVERY_SECONDS)
    assert await world.bot.kit[PuzzlePostStore].scheduled() == {}

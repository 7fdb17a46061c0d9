"""Puzzle races: whole ones, with leaves, late taps, restarts and outages in the middle, and rematches."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
from discord.utils import format_dt
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.account.privacy.own_data import OwnData
from bot.puzzles.runs import COUNTDOWN, FIRST_RATING, HARDER, LOBBY_TIME, MAX_RACERS
from data.puzzles.races import PuzzleRaceStore, RaceRecord, RaceState
from data.puzzles.runs import RUSH_TIME, RunKind
from data.upkeep.export import ExportStore
from engine import puzzles
from tests.cases import missing
from tests.e2e.seen import Seen
from tests.e2e.test_puzzle_runs import ONE_MOVERS, misses, solves
from tests.e2e.test_puzzles import own, shown_in
from tests.e2e.test_reviews import own as told
from tests.e2e.world import Person, World

SOON = 7.0
"""Seconds after which a change is shown."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles of Connect 4 with one move to find, so that races are short."""
    monkeypatch.setattr(puzzles, "shipped", lambda game=None: ONE_MOVERS)


def card(world: World) -> Seen:
    return [seen for seen in world.posts() if "### 🏁 Puzzle race" in seen.text][-1]


async def record(world: World, race_id: int = 1) -> RaceRecord:
    with world.env._bot_scope():
        found = await world.bot.kit[PuzzleRaceStore].find(race_id)
    assert found is not None
    return found


async def opened(world: World, *others: Person) -> None:
    """Ann opens a race, and others join."""
    await world.ann.types("puzzle", run="race", game="connect4")
    for person in others:
        await person.taps("Join", card(world))


async def begun(world: World, *others: Person) -> None:
    """Let the race begin, so that everyone has their board."""
    await opened(world, *others)
    await world.ann.taps("Start", card(world))
    await world.pass_time(COUNTDOWN.total_seconds() + 1)


async def test_three_people_race_to_a_podium(world: World) -> None:
    await opened(world, world.ben)
    lobby = card(world).text
    assert not missing(lobby, "### 🏁 Puzzle race · Connect 4", "**2 of 20** have joined")
    assert f"1. {world.ann.mention}\n2. {world.ben.mention}" in lobby
    assert f"It starts automatically {format_dt((await record(world)).race.expires_at, 'R')}" in lobby
    assert "You're in!" in told(world, world.ann).text
    await world.chloe.taps("Join", card(world))
    refused = await world.ben.taps("Start", card(world))
    assert refused.private.startswith(f"Only {world.ann.mention}, who opened this race")
    await world.ann.taps("Start", card(world))
    begins_at = world.now() + COUNTDOWN
    times = f"🚦 Start: {format_dt(begins_at, 'R')} · ⏱️ End: {format_dt(begins_at + RUSH_TIME, 'R')}"
    assert times in card(world).text
    assert card(world).labels == ["My board"]
    people = (world.ann, world.ben, world.chloe)
    assert not any("Give up" in told(world, person).labels for person in people)
    await world.pass_time(COUNTDOWN.total_seconds() + 1)
    # Everyone has the same puzzle, without another tap.
    first = {shown_in(own(world, person)).id for person in people}
    assert first == {(await record(world)).race.puzzles[0]}
    assert "The race has begun" in own(world, world.ben).text
    await solves(world, world.ben, 2)
    await solves(world, world.ann)
    assert shown_in(own(world, world.ann)).id == (await record(world)).race.puzzles[1]
    assert shown_in(await misses(world, world.ann)).id == (await record(world)).race.puzzles[2]
    await solves(world, world.ann)
    edits = len(world.env.http_requests)
    await world.pass_time(SOON)
    assert len(world.env.http_requests) - edits <= 2
    text = card(world).text
    assert f"▰▰▰▰▰▰▰▰▰▰ **2** {world.ben.mention}\n▰▰▰▰▰▰▰▰▰▰ **2** {world.ann.mention} · ❌ 1" in text
    assert f"▱▱▱▱▱▱▱▱▱▱ **0** {world.chloe.mention}" in text
    await world.pass_time(RUSH_TIME.total_seconds())
    text = card(world).text
    assert f"🥇 {world.ben.mention} · **2** puzzles\n🥈 {world.ann.mention} · **2** puzzles · ❌ 1" in text
    assert not missing(text, f"– {world.chloe.mention} · **0** puzzles", "fewer misses decide")
    over = own(world, world.ben)
    assert not missing(over.text, "⏰ Time's up!", "🏅 Your first record!")
    assert over.labels == ["Step through", "Records"]
    assert (await record(world)).race.announced
    records = await world.ben.taps("Records", over)
    date = format_dt((await record(world)).race.begins_at or world.now(), "d")
    listed = "\n".join(
        f"{n}. **2** · {one.mention} · {date}" for n, one in enumerate((world.ann, world.ben), 1)
    )
    assert f"**🏁 Puzzle race**\n{listed}\n-# Your record: 2" in records.private
    profile = await world.chloe.types("profile", player=world.ben)
    assert "Puzzle records: 🏁 Connect 4 **2**" in profile.public


async def test_a_race_ends_at_once_when_all_are_done(world: World, ann: Person, ben: Person) -> None:
    """The puzzles of a race differ and get harder, and a racer's board is theirs alone."""
    await begun(world, ben)
    chosen = (await record(world)).race.puzzles
    assert len(set(chosen)) == len(chosen)
    ratings = {puzzle.id: puzzle.rating for puzzle in ONE_MOVERS}
    # Later the few hard ones of this test have run out.
    for number, puzzle in enumerate(chosen[:9]):
        assert abs(ratings[puzzle] - (FIRST_RATING + HARDER[RunKind.RACE] * number)) < 100
    board = own(world, ben)
    answer = await ann.taps_gone(board.custom_id(shown_in(board).line[0]), own(world, ann))
    assert answer.private.startswith("This is someone else's run.")
    assert "run_start" not in (await ann.taps_gone("f4:run_start:race:connect4", card(world))).private
    answer = await world.chloe.taps_gone("f4:race_board:99", card(world))
    assert answer.private.startswith("This race is no longer available.")
    assert "server" in (await ann.types_privately("puzzle", run="race", game="connect4")).private
    await solves(world, ann)
    await ann.taps("Give up", own(world, ann))
    await world.pass_time(SOON)
    assert f"**1** {ann.mention} · gave up" in card(world).text
    for _ in range(3):
        await misses(world, ben)
    await world.pass_time(SOON)
    text = card(world).text
    assert f"🥇 {ann.mention} · **1** puzzle\n– {ben.mention} · **0** puzzles · ❌ 3" in text


@pytest.mark.long
async def test_a_rematch_is_one_tap_away(world: World) -> None:
    await begun(world, world.ben)
    await world.pass_time(RUSH_TIME.total_seconds() + SOON)
    assert "No one solved a puzzle this time." in card(world).text
    old = card(world)
    assert old.labels == ["Race again"]
    assert (await world.chloe.taps("Race again", old)).private.startswith("Only those who were in this race")
    await world.together((world.ben, old, "Race again"), (world.ann, old, "Race again"))
    await world.pass_time(SOON)
    lobby = card(world)
    assert len([seen for seen in world.posts() if "Puzzle race" in seen.text]) == 2
    assert "**2 of 20** have joined" in lobby.text
    await world.chloe.taps("Race again", old)
    await world.pass_time(SOON)
    assert "**3 of 20** have joined" in card(world).text
    starter = world.ben if (await record(world, 2)).race.organiser_id == world.ben.id else world.ann
    await starter.taps("Start", card(world))
    await world.pass_time(COUNTDOWN.total_seconds() + 1)
    await solves(world, world.chloe)
    before, after = (await record(world)).race, (await record(world, 2)).race
    assert after.rematch_of == before.id
    # Nobody sees a puzzle again.
    assert before.puzzles[0] not in after.puzzles


async def test_a_lone_racer_waits_for_a_while_and_has_no_second_race(world: World) -> None:
    await opened(world)
    refused = await world.ann.taps("Start", card(world))
    assert refused.private.startswith("A race needs at least two people.")
    other = world.server.create_text_channel("more")
    for person, channel, said in (
        (world.ben, world.channel, "There is a race in this channel already: "),
        (world.ann, other, "You're in another race: "),
    ):
        answer = await person.types("puzzle", run="race", game="connect4", channel=channel)
        assert answer.private.startswith(said)
    await world.ben.types("puzzle", run="race", game="connect4", channel=other)
    assert (await world.ben.taps("Join", card(world))).private.startswith("You're in another race: ")
    await world.pass_time(LOBBY_TIME.total_seconds() + SOON)
    assert "Too few people joined" in card(world).text
    assert (await world.ben.taps_gone("f4:race_join:1", card(world))).private.startswith("This race is over.")


@pytest.mark.long
async def test_people_leave_a_lobby(world: World) -> None:
    await opened(world)
    await world.ann.taps("Leave", card(world))
    await world.pass_time(SOON)
    # A lobby that all leave is over.
    assert (await record(world)).race.state is RaceState.CANCELLED
    await opened(world, world.chloe)
    lobby = card(world)
    await world.together((world.ben, lobby, "Join"), (world.ben, lobby, "Join"))
    assert (await world.ben.taps("Join", card(world))).private.startswith("🏁 You're in!")
    assert "**3 of 20** have joined" in card(world).text
    await world.ann.taps("Leave", card(world))
    assert "**2 of 20** have joined" in card(world).text
    assert (await world.ann.taps("Leave", card(world))).private.startswith("You're not in this race.")
    # Those who are there can start when its organiser has left.
    assert (await world.ann.taps("Start", card(world))).private.startswith("You're not in this race.")
    await world.ben.taps("Start", card(world))
    await world.pass_time(COUNTDOWN.total_seconds() + 1)
    assert "Give up" in own(world, world.chloe).labels
    assert not any("Give up" in seen.labels for seen in world.seen(world.channel, world.ann))
    for label, sentence in (("join", "This race has begun"), ("begin", "This race has begun")):
        answer = await world.ann.taps_gone(f"f4:race_{label}:2", card(world))
        assert answer.private.startswith(sentence)
    answer = await world.ben.taps_gone("f4:race_leave:2", card(world))
    assert answer.private.startswith("The race has begun. To leave it")
    assert (await world.ann.taps("My board", card(world))).private.startswith("This race has begun")


@pytest.mark.long
async def test_a_race_survives_a_kill_with_the_time_given_back(world: World) -> None:
    await begun(world, world.ben, world.chloe)
    await solves(world, world.ben)
    await world.pass_time(SOON)
    before = (await record(world)).race
    await world.kill(timedelta(seconds=30))
    await world.pass_time(SOON)
    after = (await record(world)).race
    assert before.deadline is not None
    assert after.deadline is not None
    assert timedelta(seconds=20) < after.deadline - before.deadline < timedelta(seconds=45)
    assert f"End: {format_dt(after.deadline, 'R')}" in card(world).text
    # Boards work after a kill, and one that was lost is opened again.
    assert "It ends" in (await solves(world, world.ben)).text
    await world.chloe.taps("My board", card(world))
    seen = own(world, world.chloe)
    assert f"⏱️ It ends {format_dt(after.deadline, 'R')}" in seen.text
    await solves(world, world.chloe)
    await world.pass_time((after.deadline - world.now()).total_seconds() + SOON)
    assert (
        f"🥇 {world.ben.mention} · **2** puzzles\n🥈 {world.chloe.mention} · **1** puzzle" in card(world).text
    )


@pytest.mark.long
async def test_a_deleted_card_is_posted_again_and_deleted_data_leave_it(world: World) -> None:
    await begun(world, world.ben, world.chloe)
    world.delete(card(world))
    await solves(world, world.ben)
    await world.pass_time(SOON)
    assert f"**1** {world.ben.mention}" in card(world).text
    with world.env._bot_scope():
        export = await world.bot.kit[ExportStore].of(world.ben.id)
        assert [row["kind"] for row in export["puzzle_runs"]] == [RunKind.RACE]
        assert len(export["puzzle_racers"]) == 1
        await world.bot.kit[OwnData].delete(world.ben.id)
    await world.pass_time(SOON)
    assert world.ben.mention not in card(world).text
    assert world.chloe.mention in card(world).text
    # A race ends with its channel.
    other = world.server.create_text_channel("more")
    await world.newcomer("Dora").types("puzzle", run="race", game="connect4", channel=other)
    world.env.backend.delete_channel(other.id)
    await world.env.settle()
    assert (await record(world, 2)).race.state is RaceState.CANCELLED


async def test_a_race_needs_a_lasting_card_and_puzzles(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for permission in ("send_messages", "attach_files", "view_channel"):
        closed = world.without(permission)
        answer = await world.ann.types("puzzle", run="race", game="connect4", channel=closed)
        assert answer.private.startswith("I can't do that here without the permission ")
        assert f"**{permission.replace('_', ' ').title()}**" in answer.private
    # Nothing is stored that would keep her from another race.
    await opened(world, world.ben)
    assert "**2 of 20** have joined" in card(world).text
    monkeypatch.setattr(puzzles, "shipped", lambda game=None: ONE_MOVERS[:5])
    answer = await world.ann.taps("Start", card(world))
    assert answer.private.startswith("There are too few Connect 4 puzzles that none of you has seen")
    await world.pass_time(LOBBY_TIME.total_seconds() + SOON)
    assert "There are too few puzzles that none of you has seen" in card(world).text


@pytest.mark.long
async def test_a_race_goes_on_where_the_bot_may_no_longer_write(world: World) -> None:
    await begun(world, world.ben)
    denied = discord.Permissions(view_channel=True).value
    overwrite = Overwrite(world.flipfour.id, OverwriteType.MEMBER, allow=0, deny=denied)
    world.env.backend.set_overwrite(world.channel.id, overwrite)
    await solves(world, world.ben)
    await world.pass_time(RUSH_TIME.total_seconds() + SOON)
    winner, other = (await record(world)).racers[::-1]
    assert (winner.player_id, winner.score, other.score) == (world.ben.id, 1, 0)
    assert "🏅 Your first record!" in own(world, world.ben).text
    answer = await world.ann.taps_gone("f4:race_again:1", card(world))
    assert answer.private.startswith("I can't do that here without the permission ")


@pytest.mark.long
async def test_the_twenty_first_is_refused_even_at_the_same_moment(world: World) -> None:
    people = [world.newcomer(f"Racer {number}") for number in range(MAX_RACERS)]
    await opened(world, *people[: MAX_RACERS - 2])
    lobby = card(world)
    assert "**19 of 20** have joined" in lobby.text
    answers = await world.together(*((person, lobby, "Join") for person in people[-2:]))
    await world.pass_time(SOON)
    assert len((await record(world)).racers) == MAX_RACERS
    assert "**20 of 20** have joined" in card(world).text
    refused = [answer.private for answer in answers if "You're in!" not in (answer.private or "")]
    assert refused == ["All 20 places in this race are taken. You can join the next one."]
    assert len(card(world).text) < 4000

"""Runs of puzzles: streaks and rushes, with restarts, outages and late taps in the middle; and records."""

from __future__ import annotations

from datetime import timedelta

import pytest
from discord.utils import format_dt

from bot.catalog import GAMES
from data.puzzles.puzzles import PuzzleStore
from data.puzzles.runs import RUSH_TIME, PuzzleRunStore, RunKind
from data.upkeep.export import ExportStore
from engine import puzzles
from engine.puzzles import Puzzle
from tests.cases import missing
from tests.e2e.seen import Answer, Seen
from tests.e2e.test_puzzles import own, ply_of, shown_in, wrong
from tests.e2e.world import Person, World

ONE_MOVERS = tuple(puzzle for puzzle in puzzles.shipped("connect4") if len(puzzle.line) == 1)
LONGER = tuple(puzzle for puzzle in puzzles.shipped("connect4") if len(puzzle.line) == 3)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles of Connect 4 with one move to find, so that runs are short."""
    monkeypatch.setattr(puzzles, "shipped", lambda game=None: ONE_MOVERS)


async def begins(world: World, person: Person, run: str) -> Puzzle:
    answer = await person.types("puzzle", run=run, game="connect4")
    if answer.messages[0].labels == ["Go"]:
        await person.taps("Go", answer.messages[0])
    return shown_in(own(world, person))


async def solves(world: World, person: Person, number: int = 1) -> Seen:
    for _ in range(number):
        seen = own(world, person)
        await person.taps(shown_in(seen).line[0], seen)
    return own(world, person)


async def misses(world: World, person: Person) -> Seen:
    seen = own(world, person)
    await person.taps(wrong(shown_in(seen)), seen)
    return own(world, person)


async def test_a_streak_gets_harder_until_the_first_miss(world: World) -> None:
    first = await begins(world, world.ann, "streak")
    seen = own(world, world.ann)
    assert not missing(seen.text, "### 📈 Puzzle streak · Connect 4", "the first miss ends it")
    assert seen.labels[-1] == "Give up"
    assert "Hint" not in seen.labels
    seen = await solves(world, world.ann, 3)
    assert not missing(seen.text, "is right. On to the next one!", "✅ 3")
    assert shown_in(seen).rating > first.rating
    last = shown_in(seen)
    right, bad = (GAMES["connect4"].move_name(move) for move in (last.line[0], wrong(last)))
    seen = await misses(world, world.ann)
    assert not missing(seen.text, f"❌ Not {bad}: it was {right}.", "**3 puzzles solved**")
    assert "🏅 Your first record!\n🏆 It's this server's record, too!" in seen.text
    assert "Flipfour · puzzle streak · Connect 4\n🟩🟩🟩🟥\n✅ 3" in seen.text
    assert seen.labels == ["Play again", "Step through", "Records"]
    assert world.posts() == []


async def test_a_streak_is_resumed_after_a_restart(world: World) -> None:
    await begins(world, world.ann, "streak")
    asked = await solves(world, world.ann, 2)
    await world.restart(timedelta(days=40))
    # In the old message, or in a new one.
    seen = await solves(world, world.ann)
    assert "✅ 3" in seen.text
    await world.kill()
    assert (await begins(world, world.ann, "streak")) == shown_in(seen)
    assert "Your streak continues here." in own(world, world.ann).text
    # The message left behind still has buttons of puzzles answered long ago.
    await world.ann.taps_gone(asked.custom_id(wrong(shown_in(asked))), seen)
    assert "✅ 4" in (await solves(world, world.ann)).text


async def test_a_rush_ends_with_its_time_without_an_edit_before(world: World, ann: Person) -> None:
    for options in ({"mine": True}, {"public": True}, {"difficulty": "harder"}):
        answer: Answer = await ann.types("puzzle", run="rush", **options)
        assert answer.private.startswith("Streaks and rushes are private")
    assert world.posts() == []
    # The clock starts when the player is ready.
    (card,) = (await ann.types("puzzle", run="rush", game="connect4")).messages
    assert card.text.endswith("the third miss ends it. Ready?")
    await world.leap(600)
    await ann.taps("Go", card)
    ends = format_dt(world.now() + RUSH_TIME, "R")
    seen = own(world, ann)
    assert "As many as you can in three minutes" in seen.text
    assert f"⏱️ It ends {ends} · ✅ 0 · ❌ 0 of 3" in seen.text
    first = shown_in(seen)
    answers = await world.together((ann, seen, first.line[0]), (ann, seen, first.line[0]))
    assert all(answer.acknowledged for answer in answers)
    after = own(world, ann)
    assert "✅ 1 · ❌ 0 of 3" in after.text
    await ann.taps_late(wrong(first), seen, after)
    await ann.taps_late("Give up", seen, after)
    assert "✅ 1 · ❌ 0 of 3" in own(world, ann).text
    await solves(world, ann)
    seen = await misses(world, ann)
    assert not missing(seen.text, "On to the next one!", f"⏱️ It ends {ends} · ✅ 2 · ❌ 1 of 3")
    sent = len(world.env.http_requests)
    await world.pass_time(RUSH_TIME.total_seconds() - 2)
    assert len(world.env.http_requests) == sent
    assert own(world, ann).text == seen.text
    await world.pass_time(4)
    over = own(world, ann)
    assert not missing(over.text, "⏰ Time's up!", "**2 puzzles solved**", "🟩🟩🟥\n✅ 2")
    assert "Play again" in over.labels


@pytest.mark.long
async def test_a_long_outage_stops_the_time_of_a_rush(world: World) -> None:
    await begins(world, world.ann, "rush")
    await solves(world, world.ann)
    await world.pass_time(60)
    await world.kill(timedelta(hours=2))
    await world.pass_time(300)
    asked = own(world, world.ann)
    seen = await solves(world, world.ann)
    assert "I was offline, so your clock was stopped." in seen.text
    # The time of the outage was no time to think.
    assert shown_in(seen) != shown_in(asked)
    assert "✅ 1 · ❌ 0 of 3" in seen.text
    left = int(seen.text.split("It ends <t:")[1].split(":")[0]) - world.now().timestamp()
    assert 110 <= left <= 125
    await world.ann.taps_late(shown_in(asked).line[0], asked, seen)
    assert "✅ 1 · ❌ 0 of 3" in own(world, world.ann).text
    await solves(world, world.ann)
    await world.pass_time(130)
    assert not missing(own(world, world.ann).text, "⏰ Time's up!", "**2 puzzles solved**")


async def test_an_outage_stops_the_time_even_if_the_puzzle_is_gone_after_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = await begins(world, world.ann, "rush")
    await world.pass_time(60)
    await world.kill(timedelta(hours=2))
    await world.pass_time(300)
    find = puzzles.find
    monkeypatch.setattr(puzzles, "find", lambda key: None if key == gone.id else find(key))
    await world.ann.taps(gone.line[0], own(world, world.ann))
    seen = own(world, world.ann)
    assert "I was offline, so your clock was stopped." in seen.text
    assert shown_in(seen) != gone
    await world.pass_time(130)
    assert "⏰ Time's up!" in own(world, world.ann).text


async def test_a_run_can_be_given_up_by_its_player_and_its_answer_seen(world: World) -> None:
    first = await begins(world, world.ann, "streak")
    seen = own(world, world.ann)
    for label in (first.line[0], "Give up"):
        answer = await world.ben.taps_gone(seen.custom_id(label), seen)
        assert answer.private.startswith("This is someone else's run.")
    seen = await solves(world, world.ann)
    answer = await world.ann.taps_gone("f4:run_move:99:1:0:4", own(world, world.ann))
    assert answer.private.startswith("This run is no longer available.")
    puzzle = shown_in(seen)
    answer = await world.ann.taps_gone(f"f4:puzzle_solution:{puzzle.id}", seen)
    assert answer.private.startswith("You haven't finished this puzzle yet.")
    await world.ann.taps("Give up", seen)
    over = own(world, world.ann)
    right = GAMES["connect4"].move_name(puzzle.line[0])
    assert f"🏳️ You stopped here. The right move was {right}." in over.text
    assert "puzzle: the solution" in (await world.ann.taps("Step through", over)).private
    # In private chats there is no server's record.
    (seen,) = (await world.chloe.types_privately("puzzle", run="streak", game="connect4")).messages
    (after,) = (await world.chloe.taps(shown_in(seen).line[0], seen)).messages
    (over,) = (await world.chloe.taps("Give up", after)).messages
    assert "🏅 Your first record!" in over.text
    assert "server" not in over.text


async def test_a_longer_puzzle_is_solved_move_by_move(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "shipped", lambda game=None: LONGER)
    puzzle = await begins(world, world.ann, "streak")
    assert "Move 1 of 2" in own(world, world.ann).text
    await world.ann.taps(puzzle.line[0], own(world, world.ann))
    seen = own(world, world.ann)
    assert (shown_in(seen), ply_of(seen)) == (puzzle, 2)
    assert "✅ Right: " in seen.text
    await world.restart()
    await world.ann.taps(puzzle.line[2], seen)
    assert "✅ 1" in own(world, world.ann).text


async def test_records_are_compared_listed_and_in_the_profile(world: World) -> None:
    for person, solved in ((world.ann, 1), (world.ann, 2), (world.ben, 3), (world.ann, 1)):
        await begins(world, person, "streak")
        await solves(world, person, solved)
        await misses(world, person)
        if solved == 2:
            assert "🏅 Your new record! The old one was 1." in own(world, person).text
    seen = own(world, world.ann)
    with world.env._bot_scope():
        storage = world.bot.kit.storage
        assert await storage[PuzzleStore].ratings() == {}
        export = await storage[ExportStore].of(world.ann.id)
        assert [row["score"] for row in export["puzzle_runs"]] == [1, 2, 1]
        assert [row["result"] for row in export["puzzle_run_attempts"]][:2] == ["solved", "failed"]
        assert await storage[PuzzleRunStore].scores(world.ann.id) == {("connect4", RunKind.STREAK): 2}
    assert not missing(seen.text, "-# Your record: 2", f"-# This server's record: 3, by {world.ben.mention}")
    records = await world.ann.taps("Records", seen)
    assert "### 🏅 Puzzle records · Connect 4" in records.private
    date = format_dt(world.now(), "d")
    first, second = (f"{person.mention} · {date}" for person in (world.ben, world.ann))
    assert not missing(records.private, f"1. **3** · {first}\n2. **2** · {second}", "-# Your record: 2")
    await world.ann.taps("Reversi", records.messages[0])
    turned = world.seen(world.channel, world.ann)[-1]
    assert "### 🏅 Puzzle records · Reversi" in turned.text
    assert "-# No one in this server has a record yet.\n-# You have no record yet." in turned.text
    public = await world.chloe.types("puzzle", run="records", game="connect4", public=True)
    assert f"1. **3** · {world.ben.mention}" in public.public
    assert "Your record" not in public.public
    await world.chloe.taps("Rush", world.posts()[-1])
    assert "### ⚡ Puzzle rush · Connect 4" in own(world, world.chloe).text
    profile = await world.chloe.types("profile", player=world.ben)
    assert "Puzzle records: 📈 Connect 4 **3**" in profile.public

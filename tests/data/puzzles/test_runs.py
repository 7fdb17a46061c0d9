"""Runs of puzzles: one answer counts, the deadline decides, absences are given back, records are found."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from data.db.errors import AttemptChanged
from data.puzzles.puzzle_posts import NewPuzzlePost
from data.puzzles.runs import RECENT, NewRun, RunEnding, RunKind
from tests.data.helpers import ANN, BOB, CAT, CHANNEL, GUILD, Clock

if TYPE_CHECKING:
    from data import Storage
    from data.puzzles.runs import Run

RUSH = NewRun(ANN, RunKind.RUSH, "reversi", GUILD)
STREAK = NewRun(ANN, RunKind.STREAK, "reversi", GUILD)


async def solve(storage: Storage, run: Run, following: str | None) -> Run:
    """Solve the present puzzle at once."""
    return await storage.puzzle_runs.answer(
        run.id, run.number, 0, right=True, to=1, over=True, following=following
    )


async def miss(storage: Storage, run: Run, following: str | None = "r9") -> Run:
    return await storage.puzzle_runs.answer(
        run.id, run.number, run.attempt.ply, right=False, to=0, over=False, following=following
    )


async def score(storage: Storage, new: NewRun, solved: int) -> Run:
    """Play a whole run with this score."""
    run = await storage.puzzle_runs.begin(new, "r0")
    for number in range(solved):
        run = await solve(storage, run, f"r{number + 1}")
    return await storage.puzzle_runs.stop(run.id, run.number)


async def test_a_streak_ends_with_the_first_miss(storage: Storage) -> None:
    run = await storage.puzzle_runs.begin(STREAK, "r1")
    assert (run.number, run.attempt.puzzle, run.deadline, run.over) == (1, "r1", None, False)
    run = await solve(storage, run, "r2")
    run = await storage.puzzle_runs.answer(run.id, 2, 0, right=True, to=2, over=False, following=None)
    assert (run.score, run.number, run.attempt.ply) == (1, 2, 2)
    run = await miss(storage, run)
    assert (run.score, run.misses, run.ending) == (1, 1, RunEnding.MISS)
    assert run.results == ("solved", "failed")
    with pytest.raises(AttemptChanged):
        await miss(storage, run)


async def test_a_rush_ends_with_the_third_miss(storage: Storage) -> None:
    run = await storage.puzzle_runs.begin(RUSH, "r1")
    for following in ("r2", "r3"):
        run = await miss(storage, run, following)
        assert not run.over
    run = await miss(storage, run)
    assert (run.misses, run.ending) == (3, RunEnding.MISS)


async def test_of_two_answers_at_once_one_counts(storage: Storage) -> None:
    run = await storage.puzzle_runs.begin(RUSH, "r1")
    answers = await asyncio.gather(
        solve(storage, run, "r2"), solve(storage, run, "r3"), return_exceptions=True
    )
    assert [type(answer) for answer in answers if isinstance(answer, Exception)] == [AttemptChanged]
    after = await storage.puzzle_runs.find(run.id)
    assert after is not None
    assert (after.score, after.number) == (1, 2)
    with pytest.raises(AttemptChanged):
        await storage.puzzle_runs.answer(run.id, 2, 2, right=True, to=3, over=True, following=None)


async def test_after_the_deadline_nothing_counts(storage: Storage, clock: Clock) -> None:
    run = await storage.puzzle_runs.begin(RUSH, "r1")
    assert run.deadline == clock() + timedelta(minutes=3)
    clock.advance(seconds=179)
    run = await solve(storage, run, "r2")
    clock.advance(seconds=1)
    run = await solve(storage, run, "r3")
    assert (run.score, run.ending, run.attempt.puzzle) == (1, RunEnding.TIME, "r2")


async def test_without_another_puzzle_it_ends_and_counts(storage: Storage) -> None:
    run = await solve(storage, await storage.puzzle_runs.begin(STREAK, "r1"), None)
    assert (run.score, run.ending) == (1, RunEnding.SUPPLY)
    best = await storage.puzzle_runs.best_of(ANN, "reversi", RunKind.STREAK)
    assert best is not None
    assert best.score == 1


async def test_an_unfinished_run_is_resumed_unless_its_time_is_over(storage: Storage, clock: Clock) -> None:
    streak, rush = [await storage.puzzle_runs.begin(new, "r1") for new in (STREAK, RUSH)]
    assert await storage.puzzle_runs.begin(RUSH, "r2") == rush
    clock.advance(days=100)
    assert await storage.puzzle_runs.begin(STREAK, "r2") == streak
    assert await storage.puzzle_runs.unfinished(RUSH) is None
    again = await storage.puzzle_runs.begin(RUSH, "r2")
    assert again.id != rush.id
    former = await storage.puzzle_runs.find(rush.id)
    assert former is not None
    assert former.ending is RunEnding.TIME


async def test_a_short_absence_moves_the_deadline(storage: Storage, clock: Clock) -> None:
    await storage.clocks.record_presence(timedelta())
    run = await storage.puzzle_runs.begin(RUSH, "r1")
    clock.advance(seconds=20)
    await storage.clocks.record_presence(timedelta(seconds=30))
    clock.advance(seconds=40)
    assert await storage.clocks.record_presence(timedelta(seconds=30)) == 1
    after = await storage.puzzle_runs.find(run.id)
    assert after is not None
    assert run.deadline is not None
    assert after.deadline == run.deadline + timedelta(seconds=40)


async def test_after_a_long_absence_a_rush_waits_with_its_time(storage: Storage, clock: Clock) -> None:
    await storage.clocks.record_presence(timedelta())
    run = await storage.puzzle_runs.begin(RUSH, "r1")
    clock.advance(seconds=50)
    await storage.clocks.record_presence(timedelta(seconds=60))
    clock.advance(seconds=3600)
    assert await storage.clocks.record_presence(timedelta()) == 1
    waiting = await storage.puzzle_runs.find(run.id)
    assert waiting is not None
    assert (waiting.deadline, waiting.left, waiting.over) == (None, timedelta(seconds=130), False)
    with pytest.raises(AttemptChanged):
        await solve(storage, waiting, "r2")
    clock.advance(days=2)
    again = await storage.puzzle_runs.exchange(run.id, 1, "r7")
    assert (again.attempt.puzzle, again.number) == ("r7", 2)
    assert again.deadline == clock() + timedelta(seconds=130)
    with pytest.raises(AttemptChanged):
        await storage.puzzle_runs.exchange(run.id, 1, "r8")


async def test_a_rush_that_was_over_before_an_absence_stays_over(storage: Storage, clock: Clock) -> None:
    await storage.clocks.record_presence(timedelta())
    run = await storage.puzzle_runs.begin(RUSH, "r1")
    clock.advance(seconds=200)
    await storage.clocks.record_presence(timedelta(seconds=300))
    clock.advance(seconds=3600)
    assert await storage.clocks.record_presence(timedelta()) == 0
    assert (await solve(storage, run, "r2")).ending is RunEnding.TIME


async def test_the_clocks_know_of_rushes(storage: Storage) -> None:
    assert await storage.clocks.next_due() is None
    run = await storage.puzzle_runs.begin(RUSH, "r1")
    assert await storage.clocks.next_due() == run.deadline
    await storage.puzzle_runs.stop(run.id, 1)
    assert await storage.clocks.next_due() is None


async def test_puzzles_seen_recently_are_known(storage: Storage, clock: Clock) -> None:
    post = await storage.puzzle_posts.add_daily(
        NewPuzzlePost("r5", GUILD, CHANNEL, day="2026-03-01", answer_at=clock.now + timedelta(days=1)),
        clock.now + timedelta(days=1),
    )
    assert post is not None
    await score(storage, STREAK, 2)
    assert await storage.puzzle_runs.recent(ANN, GUILD) == {"r0", "r1", "r2", "r5"}
    assert await storage.puzzle_runs.recent(ANN, None) == {"r0", "r1", "r2"}
    assert await storage.puzzle_runs.recent(BOB, None) == frozenset()
    clock.now += RECENT + timedelta(seconds=1)
    await storage.puzzle_posts.record_answered(post.id)
    await storage.puzzle_runs.forget_old()
    assert await storage.puzzle_runs.recent(ANN, GUILD) == frozenset()
    best = await storage.puzzle_runs.best_of(ANN, "reversi", RunKind.STREAK)
    assert best is not None
    assert best.score == 2


async def test_records_are_the_best_of_each_person(storage: Storage, clock: Clock) -> None:
    for player_id, solved in ((ANN, 3), (BOB, 5), (ANN, 4), (CAT, 4), (BOB, 1)):
        clock.advance(seconds=1)
        await score(storage, NewRun(player_id, RunKind.RUSH, "reversi", GUILD), solved)
    await score(storage, NewRun(CAT, RunKind.RUSH, "reversi", None), 9)
    await score(storage, NewRun(CAT, RunKind.STREAK, "reversi", GUILD), 8)
    await score(storage, NewRun(CAT, RunKind.RUSH, "connect4", GUILD), 7)
    best = await storage.puzzle_runs.best_in(GUILD, "reversi", RunKind.RUSH, limit=10)
    assert [(one.player_id, one.score) for one in best] == [(BOB, 5), (ANN, 4), (CAT, 4)]
    mine = await storage.puzzle_runs.best_of(CAT, "reversi", RunKind.RUSH)
    assert mine is not None
    assert mine.score == 9
    run = await score(storage, RUSH, 6)
    former = await storage.puzzle_runs.best_of(ANN, "reversi", RunKind.RUSH, but=run.id)
    assert former is not None
    assert former.score == 4


async def test_records_stay_people_s_own_when_their_server_goes(storage: Storage) -> None:
    await score(storage, RUSH, 2)
    await storage.servers.record_left(GUILD)
    while not await storage.servers.delete_some(GUILD):
        pass
    assert await storage.puzzle_runs.best_in(GUILD, "reversi", RunKind.RUSH, limit=1) == ()
    assert await storage.puzzle_runs.best_of(ANN, "reversi", RunKind.RUSH) is not None

"""Runs and races of puzzles: what counts, who has which puzzle, absences, records."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest

from data import Storage
from data.db.errors import AttemptChanged
from data.games.clocks import ClockStore
from data.puzzles.puzzle_posts import NewPuzzlePost, PuzzlePostStore
from data.puzzles.races import NewRace, PuzzleRaceStore, RaceChanged, RaceRecord, RaceState, RaceThere
from data.puzzles.runs import RECENT, RUSH_TIME, NewRun, PuzzleRunStore, Run, RunEnding, RunKind
from tests.cases import there
from tests.data.helpers import ANN, BOB, CAT, CHANNEL, GUILD, Clock, failures, leave_server

RUSH = NewRun(ANN, RunKind.RUSH, "reversi", GUILD)
STREAK = NewRun(ANN, RunKind.STREAK, "reversi", GUILD)


async def solve(storage: Storage, run: Run, following: str | None, at: datetime | None = None) -> Run:
    """Solve the present puzzle at once."""
    return await storage[PuzzleRunStore].answer(
        run.id, run.number, 0, right=True, to=1, over=True, following=following, at=at
    )


async def miss(storage: Storage, run: Run, following: str | None = "r9") -> Run:
    return await storage[PuzzleRunStore].answer(
        run.id, run.number, run.attempt.ply, right=False, to=0, over=False, following=following
    )


async def score(storage: Storage, new: NewRun, solved: int) -> Run:
    """Play a whole run with this score."""
    run = await storage[PuzzleRunStore].begin(new, "r0")
    for number in range(solved):
        run = await solve(storage, run, f"r{number + 1}")
    return await storage[PuzzleRunStore].stop(run.id, run.number)


async def test_runs_end_with_misses_time_or_supply(storage: Storage, clock: Clock) -> None:
    run = await storage[PuzzleRunStore].begin(STREAK, "r1")
    assert (run.number, run.attempt.puzzle, run.deadline, run.over) == (1, "r1", None, False)
    run = await solve(storage, run, "r2")
    run = await storage[PuzzleRunStore].answer(run.id, 2, 0, right=True, to=2, over=False, following=None)
    assert (run.score, run.number, run.attempt.ply) == (1, 2, 2)
    run = await miss(storage, run)
    assert (run.score, run.misses, run.ending) == (1, 1, RunEnding.MISS)
    assert run.results == ("solved", "failed")
    with pytest.raises(AttemptChanged):
        await miss(storage, run)
    run = await storage[PuzzleRunStore].begin(RUSH, "r1")
    for following in ("r2", "r3"):
        run = await miss(storage, run, following)
        assert not run.over
    run = await miss(storage, run)
    assert (run.misses, run.ending) == (3, RunEnding.MISS)
    run = await storage[PuzzleRunStore].begin(RUSH, "r1")
    assert run.deadline == clock() + timedelta(minutes=3)
    clock.advance(seconds=179)
    run = await solve(storage, run, "r2")
    clock.advance(seconds=1)
    run = await solve(storage, run, "r3")
    assert (run.score, run.ending, run.attempt.puzzle) == (1, RunEnding.TIME, "r2")
    run = await solve(storage, await storage[PuzzleRunStore].begin(STREAK, "r1"), None)
    assert (run.score, run.ending) == (1, RunEnding.SUPPLY)
    best = there(await storage[PuzzleRunStore].best_of(ANN, "reversi", RunKind.STREAK))
    assert best.score == 1


async def test_of_two_answers_at_once_one_counts(storage: Storage) -> None:
    run = await storage[PuzzleRunStore].begin(RUSH, "r1")
    answers = (solve(storage, run, following) for following in ("r2", "r3"))
    assert [*map(type, await failures(answers))] == [AttemptChanged]
    after = there(await storage[PuzzleRunStore].find(run.id))
    assert (after.score, after.number) == (1, 2)
    with pytest.raises(AttemptChanged):
        await storage[PuzzleRunStore].answer(run.id, 2, 2, right=True, to=3, over=True, following=None)


async def test_an_unfinished_run_is_resumed_unless_its_time_is_over(storage: Storage, clock: Clock) -> None:
    streak, rush = [await storage[PuzzleRunStore].begin(new, "r1") for new in (STREAK, RUSH)]
    assert await storage[PuzzleRunStore].begin(RUSH, "r2") == rush
    clock.advance(days=100)
    assert await storage[PuzzleRunStore].begin(STREAK, "r2") == streak
    assert await storage[PuzzleRunStore].unfinished(RUSH) is None
    again = await storage[PuzzleRunStore].begin(RUSH, "r2")
    assert again.id != rush.id
    former = there(await storage[PuzzleRunStore].find(rush.id))
    assert former.ending is RunEnding.TIME


async def test_after_a_long_absence_a_rush_waits_with_its_time(storage: Storage, clock: Clock) -> None:
    await storage[ClockStore].record_presence(timedelta())
    run = await storage[PuzzleRunStore].begin(RUSH, "r1")
    clock.advance(seconds=50)
    await storage[ClockStore].record_presence(timedelta(seconds=60))
    clock.advance(seconds=3600)
    assert await storage[ClockStore].record_presence(timedelta()) == 1
    waiting = there(await storage[PuzzleRunStore].find(run.id))
    assert (waiting.deadline, waiting.left, waiting.over) == (None, timedelta(seconds=130), False)
    with pytest.raises(AttemptChanged):
        await solve(storage, waiting, "r2")
    clock.advance(days=2)
    again = await storage[PuzzleRunStore].exchange(run.id, 1, "r7")
    assert (again.attempt.puzzle, again.number) == ("r7", 2)
    assert again.deadline == clock() + timedelta(seconds=130)
    with pytest.raises(AttemptChanged):
        await storage[PuzzleRunStore].exchange(run.id, 1, "r8")


async def test_a_rush_that_was_over_before_an_absence_stays_over(storage: Storage, clock: Clock) -> None:
    await storage[ClockStore].record_presence(timedelta())
    run = await storage[PuzzleRunStore].begin(RUSH, "r1")
    clock.advance(seconds=200)
    await storage[ClockStore].record_presence(timedelta(seconds=300))
    clock.advance(seconds=3600)
    assert await storage[ClockStore].record_presence(timedelta()) == 0
    assert (await solve(storage, run, "r2")).ending is RunEnding.TIME


async def test_clocks_know_of_rushes_and_a_short_absence_moves_them(storage: Storage, clock: Clock) -> None:
    assert await storage[ClockStore].next_due() is None
    run = await storage[PuzzleRunStore].begin(RUSH, "r1")
    assert await storage[ClockStore].next_due() == run.deadline
    await storage[PuzzleRunStore].stop(run.id, 1)
    assert await storage[ClockStore].next_due() is None
    await storage[ClockStore].record_presence(timedelta())
    run = await storage[PuzzleRunStore].begin(RUSH, "r1")
    clock.advance(seconds=20)
    await storage[ClockStore].record_presence(timedelta(seconds=30))
    clock.advance(seconds=40)
    assert await storage[ClockStore].record_presence(timedelta(seconds=30)) == 1
    after = there(await storage[PuzzleRunStore].find(run.id))
    assert run.deadline is not None
    assert after.deadline == run.deadline + timedelta(seconds=40)


async def test_puzzles_seen_recently_are_known(storage: Storage, clock: Clock) -> None:
    later = clock.now + timedelta(days=1)
    new = NewPuzzlePost("r5", GUILD, CHANNEL, day="2026-03-01", answer_at=later)
    post = there(await storage[PuzzlePostStore].add_daily(new, later))
    await score(storage, STREAK, 2)
    assert await storage[PuzzleRunStore].recent(ANN, GUILD) == {"r0", "r1", "r2", "r5"}
    assert await storage[PuzzleRunStore].recent(ANN, None) == {"r0", "r1", "r2"}
    assert await storage[PuzzleRunStore].recent(BOB, None) == frozenset()
    clock.now += RECENT + timedelta(seconds=1)
    await storage[PuzzlePostStore].record_answered(post.id)
    await storage[PuzzleRunStore].forget_old()
    assert await storage[PuzzleRunStore].recent(ANN, GUILD) == frozenset()
    best = there(await storage[PuzzleRunStore].best_of(ANN, "reversi", RunKind.STREAK))
    assert best.score == 2


async def test_records_are_the_best_of_each_person(storage: Storage, clock: Clock) -> None:
    for player_id, solved in ((ANN, 3), (BOB, 5), (ANN, 4), (CAT, 4), (BOB, 1)):
        clock.advance(seconds=1)
        await score(storage, NewRun(player_id, RunKind.RUSH, "reversi", GUILD), solved)
    await score(storage, NewRun(CAT, RunKind.RUSH, "reversi", None), 9)
    await score(storage, NewRun(CAT, RunKind.STREAK, "reversi", GUILD), 8)
    await score(storage, NewRun(CAT, RunKind.RUSH, "connect4", GUILD), 7)
    best = await storage[PuzzleRunStore].best_in(GUILD, "reversi", RunKind.RUSH, limit=10)
    assert [(one.player_id, one.score) for one in best] == [(BOB, 5), (ANN, 4), (CAT, 4)]
    mine = there(await storage[PuzzleRunStore].best_of(CAT, "reversi", RunKind.RUSH))
    assert mine.score == 9
    run = await score(storage, RUSH, 6)
    former = there(await storage[PuzzleRunStore].best_of(ANN, "reversi", RunKind.RUSH, but=run.id))
    assert former.score == 4


async def test_records_stay_people_s_own_when_their_server_goes(storage: Storage) -> None:
    await score(storage, RUSH, 2)
    await leave_server(storage)
    assert await storage[PuzzleRunStore].best_in(GUILD, "reversi", RunKind.RUSH, limit=1) == ()
    assert await storage[PuzzleRunStore].best_of(ANN, "reversi", RunKind.RUSH) is not None


PUZZLES = ("r1", "r2", "r3")
TOLERANCE = timedelta(seconds=5)


async def opened(storage: Storage, clock: Clock, organiser: int = ANN, channel: int = CHANNEL) -> int:
    new = NewRace(GUILD, channel, organiser, "reversi", clock() + timedelta(minutes=10))
    return there(await storage[PuzzleRaceStore].create(new))


async def found(storage: Storage, race_id: int) -> RaceRecord:
    return there(await storage[PuzzleRaceStore].find(race_id))


async def begun(storage: Storage, clock: Clock) -> int:
    race_id = await opened(storage, clock)
    await storage[PuzzleRaceStore].join(await found(storage, race_id), BOB)
    await storage[PuzzleRaceStore].start(await found(storage, race_id), PUZZLES, clock())
    return race_id


async def run_of(storage: Storage, race_id: int, player_id: int) -> Run:
    return there(await storage[PuzzleRunStore].in_race(player_id, race_id))


async def test_all_racers_have_the_puzzles_and_deadline(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    record = await found(storage, race_id)
    assert (record.race.state, record.race.puzzles) == (RaceState.RUNNING, PUZZLES)
    for player_id in (ANN, BOB):
        run = await run_of(storage, race_id, player_id)
        assert (run.new.kind, run.deadline, run.attempt.puzzle) == (RunKind.RACE, record.race.deadline, "r1")
    asked = [await storage[PuzzleRaceStore].puzzle(race_id, number) for number in (1, 3, 4)]
    assert asked == ["r1", "r3", None]


async def test_an_answer_counts_by_the_time_it_was_received(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    run, deadline = await run_of(storage, race_id, ANN), clock() + RUSH_TIME
    clock.advance(seconds=181)
    at = deadline - timedelta(seconds=1)
    run = await solve(storage, run, "r2", at)
    assert (run.score, run.over) == (1, False)
    assert (await found(storage, race_id)).racers[0].solved_at == at
    run = await solve(storage, run, "r3", deadline)
    assert (run.score, run.ending) == (1, RunEnding.TIME)


async def test_a_person_is_in_one_race_until_theirs_is_over(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    for place in ((CAT, CHANNEL), (ANN, CHANNEL + 1)):
        with pytest.raises(RaceThere):
            await opened(storage, clock, *place)
    run = await run_of(storage, race_id, ANN)
    await storage[PuzzleRunStore].stop(run.id, run.number)
    await opened(storage, clock, ANN, CHANNEL + 1)


async def test_a_change_of_an_outdated_race_is_not_stored(storage: Storage, clock: Clock) -> None:
    record = await found(storage, await opened(storage, clock))
    joins = (storage[PuzzleRaceStore].join(record, player_id) for player_id in (BOB, CAT))
    assert [*map(type, await failures(joins))] == [RaceChanged]


async def test_a_rematch_is_stored_once(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    await storage[PuzzleRaceStore].finish(await found(storage, race_id))
    assert {one.ending for one in (await found(storage, race_id)).racers} == {RunEnding.TIME}
    news = [
        NewRace(GUILD, CHANNEL, who, "reversi", clock() + timedelta(minutes=10), race_id)
        for who in (ANN, BOB)
    ]
    made = await asyncio.gather(*(storage[PuzzleRaceStore].create(new) for new in news))
    assert [one for one in made if one is not None] == [await storage[PuzzleRaceStore].rematch(race_id)]


async def test_a_short_absence_is_given_back_to_all_alike(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    await storage[ClockStore].record_presence(TOLERANCE)
    clock.advance(seconds=20)
    await storage[ClockStore].record_presence(timedelta(hours=1))
    before = (await found(storage, race_id)).race.deadline
    clock.advance(seconds=40)
    assert await storage[ClockStore].record_presence(TOLERANCE) == 1
    after = (await found(storage, race_id)).race.deadline
    assert before is not None
    assert after == before + timedelta(seconds=40)
    assert {(await run_of(storage, race_id, one)).deadline for one in (ANN, BOB)} == {after}


async def test_a_long_absence_voids_a_race_and_its_records(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    await solve(storage, await run_of(storage, race_id, ANN), "r2")
    assert await storage[PuzzleRunStore].best_of(ANN, "reversi", RunKind.RACE) is not None
    # One that is over already has no result either.
    bobs = await run_of(storage, race_id, BOB)
    await storage[PuzzleRunStore].stop(bobs.id, bobs.number)
    await storage[ClockStore].record_presence(TOLERANCE)
    clock.advance(seconds=120)
    await storage[ClockStore].record_presence(TOLERANCE)
    record = await found(storage, race_id)
    assert (record.race.state, record.race.reason) == (RaceState.CANCELLED, "absence")
    assert {one.ending for one in record.racers} == {RunEnding.VOID}
    assert await storage[PuzzleRunStore].best_of(ANN, "reversi", RunKind.RACE) is None
    assert await storage[PuzzleRunStore].scores(ANN) == {}


async def test_old_races_are_forgotten_and_records_stay(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    await solve(storage, await run_of(storage, race_id, ANN), "r2")
    await storage[PuzzleRaceStore].finish(await found(storage, race_id))
    await storage[PuzzleRaceStore].record_announced(race_id)
    clock.advance(days=31)
    await storage[PuzzleRunStore].forget_old()
    assert await storage[PuzzleRaceStore].find(race_id) is None
    assert await storage[PuzzleRunStore].scores(ANN) == {("reversi", RunKind.RACE): 1}


async def test_the_end_of_a_race_changes_no_one_who_stopped_earlier(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    run = await run_of(storage, race_id, BOB)
    stopped = await storage[PuzzleRunStore].stop(run.id, run.number)
    assert stopped.ending is RunEnding.STOPPED
    clock.now += timedelta(minutes=1)
    await storage[PuzzleRaceStore].finish(await found(storage, race_id))
    assert (await run_of(storage, race_id, ANN)).ending is RunEnding.TIME
    assert await run_of(storage, race_id, BOB) == stopped

"""Puzzle races: the same puzzles for all, one race for a person, absences, late taps, deletion."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from data.puzzles.races import NewRace, RaceChanged, RaceRecord, RaceState, RaceThere
from data.puzzles.runs import RUSH_TIME, Run, RunEnding, RunKind
from tests.data.helpers import ANN, BOB, CAT, CHANNEL, GUILD, Clock

if TYPE_CHECKING:
    from data import Storage

PUZZLES = ("r1", "r2", "r3")
TOLERANCE = timedelta(seconds=5)


async def opened(storage: Storage, clock: Clock, organiser: int = ANN, channel: int = CHANNEL) -> int:
    new = NewRace(GUILD, channel, organiser, "reversi", clock() + timedelta(minutes=10))
    race_id = await storage.puzzle_races.create(new)
    assert race_id is not None
    return race_id


async def found(storage: Storage, race_id: int) -> RaceRecord:
    record = await storage.puzzle_races.find(race_id)
    assert record is not None
    return record


async def begun(storage: Storage, clock: Clock) -> int:
    race_id = await opened(storage, clock)
    await storage.puzzle_races.join(await found(storage, race_id), BOB)
    await storage.puzzle_races.start(await found(storage, race_id), PUZZLES, clock())
    return race_id


async def run_of(storage: Storage, race_id: int, player_id: int) -> Run:
    run = await storage.puzzle_runs.in_race(player_id, race_id)
    assert run is not None
    return run


async def test_all_racers_have_the_puzzles_and_the_deadline_of_the_race(
    storage: Storage, clock: Clock
) -> None:
    race_id = await begun(storage, clock)
    record = await found(storage, race_id)
    assert (record.race.state, record.race.puzzles) == (RaceState.RUNNING, PUZZLES)
    for player_id in (ANN, BOB):
        run = await run_of(storage, race_id, player_id)
        assert (run.new.kind, run.deadline, run.attempt.puzzle) == (
            RunKind.RACE,
            record.race.deadline,
            "r1",
        )
    asked = [await storage.puzzle_races.puzzle(race_id, number) for number in (1, 3, 4)]
    assert asked == ["r1", "r3", None]


async def test_an_answer_counts_by_the_time_it_was_received(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    run, deadline = await run_of(storage, race_id, ANN), clock() + RUSH_TIME
    clock.advance(seconds=181)
    at = deadline - timedelta(seconds=1)
    run = await storage.puzzle_runs.answer(run.id, 1, 0, right=True, to=1, over=True, following="r2", at=at)
    assert (run.score, run.over) == (1, False)
    assert (await found(storage, race_id)).racers[0].solved_at == at
    run = await storage.puzzle_runs.answer(
        run.id, 2, 0, right=True, to=1, over=True, following="r3", at=deadline
    )
    assert (run.score, run.ending) == (1, RunEnding.TIME)


async def test_a_person_is_in_one_race_until_theirs_is_over(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    with pytest.raises(RaceThere):
        await opened(storage, clock, CAT)
    with pytest.raises(RaceThere):
        await opened(storage, clock, ANN, CHANNEL + 1)
    run = await run_of(storage, race_id, ANN)
    await storage.puzzle_runs.stop(run.id, run.number)
    await opened(storage, clock, ANN, CHANNEL + 1)


async def test_a_change_of_an_outdated_race_is_not_stored(storage: Storage, clock: Clock) -> None:
    record = await found(storage, await opened(storage, clock))
    joins = [storage.puzzle_races.join(record, player_id) for player_id in (BOB, CAT)]
    results = await asyncio.gather(*joins, return_exceptions=True)
    assert [type(one) for one in results if one is not None] == [RaceChanged]


async def test_a_rematch_is_stored_once(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    await storage.puzzle_races.finish(await found(storage, race_id))
    assert {one.ending for one in (await found(storage, race_id)).racers} == {RunEnding.TIME}
    news = [
        NewRace(GUILD, CHANNEL, who, "reversi", clock() + timedelta(minutes=10), race_id)
        for who in (ANN, BOB)
    ]
    made = await asyncio.gather(*(storage.puzzle_races.create(new) for new in news))
    assert [one for one in made if one is not None] == [await storage.puzzle_races.rematch(race_id)]


async def test_a_short_absence_is_given_back_to_all_alike(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    await storage.clocks.record_presence(TOLERANCE)
    clock.advance(seconds=20)
    await storage.clocks.record_presence(timedelta(hours=1))
    before = (await found(storage, race_id)).race.deadline
    clock.advance(seconds=40)
    assert await storage.clocks.record_presence(TOLERANCE) == 1
    after = (await found(storage, race_id)).race.deadline
    assert before is not None
    assert after == before + timedelta(seconds=40)
    assert {(await run_of(storage, race_id, one)).deadline for one in (ANN, BOB)} == {after}


async def test_a_long_absence_voids_a_race_and_its_records(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    run = await run_of(storage, race_id, ANN)
    await storage.puzzle_runs.answer(run.id, 1, 0, right=True, to=1, over=True, following="r2")
    assert await storage.puzzle_runs.best_of(ANN, "reversi", RunKind.RACE) is not None
    # One that is over already has no result either.
    bobs = await run_of(storage, race_id, BOB)
    await storage.puzzle_runs.stop(bobs.id, bobs.number)
    await storage.clocks.record_presence(TOLERANCE)
    clock.advance(seconds=120)
    await storage.clocks.record_presence(TOLERANCE)
    record = await found(storage, race_id)
    assert (record.race.state, record.race.reason) == (RaceState.CANCELLED, "absence")
    assert {one.ending for one in record.racers} == {RunEnding.VOID}
    assert await storage.puzzle_runs.best_of(ANN, "reversi", RunKind.RACE) is None
    assert await storage.puzzle_runs.scores(ANN) == {}


async def test_old_races_are_forgotten_and_records_stay(storage: Storage, clock: Clock) -> None:
    race_id = await begun(storage, clock)
    run = await run_of(storage, race_id, ANN)
    await storage.puzzle_runs.answer(run.id, 1, 0, right=True, to=1, over=True, following="r2")
    await storage.puzzle_races.finish(await found(storage, race_id))
    await storage.puzzle_races.record_announced(race_id)
    clock.advance(days=31)
    await storage.puzzle_runs.forget_old()
    assert await storage.puzzle_races.find(race_id) is None
    assert await storage.puzzle_runs.scores(ANN) == {("reversi", RunKind.RACE): 1}


async def test_the_end_of_a_race_leaves_those_who_stopped_earlier_as_they_were(
    storage: Storage, clock: Clock
) -> None:
    race_id = await begun(storage, clock)
    run = await run_of(storage, race_id, BOB)
    stopped = await storage.puzzle_runs.stop(run.id, run.number)
    assert stopped.ending is RunEnding.STOPPED
    clock.now += timedelta(minutes=1)
    await storage.puzzle_races.finish(await found(storage, race_id))
    assert (await run_of(storage, race_id, ANN)).ending is RunEnding.TIME
    assert await run_of(storage, race_id, BOB) == stopped

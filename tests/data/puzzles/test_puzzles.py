"""Stored attempts at puzzles, and the effect of the first on both ratings."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from statistics import mean

import pytest

from data import Storage
from data.db.errors import AttemptChanged
from data.puzzles.puzzles import (
    MAX_PERSON_CHANGE,
    MAX_PUZZLE_CHANGE,
    START_DEVIATION,
    AskedPuzzle,
    person_after,
    puzzle_after,
)
from data.ratings import glicko2
from data.ratings.glicko2 import START, Rating
from data.ratings.ratings import Pool, RatingList
from tests.cases import for_each
from tests.data.helpers import ANN, BOB, GUILD, Clock

PUZZLE = AskedPuzzle("r7k3fq2", "reversi", 1500.0)
LIST = RatingList("reversi", Pool.PUZZLES)


async def value_of(storage: Storage, player_id: int) -> float | None:
    rated = await storage.standings.rating(player_id, LIST)
    return None if rated is None else rated.rating.value


async def test_an_attempt_continues_from_where_it_was(storage: Storage) -> None:
    begun = await storage.puzzles.begin(ANN, PUZZLE)
    assert (begun.ply, begun.result, begun.over) == (0, None, False)
    await storage.puzzles.right(ANN, PUZZLE, 0, 2, over=False, guild_id=None)
    again = await storage.puzzles.begin(ANN, PUZZLE)
    assert (again.ply, again.result) == (2, None)
    assert await value_of(storage, ANN) is None
    assert await storage.puzzles.attempt(BOB, PUZZLE.id) is None


async def test_the_first_attempt_alone_is_rated(storage: Storage) -> None:
    await storage.puzzles.begin(ANN, PUZZLE)
    failed = await storage.puzzles.wrong(ANN, PUZZLE, 0, guild_id=GUILD)
    assert failed.result == "failed"
    assert failed.value_before == 1500.0
    value = await value_of(storage, ANN)
    assert value == failed.value_after
    await storage.puzzles.wrong(ANN, PUZZLE, 0, guild_id=GUILD)
    solved = await storage.puzzles.right(ANN, PUZZLE, 0, 1, over=True, guild_id=GUILD)
    assert solved.result == "failed"
    assert solved.solved_at is not None
    assert await value_of(storage, ANN) == value
    assert (await storage.puzzles.ratings())[PUZZLE.id] == 1500.0 + MAX_PUZZLE_CHANGE


async def test_both_ratings_are_glickmans(storage: Storage) -> None:
    """By hand, from steps 3 to 7 for one opponent: g = 1/√(1 + 3φ²/π²), E = 1/2 for equal values,
    v = 4/g², φ' = 1/√(1/φ*² + 1/v), and the value changes by φ'²·g/2."""
    await storage.puzzles.begin(ANN, PUZZLE)
    solved = await storage.puzzles.right(ANN, PUZZLE, 0, 1, over=True, guild_id=None)
    # φ of the puzzle is 150/173.7178 = 0.8635: g = 0.9029; φ of the person is 2.0148.
    # 1/v = 0.2038, φ'² = 1/(1/4.0593 + 0.2038) = 2.2227; the change is 2.2227 · 0.9029/2 · 173.7178 = 174.3.
    before = Rating(1500.0, START_DEVIATION, START.volatility)
    unbounded = glicko2.rated(START, [(before, 1.0)], periods=0.0)
    assert unbounded.value == pytest.approx(1674.3, abs=0.3)
    # A first puzzle must not gain or lose that much.
    assert solved.value_after == 1500.0 + MAX_PERSON_CHANGE
    rated = await storage.standings.rating(ANN, LIST)
    assert rated is not None
    assert rated.rating.deviation == pytest.approx(unbounded.deviation)
    # The puzzle would change by 30 points the other way: φ'² = 1/(1/0.7456 + 0.1119) = 0.6882,
    # g = 0.6690, so 0.6882 · 0.6690/2 · 173.7178 = 40.0.
    assert (await storage.puzzles.ratings())[PUZZLE.id] == 1500.0 - MAX_PUZZLE_CHANGE
    after = puzzle_after(before, START, solved=True)
    assert after.deviation == pytest.approx(173.7178 * 0.6882**0.5, abs=0.3)


@for_each("solved", [True, False])
@for_each("value", [400.0, 1490.0, 2600.0])
def test_a_puzzle_changes_by_a_few_points_at_most(solved: bool, value: float) -> None:
    before = Rating(1500.0, START_DEVIATION, START.volatility)
    after = puzzle_after(before, Rating(value, 60.0, 0.06), solved=solved)
    assert abs(after.value - before.value) <= MAX_PUZZLE_CHANGE
    assert (after.value < before.value) is solved
    assert after.deviation < before.deviation


@for_each("solved", [True, False])
@for_each("value", [600.0, 1500.0, 2400.0])
def test_a_newcomers_first_puzzle_costs_or_brings_few_points(solved: bool, value: float) -> None:
    puzzle = Rating(value, START_DEVIATION, START.volatility)
    change = person_after(START, puzzle, solved=solved).value - START.value
    assert 0 < (change if solved else -change) <= MAX_PERSON_CHANGE


@for_each("strength", [900.0, 1500.0, 2100.0])
def test_thirty_puzzles_bring_a_newcomer_to_where_they_belong(strength: float) -> None:
    rng, reached = Random(str(strength)), []
    for _ in range(40):
        person = START
        for _ in range(30):
            puzzle = Rating(min(max(person.value, 600.0), 2400.0), START_DEVIATION, START.volatility)
            chance = 1 / (1 + 10 ** ((puzzle.value - strength) / 400))
            person = person_after(person, puzzle, solved=rng.random() < chance)
        reached.append(person.value)
    assert abs(mean(reached) - strength) < 100


async def test_an_unrated_puzzle_changes_no_rating(storage: Storage) -> None:
    unrated = replace(PUZZLE, rating=None)
    await storage.puzzles.begin(ANN, unrated)
    after = await storage.puzzles.wrong(ANN, unrated, 0, guild_id=GUILD)
    assert (after.result, after.value_after) == ("failed", None)
    assert await value_of(storage, ANN) is None
    assert await storage.puzzles.ratings() == {}


async def test_of_two_taps_at_once_one_counts(storage: Storage) -> None:
    await storage.puzzles.begin(ANN, PUZZLE)
    taps = [storage.puzzles.right(ANN, PUZZLE, 0, 2, over=False, guild_id=None) for _ in range(2)]
    results = await asyncio.gather(*taps, return_exceptions=True)
    assert [type(result) for result in results if isinstance(result, Exception)] == [AttemptChanged]
    shown = [storage.puzzles.show(ANN, PUZZLE, 2, guild_id=None) for _ in range(2)]
    results = await asyncio.gather(*shown, return_exceptions=True)
    assert [type(result) for result in results if isinstance(result, Exception)] == [AttemptChanged]
    rated = await storage.standings.rating(ANN, LIST)
    assert rated is not None
    assert rated.games == 1


async def test_nothing_changes_after_the_end(storage: Storage) -> None:
    await storage.puzzles.begin(ANN, PUZZLE)
    shown = await storage.puzzles.show(ANN, PUZZLE, 0, guild_id=None)
    assert shown.over
    assert shown.solved_at is None
    with pytest.raises(AttemptChanged):
        await storage.puzzles.right(ANN, PUZZLE, 0, 1, over=True, guild_id=None)


async def test_solvers_of_puzzles_in_a_server_are_on_its_list(storage: Storage, clock: Clock) -> None:
    for number in range(30):
        puzzle = replace(PUZZLE, id=f"r{number}")
        await storage.puzzles.begin(ANN, puzzle)
        await storage.puzzles.right(ANN, puzzle, 0, 1, over=True, guild_id=GUILD)
        await storage.puzzles.begin(BOB, puzzle)
        await storage.puzzles.wrong(BOB, puzzle, 0, guild_id=None)
    here = await storage.standings.leaderboard(LIST, guild_id=GUILD, asker_id=ANN)
    assert [(row.player_id, row.wins, row.losses) for row in here.rows] == [(ANN, 30, 0)]
    everywhere = await storage.standings.leaderboard(LIST, guild_id=None, asker_id=ANN)
    assert [row.player_id for row in everywhere.rows] == [ANN, BOB]

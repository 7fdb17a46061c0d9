"""People's own mistakes: back after days, longer after each success, and gone with their game."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from data import Storage
from data.db.errors import AttemptChanged
from data.jobs.reviews import NewReview
from data.puzzles.own_puzzles import NewOwnPuzzle, OwnPuzzle
from tests.data.helpers import ANN, CHANNEL, FIRST_WINS, GUILD, Clock, between, delete_old_games, played
from tests.data.upkeep.test_forgetting import leaving

if TYPE_CHECKING:
    from data.games.records import Game


async def mistake(storage: Storage) -> tuple[Game, OwnPuzzle]:
    """Ann's mistake in a reviewed game."""
    game = (await played(storage, between(), FIRST_WINS)).game
    await storage.reviews.begin(NewReview(game.id, ANN, GUILD, CHANNEL), 2)
    assert await storage.own_puzzles.to_mine() is None
    await storage.reviews.finish(game.id)
    assert await storage.own_puzzles.to_mine() == (game.id, 0)
    new = NewOwnPuzzle(
        ANN, game.id, 3, "d3", "reversi", "…", ("c4", "pass", "e3"), "win", 4, 1200.0, ("corner",)
    )
    await storage.own_puzzles.add(game.id, 4, new)
    assert await storage.own_puzzles.to_mine() == (game.id, 4)
    await storage.own_puzzles.add(game.id, 4, new)
    await storage.own_puzzles.add(game.id, None)
    assert await storage.own_puzzles.to_mine() is None
    own = await storage.own_puzzles.next_due(ANN)
    assert own is not None
    assert own.new == new
    assert await storage.own_puzzles.due(ANN) == 1
    return game, own


async def begin(storage: Storage, puzzle_id: int) -> None:
    """Begin an attempt at a puzzle that is due."""
    assert await storage.own_puzzles.due(ANN) == 1
    begun = await storage.own_puzzles.begin(puzzle_id)
    assert begun is not None
    assert (begun.attempt.ply, begun.attempt.result, begun.attempt.over) == (0, None, False)


async def come_back(storage: Storage, clock: Clock, days: int) -> None:
    """Let the days pass after which the puzzle is due, and not before."""
    later = await storage.own_puzzles.next_due(ANN)
    assert later is not None
    assert later.due_at == clock() + timedelta(days=days)
    clock.advance(days=days, seconds=-1)
    assert await storage.own_puzzles.due(ANN) == 0
    again = await storage.own_puzzles.begin(later.id)
    assert again is not None
    assert again.attempt.over
    clock.advance(seconds=1)


async def test_successes_are_spaced_by_one_three_seven_and_21_days(storage: Storage, clock: Clock) -> None:
    _, own = await mistake(storage)
    for days in (1, 3, 7, 21):
        await begin(storage, own.id)
        await storage.own_puzzles.right(own.id, 0, 2, over=False)
        solved = await storage.own_puzzles.right(own.id, 2, 3, over=True)
        assert (solved.result, solved.over) == ("solved", True)
        await come_back(storage, clock, days)
    await begin(storage, own.id)
    await storage.own_puzzles.right(own.id, 0, 3, over=True)
    assert await storage.own_puzzles.next_due(ANN) is None


async def test_a_miss_starts_the_spacing_again(storage: Storage, clock: Clock) -> None:
    _, own = await mistake(storage)
    for solved, days in ((False, 1), (True, 3), (True, 7), (False, 1), (False, 1), (True, 3)):
        await begin(storage, own.id)
        if not solved:
            await storage.own_puzzles.wrong(own.id, 0, shown=False)
        # What is found after a miss does not count.
        await storage.own_puzzles.right(own.id, 0, 3, over=True)
        await come_back(storage, clock, days)


async def test_of_two_taps_at_once_one_counts(storage: Storage) -> None:
    _, own = await mistake(storage)
    taps = [storage.own_puzzles.right(own.id, 0, 2, over=False) for _ in range(2)]
    results = await asyncio.gather(*taps, return_exceptions=True)
    assert [type(result) for result in results if isinstance(result, Exception)] == [AttemptChanged]
    with pytest.raises(AttemptChanged):
        await storage.own_puzzles.wrong(own.id, 0, shown=True)


async def test_an_own_puzzle_is_deleted_with_its_game(storage: Storage, clock: Clock) -> None:
    _, own = await mistake(storage)
    clock.advance(days=1)
    await delete_old_games(storage, clock())
    assert await storage.own_puzzles.find(own.id) is None


async def test_an_own_puzzle_is_deleted_with_its_player(storage: Storage) -> None:
    _, own = await mistake(storage)
    assert [row["id"] for row in (await storage.export.of(ANN))["own_puzzles"]] == [own.id]
    await storage.forgetting.forget(ANN, leaving)
    assert await storage.own_puzzles.find(own.id) is None


async def test_an_own_puzzle_is_deleted_with_its_review(storage: Storage) -> None:
    _, own = await mistake(storage)
    await storage.servers.record_left(GUILD)
    while not await storage.servers.delete_some(GUILD):
        pass
    assert await storage.own_puzzles.find(own.id) is None

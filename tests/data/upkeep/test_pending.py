"""One query finds all the pending work that the parts of the storage find."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from data import Share, Storage
from data.games.records import NewMove, Seat
from data.puzzles.puzzle_posts import NewPuzzlePost
from data.puzzles.runs import NewRun, RunKind
from data.upkeep.pending import Chore, Lifetimes
from tests.data.db.test_share import FINDERS, SHARES, furnish
from tests.data.helpers import (
    ANN,
    BOB,
    CHANNEL,
    FIRST_WINS,
    GUILD,
    Clock,
    against_computer,
    between,
    count_transactions,
    delete_old_games,
    move,
    offer,
    played,
    reload,
)
from tests.data.puzzles.test_own_puzzles import mistake
from tests.data.puzzles.test_puzzle_posts import day
from tests.data.upkeep.test_forgetting import leaving

DAY = timedelta(days=1)
FOR_EVER = Lifetimes(
    offers=DAY, exhibitions=DAY, untouched_games=14 * DAY, puzzles=90 * DAY, games=None, people=None
)
FORGETFUL = Lifetimes(
    offers=DAY, exhibitions=DAY, untouched_games=14 * DAY, puzzles=90 * DAY, games=30 * DAY, people=60 * DAY
)


async def daily(storage: Storage, clock: Clock) -> bool:
    """True if a daily puzzle is due to be posted, sent or answered."""
    posts = storage.puzzle_posts
    scheduled = (await posts.scheduled()).values()
    answers = [post.answer_at for post in await posts.to_answer()]
    return bool(await posts.not_posted()) or any(
        moment is not None and moment <= clock.now for moment in (*scheduled, *answers)
    )


Reader = Callable[[Storage, Clock], Awaitable[Any]]

READERS: dict[Chore, Reader] = {
    Chore.OLD_OFFERS: lambda storage, clock: storage.offers.made_before(clock.now - DAY),
    Chore.BOARDS: FINDERS["not shown"],
    Chore.QUESTIONS: FINDERS["questions"],
    Chore.LEFT_BOARDS: FINDERS["left boards"],
    Chore.FORGOTTEN_EXHIBITIONS: lambda storage, clock: storage.waiting.paused_before(clock.now - DAY),
    Chore.FORGOTTEN_GAMES: lambda storage, clock: storage.waiting.untouched_since(clock.now - 14 * DAY),
    Chore.NAMES: FINDERS["names"],
    Chore.COMPUTERS: FINDERS["for computers"],
    Chore.NOTICES: FINDERS["notices due"],
    Chore.DAILY_PUZZLES: daily,
    Chore.STRENGTH_TESTS: FINDERS["strength tests"],
    Chore.REVIEWS: FINDERS["reviews"],
    Chore.MISTAKES: lambda storage, clock: storage.own_puzzles.to_mine(),
    Chore.INSIGHTS: lambda storage, clock: storage.judged.next_game(),
    Chore.LEFT_SERVERS: FINDERS["left servers"],
    Chore.OPENINGS: lambda storage, clock: storage.openings.unknown(8, 10),
    Chore.OPENING_INDEX: lambda storage, clock: storage.explorer.unindexed(8, 10),
}
"""Queries of the parts for pending work, without side effects."""


async def agree(storage: Storage, clock: Clock) -> set[Chore]:
    """Return the pending work, checked against the parts."""
    waiting = await storage.chores.waiting(FOR_EVER)
    found = {chore for chore, reader in READERS.items() if await reader(storage, clock)}
    # A question may turn out to be open still.
    assert found <= waiting
    assert waiting & READERS.keys() <= found | {Chore.QUESTIONS}
    return set(waiting)


async def test_nothing_waits_in_an_empty_storage_and_asking_writes_nothing(storage: Storage) -> None:
    with count_transactions(storage) as written:
        assert await storage.chores.waiting(FORGETFUL) == frozenset()
    assert written == []


async def test_every_share_has_its_own(storage: Storage, clock: Clock) -> None:
    await furnish(storage, clock)
    for later in (timedelta(), 2 * DAY, 20 * DAY):
        clock.now += later
        for share in (*SHARES, Share()):
            storage._database.share = share
            assert {Chore.BOARDS, Chore.COMPUTERS, Chore.NOTICES} <= await agree(storage, clock)


async def test_the_life_of_a_game(storage: Storage, clock: Clock) -> None:
    offered = await storage.create_game(offer(ANN, BOB))
    assert await agree(storage, clock) == {Chore.BOARDS}
    await storage.waiting.mark_shown(offered, CHANNEL, 5)
    assert await agree(storage, clock) == set()
    clock.now += DAY
    assert await agree(storage, clock) == {Chore.OLD_REQUESTS}
    clock.advance(seconds=1)
    assert await agree(storage, clock) == {Chore.OLD_REQUESTS, Chore.OLD_OFFERS}
    await storage.fair_use.forget_old()
    game = await storage.offers.accept(
        await reload(storage, offered), BOB, (Seat(player_id=ANN), Seat(player_id=BOB))
    )
    await storage.waiting.mark_shown(game, CHANNEL, 5)
    assert await agree(storage, clock) == set()
    clock.now += 15 * DAY
    assert await agree(storage, clock) == {Chore.FORGOTTEN_GAMES}
    game = await storage.add_moves(await reload(storage, game), [move("d3", 0)], FIRST_WINS)
    assert await agree(storage, clock) == {Chore.BOARDS, Chore.OPENINGS, Chore.OPENING_INDEX}
    # Which is not written at once.
    await storage.waiting.mark_shown(await reload(storage, game), CHANNEL, 5)
    await storage.openings.keep({game.id: ""})
    await storage.explorer.index({game.id: []})
    assert await agree(storage, clock) == set()


async def test_a_computer_is_to_move_until_it_has(storage: Storage, clock: Clock) -> None:
    game = await storage.create_game(against_computer())
    game = await storage.add_moves(game, [NewMove("d3", 0, 1.0)])
    assert Chore.COMPUTERS in await agree(storage, clock)
    await storage.add_moves(game, [NewMove("c3", 1, 1.0)])
    assert Chore.COMPUTERS not in await agree(storage, clock)


async def test_names_and_mistakes(storage: Storage, clock: Clock) -> None:
    await mistake(storage)
    over = (await played(storage, between(), FIRST_WINS)).game
    await storage.waiting.mark_shown(over, CHANNEL, 5)
    await storage.forgetting.forget(ANN, leaving)
    assert Chore.NAMES in await agree(storage, clock)
    for game_id in await storage.forgetting.outdated(10):
        await storage.forgetting.record_updated(game_id)
    assert not {Chore.NAMES, Chore.MISTAKES} & await agree(storage, clock)


async def test_daily_puzzles(storage: Storage, clock: Clock) -> None:
    post = await day(storage, clock, 1)
    assert await agree(storage, clock) == {Chore.DAILY_PUZZLES}
    await storage.puzzle_posts.record_message(post.id, 5)
    assert await agree(storage, clock) == set()
    clock.now += DAY
    assert await agree(storage, clock) == {Chore.DAILY_PUZZLES}
    await storage.puzzle_posts.schedule(GUILD, None)
    assert await agree(storage, clock) == {Chore.DAILY_PUZZLES}
    await storage.puzzle_posts.record_answer_shown(post.id)
    assert await agree(storage, clock) == set()


@pytest.mark.parametrize("lifetimes", [FOR_EVER, FORGETFUL])
async def test_expired_rows_are_found(storage: Storage, clock: Clock, lifetimes: Lifetimes) -> None:
    await storage.imports.put(ANN, "a file")
    await storage.puzzle_posts.add(NewPuzzlePost("r1", GUILD, CHANNEL))
    run = await storage.puzzle_runs.begin(NewRun(BOB, RunKind.RUSH, "reversi", GUILD), "r1")
    await storage.puzzle_runs.stop(run.id, 1)
    over = (await played(storage, between(), FIRST_WINS)).game
    await storage.openings.keep({over.id: ""})
    await storage.explorer.index({over.id: []})
    await storage.waiting.mark_shown(over, CHANNEL, 5)
    await storage.people.remember(ANN, "Ann", GUILD, None)
    forgetful = lifetimes is FORGETFUL
    # Bob was never noted when he was there.
    assert await storage.chores.waiting(lifetimes) == ({Chore.ABSENT_PEOPLE} if forgetful else set())
    await storage.retention.absent_since(clock.now - 60 * DAY)

    async def after(days: int) -> frozenset[Chore]:
        clock.now += timedelta(days=days, seconds=1)
        return await storage.chores.waiting(lifetimes)

    assert await after(7) == {Chore.OLD_IMPORTS}
    await storage.imports.forget_old()
    assert await after(23) == ({Chore.OLD_GAMES, Chore.OLD_RUNS} if forgetful else {Chore.OLD_RUNS})
    await storage.puzzle_runs.forget_old()
    await delete_old_games(storage, clock.now - 30 * DAY)
    assert await after(30) == ({Chore.ABSENT_PEOPLE} if forgetful else set())
    for player_id in (ANN, BOB):
        await storage.forgetting.forget(player_id, leaving)
    assert await after(30) == {Chore.OLD_PUZZLES}
    await storage.puzzle_posts.forget_old(clock.now - 90 * DAY)
    assert await after(1) == set()

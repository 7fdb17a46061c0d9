"""Puzzles in channels: who tried and solved them, streaks, and what becomes of them."""

from __future__ import annotations

from datetime import timedelta

from data import Storage
from data.puzzles.puzzle_posts import NewPuzzlePost, PuzzlePost
from data.puzzles.streaks import Streak
from tests.data.helpers import ANN, BOB, CHANNEL, GUILD, Clock
from tests.data.upkeep.test_forgetting import leaving


async def day(storage: Storage, clock: Clock, number: int) -> PuzzlePost:
    """The daily puzzle of a day."""
    new = NewPuzzlePost(
        f"r{number}", GUILD, CHANNEL, day=f"2026-03-{number:02}", answer_at=clock() + timedelta(days=1)
    )
    post = await storage.puzzle_posts.add_daily(new, clock() + timedelta(days=1))
    assert post is not None
    return post


async def solve(storage: Storage, post: PuzzlePost, player_id: int = ANN) -> tuple[int, ...]:
    await storage.puzzle_posts.record_try(post.id, player_id)
    return await storage.puzzle_posts.record_solved(player_id, post.new.puzzle, first=True)


async def test_a_server_has_one_daily_puzzle_a_day(storage: Storage, clock: Clock) -> None:
    post = await day(storage, clock, 1)
    assert await storage.puzzle_posts.add_daily(post.new, clock() + timedelta(days=1)) is None
    assert await storage.puzzle_posts.used_in(GUILD) == {"r1"}
    assert await storage.puzzle_posts.scheduled() == {GUILD: clock() + timedelta(days=1)}
    assert await storage.puzzle_posts.last_daily(GUILD) == post


async def test_solving_counts_where_it_was_tried_and_until_the_answer(storage: Storage, clock: Clock) -> None:
    post = await day(storage, clock, 1)
    assert await storage.puzzle_posts.record_solved(BOB, "r1", first=True) == ()
    assert await solve(storage, post) == (post.id,)
    assert await solve(storage, post) == ()
    await storage.puzzle_posts.record_try(post.id, BOB)
    await storage.puzzle_posts.record_answered(post.id)
    assert await storage.puzzle_posts.record_solved(BOB, "r1", first=False) == ()
    results = await storage.puzzle_posts.results(post.id)
    assert (results.solvers, results.tried) == (((ANN, True),), 2)
    assert await storage.puzzle_posts.is_answered("r1")


async def test_a_streak_is_of_days_in_a_row_and_an_open_day_does_not_end_it(
    storage: Storage, clock: Clock
) -> None:
    for number, solved in enumerate((True, True, False, True, True, True), start=1):
        post = await day(storage, clock, number)
        if solved:
            await solve(storage, post)
        await storage.puzzle_posts.record_answered(post.id)
    await day(storage, clock, 7)
    frozen = "2026-03-03"
    assert await storage.puzzle_posts.streak(GUILD, ANN) == Streak(5, 5, frozen, freeze_left=False)
    assert await storage.puzzle_posts.streak(GUILD, None) == Streak(5, 5, frozen, freeze_left=False)
    await storage.puzzle_posts.record_answered(7)
    assert await storage.puzzle_posts.streak(GUILD, ANN) == Streak(0, 5, freeze_left=False)
    assert await storage.puzzle_posts.streak(GUILD, BOB) == Streak(0, 0)


async def test_messages_that_do_not_name_all_solvers_are_found(storage: Storage, clock: Clock) -> None:
    post = await day(storage, clock, 1)
    await storage.puzzle_posts.record_message(post.id, 99)
    await solve(storage, post)
    assert await storage.puzzle_posts.out_of_date() == (post.id,)
    await storage.puzzle_posts.record_shown(post.id, 1)
    assert await storage.puzzle_posts.out_of_date() == ()


async def test_posted_puzzles_expire_and_daily_ones_stay(storage: Storage, clock: Clock) -> None:
    await day(storage, clock, 1)
    await storage.puzzle_posts.add(NewPuzzlePost("r9", GUILD, CHANNEL))
    clock.advance(days=2)
    await storage.puzzle_posts.forget_old(clock() - timedelta(days=1))
    assert await storage.puzzle_posts.used_in(GUILD) == {"r1"}


async def test_a_solver_who_deletes_their_data_is_not_listed(storage: Storage, clock: Clock) -> None:
    post = await day(storage, clock, 1)
    await solve(storage, post)
    await storage.forgetting.forget(ANN, leaving)
    assert (await storage.puzzle_posts.results(post.id)).solvers == ()


async def test_posted_puzzles_are_deleted_with_their_server(storage: Storage, clock: Clock) -> None:
    await solve(storage, await day(storage, clock, 1))
    await storage.servers.record_left(GUILD)
    while not await storage.servers.delete_some(GUILD):
        pass
    assert await storage.puzzle_posts.used_in(GUILD) == frozenset()
    assert await storage.puzzle_posts.scheduled() == {}

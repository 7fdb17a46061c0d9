"""Linked people, their figures, and when Discord is told of them."""

from __future__ import annotations

from datetime import timedelta

from data import Share, Storage
from data.people.role_links import PUSH_EVERY, UNLINK_WITHIN, RoleLink, SealedGrant, figures_due
from data.puzzles.puzzles import AskedPuzzle
from data.puzzles.runs import NewRun, RunKind
from tests.data.helpers import (
    ANN,
    BOB,
    FIRST_WINS,
    GUILD,
    Clock,
    against_computer,
    between,
    played,
    rank_everyone,
)

MONTH = timedelta(days=30)
SECOND = timedelta(seconds=1)


async def linked(storage: Storage, clock: Clock, player_id: int = ANN, tokens: str = "sealed") -> RoleLink:
    """Link a person, of whom Discord was told at once."""
    link = await storage.role_links.put(player_id, SealedGrant(tokens, clock.now + timedelta(days=7)))
    await storage.role_links.record_pushed(link, clock.now + MONTH)
    return link


async def due(storage: Storage) -> list[int]:
    return [link.player_id for link in await storage.role_links.due(10)]


async def test_a_newly_linked_person_is_due_and_then_monthly(storage: Storage, clock: Clock) -> None:
    link = await storage.role_links.put(ANN, SealedGrant("sealed", clock.now))
    assert await due(storage) == [ANN]
    await storage.role_links.record_pushed(link, clock.now + MONTH)
    assert await due(storage) == []
    clock.now += MONTH
    assert await due(storage) == [ANN]


async def test_a_rated_game_makes_both_due_but_not_within_minutes(storage: Storage, clock: Clock) -> None:
    await linked(storage, clock)
    await played(storage, between(ANN, BOB), FIRST_WINS)
    assert await due(storage) == []
    clock.now += PUSH_EVERY
    assert await due(storage) == [ANN]


async def test_an_unrated_game_changes_nothing(storage: Storage, clock: Clock) -> None:
    await linked(storage, clock)
    await played(storage, between(ANN, BOB, rated=False), FIRST_WINS)
    clock.now += PUSH_EVERY
    assert await due(storage) == []


async def test_a_game_during_a_push_is_told_afterwards(storage: Storage, clock: Clock) -> None:
    await linked(storage, clock)
    clock.now += PUSH_EVERY
    seen = await storage.role_links.of(ANN)
    assert seen is not None
    await played(storage, between(ANN, BOB), FIRST_WINS)
    await storage.role_links.record_pushed(seen, clock.now + MONTH)
    assert await due(storage) == []
    clock.now += PUSH_EVERY
    assert await due(storage) == [ANN]


async def test_a_game_does_not_shorten_the_wait_after_a_failure(storage: Storage, clock: Clock) -> None:
    link = await linked(storage, clock)
    await storage.role_links.record_failure(link, clock.now + timedelta(hours=1))
    await played(storage, between(ANN, BOB), FIRST_WINS)
    clock.now += timedelta(hours=1) - SECOND
    assert await due(storage) == []
    clock.now += SECOND
    assert await due(storage) == [ANN]


async def test_figures(storage: Storage, clock: Clock) -> None:
    empty = await storage.role_links.figures(ANN)
    assert (empty.ratings, empty.rated_games, empty.puzzles) == ({}, 0, 0)
    await played(storage, between(ANN, BOB), FIRST_WINS)
    await played(storage, between(ANN, BOB, options="6x6"), FIRST_WINS)
    await played(storage, against_computer(ANN), FIRST_WINS, computer_rating=1500)
    await played(storage, between(ANN, BOB, rated=False), FIRST_WINS)
    provisional = await storage.role_links.figures(ANN)
    assert (provisional.ratings, provisional.rated_games) == ({}, 3)
    await rank_everyone(storage)
    found = (await storage.role_links.figures(ANN)).ratings
    assert [*found] == ["reversi"]
    assert found["reversi"] > 1500 > (await storage.role_links.figures(BOB)).ratings["reversi"]


async def test_solved_puzzles_count_and_make_a_person_due(storage: Storage, clock: Clock) -> None:
    await linked(storage, clock)
    clock.now += PUSH_EVERY
    puzzle = AskedPuzzle("r7k3fq2", "reversi", 1500.0)
    await storage.puzzles.begin(ANN, puzzle)
    await storage.puzzles.wrong(ANN, puzzle, 0, guild_id=GUILD)
    assert (await storage.role_links.figures(ANN)).puzzles == 0
    assert await due(storage) == []
    await storage.puzzles.right(ANN, puzzle, 0, 1, over=True, guild_id=GUILD)
    assert await due(storage) == [ANN]
    run = await storage.puzzle_runs.begin(NewRun(ANN, RunKind.STREAK, "reversi", GUILD), "r1")
    await storage.puzzle_runs.answer(run.id, 1, 0, to=1, right=True, over=True, following="r2")
    figures = await storage.role_links.figures(ANN)
    # The rating of puzzles is none of the games'.
    assert (figures.puzzles, figures.rated_games, figures.ratings) == (2, 0, {})


async def test_a_grant_is_renewed_only_if_it_is_still_the_same(storage: Storage, clock: Clock) -> None:
    first = await linked(storage, clock, tokens="first")
    assert await storage.role_links.renew(first, SealedGrant("second", clock.now))
    assert not await storage.role_links.renew(first, SealedGrant("third", clock.now))
    assert not await storage.role_links.revoked(first)
    second = await storage.role_links.of(ANN)
    assert second is not None
    assert second.grant.tokens == "second"
    assert await storage.role_links.revoked(second)
    assert await storage.role_links.of(ANN) is None


async def test_unlinking_leaves_a_nameless_grant_for_a_day(storage: Storage, clock: Clock) -> None:
    await linked(storage, clock)
    await linked(storage, clock, BOB, tokens="Bob's")
    assert await storage.role_links.unlink(ANN)
    assert not await storage.role_links.unlink(ANN)
    (unlink,) = await storage.role_links.due_unlinks(10)
    assert unlink.grant.tokens == "sealed"
    await storage.role_links.record_unlink_failure(unlink, clock.now + UNLINK_WITHIN)
    assert await storage.role_links.due_unlinks(10) == ()
    clock.now += UNLINK_WITHIN
    (unlink,) = await storage.role_links.due_unlinks(10)
    assert unlink.failures == 1
    await storage.role_links.record_unlink_failure(unlink, clock.now + SECOND)
    clock.now += 2 * UNLINK_WITHIN
    assert await storage.role_links.due_unlinks(10) == ()
    assert await storage.role_links.of(BOB) is not None


async def test_one_process_sees_to_all_linked_people(storage: Storage, clock: Clock) -> None:
    await storage.role_links.put(ANN, SealedGrant("sealed", clock.now))
    for share, sees in ((Share(), True), (Share(0, 1, 4), True), (Share(2, 3, 4), False)):
        storage._database.share = share
        assert bool(await storage.chores.waiting([figures_due])) is sees


async def test_a_state_is_used_once_and_forgotten_after_its_life(storage: Storage, clock: Clock) -> None:
    life = timedelta(minutes=10)
    assert await storage.role_links.use_state("a", life)
    clock.now += life
    assert not await storage.role_links.use_state("a", life)
    assert await storage.role_links.use_state("b", life)
    clock.now += SECOND
    assert await storage.role_links.use_state("a", life)

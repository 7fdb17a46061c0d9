"""Judged games: stored with a review, listed by person and game, gone with the data of either."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import insert

from data import Share, Storage
from data.games.records import NewMove
from data.jobs.judged import JudgedGame, JudgedPly
from data.jobs.reviews import NewReview, QuietReview, ReviewedPly
from data.people.preferences import Owner
from data.tables.people import preferences
from tests.data.helpers import ANN, BOB, CAT, CHANNEL, FIRST_WINS, GUILD, Clock, between

PLY = JudgedPly(3, 1, 2, 1.0, 4.5, 12.25, 50, ("parity", "mobility"))
REVIEWED = ReviewedPly(0, "d3", 0.0, 0.0, None)


async def over(storage: Storage) -> int:
    game = await storage.create_game(between())
    done = await storage.add_moves(game, [NewMove("d3", 0, 2.5), NewMove("c3", 1, 4.0)], FIRST_WINS)
    return done.id


async def review(storage: Storage, game_id: int) -> None:
    await storage.reviews.begin(NewReview(game_id, ANN, GUILD, CHANNEL), 99)
    await storage.reviews.finish(game_id)


def judged(game_id: int, player_id: int, clock: Clock, seat: int = 0) -> JudgedGame:
    return JudgedGame(game_id, seat, player_id, "reversi", clock.now, 1500.0, None, (PLY,))


async def test_a_finished_review_waits_until_its_moves_are_stored(storage: Storage, clock: Clock) -> None:
    game_id = await over(storage)
    assert await storage.judged.next_game() is None
    await review(storage, game_id)
    assert await storage.judged.next_game() == game_id
    await storage.judged.store(game_id, [judged(game_id, ANN, clock), judged(game_id, BOB, clock, 1)])
    assert await storage.judged.next_game() is None
    (found,) = await storage.judged.latest(ANN, "reversi", 5)
    assert found.judged == judged(game_id, ANN, clock)
    assert await storage.judged.counts(BOB) == {"reversi": 1}
    assert await storage.judged.counts(CAT) == {}
    timing = await storage.judged.timing(game_id)
    assert timing.seconds == (2.5, 4.0)
    assert all(isinstance(rating, float) for rating in timing.ratings)


async def test_moves_of_someone_who_is_no_player_any_more_are_not_stored(
    storage: Storage, clock: Clock
) -> None:
    game_id = await over(storage)
    await review(storage, game_id)
    await storage.judged.store(game_id, [judged(game_id, CAT, clock)])
    assert await storage.judged.next_game() is None
    assert await storage.judged.counts(CAT) == {}


async def test_the_latest_games_come_first(storage: Storage, clock: Clock) -> None:
    games = []
    for _ in range(3):
        clock.advance(days=1)
        games.append(await over(storage))
        await review(storage, games[-1])
        await storage.judged.store(games[-1], [judged(games[-1], ANN, clock)])
    found = await storage.judged.latest(ANN, "reversi", 2)
    assert [one.judged.game_id for one in found] == games[:0:-1]
    assert await storage.judged.latest(ANN, "connect4", 2) == ()


async def ask(storage: Storage, *people: int) -> None:
    for player_id in people:
        await storage.preferences.put(Owner("person", player_id), "background_reviews", "on")


async def wanted(storage: Storage, latest: int = 50, a_day: int = 10) -> QuietReview | None:
    return await storage.reviews.wanted(("reversi",), latest, a_day, ())


async def test_a_background_review_is_wanted_by_those_who_ask(storage: Storage, clock: Clock) -> None:
    first = await over(storage)
    clock.advance(days=1)
    second = await over(storage)
    assert await wanted(storage) is None
    await ask(storage, BOB)
    assert await wanted(storage) == QuietReview(second, BOB)
    assert await storage.reviews.wanted(("connect4",), 50, 10, ()) is None
    assert await storage.reviews.wanted(("reversi",), 50, 10, (second,)) == QuietReview(first, BOB)
    assert await storage.reviews.finish_quietly(QuietReview(second, BOB))
    assert not await storage.reviews.finish_quietly(QuietReview(second, BOB))
    assert await wanted(storage, latest=1) is None
    assert await wanted(storage, a_day=1) is None
    assert await wanted(storage) == QuietReview(first, BOB)
    clock.now += timedelta(days=1)
    assert await wanted(storage, a_day=1) == QuietReview(first, BOB)


async def test_a_server_with_the_same_number_asks_for_no_one(storage: Storage) -> None:
    await over(storage)
    row = {"owner_kind": "server", "owner_id": BOB, "name": "background_reviews", "value": "on"}
    await storage._database.write(lambda c: c.execute(insert(preferences).values(row)) and None)
    assert await wanted(storage) is None


async def test_each_process_makes_the_reviews_of_its_servers(storage: Storage) -> None:
    game_id = await over(storage)
    await ask(storage, ANN)
    found = []
    for shard in range(2):
        storage._database.share = Share(shard, shard, 2)
        found.append(await wanted(storage))
    assert sorted(found, key=lambda one: one is None) == [QuietReview(game_id, ANN), None]


async def test_plies_found_in_the_background_stay_for_a_review(storage: Storage) -> None:
    game_id = await over(storage)
    assert await storage.reviews.add_quietly(game_id, REVIEWED)
    assert await storage.reviews.add_quietly(game_id, REVIEWED)
    assert await storage.reviews.plies_of(game_id) == (REVIEWED,)
    begun, first = await storage.reviews.begin(NewReview(game_id, ANN, GUILD, CHANNEL), 2)
    assert (first, begun.plies) == (True, (REVIEWED,))
    assert not await storage.reviews.add_quietly(game_id, REVIEWED)
    assert not await storage.reviews.add_quietly(game_id + 1, REVIEWED)

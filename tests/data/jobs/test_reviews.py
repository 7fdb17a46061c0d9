"""Reviews: one for each game, bounded for each person, with every ply kept as it comes."""

from __future__ import annotations

import pytest

from data import Storage
from data.db.errors import LimitReached
from data.jobs.reviews import NewReview, ReviewedPly
from tests.data.helpers import ANN, BOB, CHANNEL, GUILD, between

FIRST, SECOND = ReviewedPly(8, "d3", 2.0, -4.0, None, keepers=2), ReviewedPly(7, "c4", 1.25, 1.25, 14)


async def new(storage: Storage, asker: int = ANN) -> NewReview:
    game = await storage.create_game(between())
    return NewReview(game.id, asker, GUILD, CHANNEL)


async def test_a_review_is_everybodys(storage: Storage) -> None:
    wanted = await new(storage)
    begun, first = await storage.reviews.begin(wanted, 2)
    there, second = await storage.reviews.begin(NewReview(wanted.game_id, BOB, GUILD, CHANNEL), 2)
    assert (first, second) == (True, False)
    assert there == begun
    assert there.asked.asker_id == ANN
    assert [review.id for review in await storage.reviews.in_progress()] == [wanted.game_id]


async def test_plies_are_kept_in_order_and_permanently(storage: Storage) -> None:
    game_id = (await new(storage)).game_id
    await storage.reviews.begin(NewReview(game_id, ANN, GUILD, CHANNEL), 2)
    assert await storage.reviews.add(game_id, FIRST)
    assert await storage.reviews.add(game_id, SECOND)
    await storage.reviews.record_message(game_id, 99)
    await storage.reviews.finish(game_id)
    review = await storage.reviews.of(game_id)
    assert review is not None
    assert (review.plies, review.done, review.message_id) == ((SECOND, FIRST), True, 99)
    assert await storage.reviews.in_progress() == ()
    assert not await storage.reviews.add(game_id, FIRST)


async def test_a_dropped_review_restarts_with_its_plies(storage: Storage) -> None:
    wanted = await new(storage)
    await storage.reviews.begin(wanted, 2)
    await storage.reviews.add(wanted.game_id, FIRST)
    await storage.reviews.drop(wanted.game_id)
    assert await storage.reviews.of(wanted.game_id) is None
    assert not await storage.reviews.add(wanted.game_id, SECOND)
    again, begun = await storage.reviews.begin(wanted, 2)
    assert begun
    assert again.plies == (FIRST,)


async def test_a_finished_review_cannot_be_dropped(storage: Storage) -> None:
    wanted = await new(storage)
    await storage.reviews.begin(wanted, 2)
    await storage.reviews.finish(wanted.game_id)
    await storage.reviews.drop(wanted.game_id)
    assert await storage.reviews.of(wanted.game_id) is not None


async def test_reviews_in_progress_per_person_are_limited(storage: Storage) -> None:
    wanted = [await new(storage) for _ in range(3)]
    for review in wanted[:2]:
        await storage.reviews.begin(review, 2)
    with pytest.raises(LimitReached):
        await storage.reviews.begin(wanted[2], 2)
    # Reviews of others, and one that exists already, do not count.
    assert not (await storage.reviews.begin(wanted[0], 2))[1]
    assert (await storage.reviews.begin(await new(storage, BOB), 2))[1]
    await storage.reviews.finish(wanted[0].game_id)
    assert (await storage.reviews.begin(wanted[2], 2))[1]

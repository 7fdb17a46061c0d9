"""Background reviews: only for people who ask for them, a few a day, resumed after a restart."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.computer.pool import SearchPool
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.preferences.preferences import Preferences
from bot.study.review.director import QuietReviews
from data import Storage
from data.jobs.reviews import NewReview
from engine import StopFlag
from tests.bot.helpers import ANN, BLACK_WIPES_OUT, BOB, PLACE, Clock, QuickReviews, begin, kit_of, play_out


class Worker:
    """Runs pieces in this thread, and counts them; `before` is called before each."""

    def __init__(self) -> None:
        self.pieces = 0

    async def before(self) -> None:
        """Do nothing."""

    async def __call__(self, work: Any, seconds: float, stop: StopFlag) -> Any:
        """Run a piece."""
        await asyncio.sleep(0)
        await self.before()
        self.pieces += 1
        return work(seconds, stop)


@pytest.fixture
def worker() -> Worker:
    return Worker()


def quiet(storage: Storage, worker: Worker, a_day: int = 10) -> QuietReviews:
    pool = SearchPool(1, 10.0, run=worker)
    return QuietReviews(kit_of(storage, Clock(), pool=pool, settings=QuickReviews()), a_day)


@pytest.fixture
async def finished(challenges: Challenges, referee: Referee) -> GameSnapshot:
    return await play_out(referee, await begin(challenges), BLACK_WIPES_OUT)


async def ask(storage: Storage, person_id: int = BOB.id) -> None:
    await Preferences(storage).change_person(person_id, "background_reviews", "on")


async def test_games_are_reviewed_only_if_a_player_asks_for_it(
    storage: Storage, worker: Worker, finished: GameSnapshot
) -> None:
    director = quiet(storage, worker)
    await director.do_pending()
    assert await storage.reviews.of(finished.game.id) is None
    await ask(storage)
    await director.do_pending()
    stored = await storage.reviews.of(finished.game.id)
    assert stored is not None
    assert (stored.done, stored.message_id, stored.asked.asker_id) == (True, None, BOB.id)
    assert [ply.ply for ply in stored.plies] == list(range(len(BLACK_WIPES_OUT)))
    assert await storage.reviews.in_progress() == ()
    await director.do_pending()
    assert worker.pieces == len(BLACK_WIPES_OUT)


async def test_a_restart_continues_where_it_was(
    storage: Storage, worker: Worker, finished: GameSnapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ask(storage)

    async def killed() -> None:
        if worker.pieces == 3:
            raise asyncio.CancelledError

    monkeypatch.setattr(worker, "before", killed)
    with pytest.raises(asyncio.CancelledError):
        await quiet(storage, worker).do_pending()
    assert await storage.reviews.of(finished.game.id) is None
    monkeypatch.undo()
    await quiet(storage, worker).do_pending()
    assert worker.pieces == len(BLACK_WIPES_OUT)
    stored = await storage.reviews.of(finished.game.id)
    assert stored is not None
    assert stored.done


async def test_a_review_that_is_requested_meanwhile_takes_over(
    storage: Storage, worker: Worker, finished: GameSnapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ask(storage)
    new = NewReview(finished.game.id, ANN.id, PLACE.guild_id, PLACE.channel_id)

    async def request() -> None:
        if worker.pieces == 3:
            await storage.reviews.begin(new, 2)

    monkeypatch.setattr(worker, "before", request)
    await quiet(storage, worker).do_pending()
    assert worker.pieces == 4
    stored = await storage.reviews.of(finished.game.id)
    assert stored is not None
    assert (stored.done, stored.asked.asker_id, len(stored.plies)) == (False, ANN.id, 3)


async def test_a_person_has_a_few_a_day_and_the_newest_game_is_first(
    storage: Storage, worker: Worker, challenges: Challenges, referee: Referee, finished: GameSnapshot
) -> None:
    games = [finished, *[await play_out(referee, await begin(challenges), BLACK_WIPES_OUT) for _ in range(2)]]
    await ask(storage)
    await quiet(storage, worker, a_day=2).do_pending()
    done = [await storage.reviews.of(snapshot.game.id) is not None for snapshot in games]
    assert sum(done) == 2
    # The other player's day is their own.
    await ask(storage, ANN.id)
    await quiet(storage, worker, a_day=2).do_pending()
    assert [await storage.reviews.of(snapshot.game.id) is not None for snapshot in games] == [True] * 3


async def test_a_host_without_background_work_has_none(
    storage: Storage, worker: Worker, finished: GameSnapshot
) -> None:
    await ask(storage)
    quiet(storage, worker, a_day=0).recover()
    await asyncio.sleep(0)
    assert worker.pieces == 0


async def test_a_review_that_fails_does_not_keep_others_waiting(
    storage: Storage,
    worker: Worker,
    challenges: Challenges,
    referee: Referee,
    finished: GameSnapshot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await play_out(referee, await begin(challenges), BLACK_WIPES_OUT)
    await ask(storage)

    async def fail() -> None:
        if worker.pieces == 0:
            worker.pieces += 1
            raise RuntimeError

    monkeypatch.setattr(worker, "before", fail)
    director = quiet(storage, worker)
    await director.do_pending()
    assert worker.pieces == 1 + len(BLACK_WIPES_OUT)
    await director.do_pending()
    assert worker.pieces == 1 + len(BLACK_WIPES_OUT)

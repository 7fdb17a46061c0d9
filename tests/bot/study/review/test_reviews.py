"""Reviews, asked for or in the background."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.computer.pool import SearchPool
from bot.core.refusals import NotOver, TakesTooLong, UnknownGame
from bot.core.runtime import Rest
from bot.core.snapshot import GameSnapshot
from bot.messages.delivery import Delivery, Undelivered
from bot.messages.jobs import Status
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.preferences.preferences import Preferences
from bot.study.review.reviews import (
    NothingToReview,
    NotYourReview,
    QuietReviews,
    ReviewOver,
    ReviewReport,
    Reviews,
    ReviewUnderWay,
)
from data import Storage
from data.jobs.reviews import NewReview, ReviewStore
from engine import StopFlag
from tests.bot.helpers import (
    ANN,
    BLACK_WIPES_OUT,
    BOB,
    CAT,
    PLACE,
    Clock,
    QuickReviews,
    RecordingMessenger,
    begin,
    kit_of,
    play_out,
)
from tests.cases import there


class Posts(RecordingMessenger):
    """Records the messages that players would see."""

    def __init__(self) -> None:
        super().__init__()
        self.fails_at: Status | None = None
        self.loses_results = False

    async def show(self, content: object, *place: Any, **options: Any) -> Delivery:
        """Record a report, or fail as a killed process would."""
        assert isinstance(content, ReviewReport)
        if content.status is self.fails_at:
            self.fails_at = None
            raise RuntimeError("killed")
        if self.loses_results and content.status is Status.DONE:
            return Undelivered(permanent=False)
        return await super().show(content, *place, **options)


class Worker:
    """Runs pieces in this thread; those in `stopped` are interrupted without a result."""

    def __init__(self) -> None:
        self.pieces = 0
        self.stopped: set[int] = set()
        self.third = asyncio.Event()

    async def before(self) -> None:
        """Do nothing before each piece."""

    async def __call__(self, work: Any, seconds: float, stop: StopFlag) -> Any:
        await asyncio.sleep(0)
        await self.before()
        self.pieces += 1
        if self.pieces == 3:
            self.third.set()
        if self.pieces in self.stopped:
            stop.set()
        return work(seconds, stop)


@pytest.fixture
def worker() -> Worker:
    return Worker()


@pytest.fixture
def posts() -> Posts:
    return Posts()


@pytest.fixture
def reviews(storage: Storage, worker: Worker, posts: Posts) -> Reviews:
    return reviews_by(storage, worker, posts)


def reviews_by(storage: Storage, worker: Worker, posts: Posts, rest: Rest = asyncio.sleep) -> Reviews:
    pool, settings = SearchPool(1, 10.0, run=worker), QuickReviews()
    return Reviews(kit_of(storage, Clock(), pool=pool, messenger=posts, settings=settings, rest=rest))


@pytest.fixture
async def finished(challenges: Challenges, referee: Referee) -> GameSnapshot:
    return await play_out(referee, await begin(challenges), BLACK_WIPES_OUT)


async def create(reviews: Reviews, *games: int) -> None:
    """Request reviews, and wait until they are done."""
    for game_id in games:
        report, begun = await reviews.request(game_id, ANN, PLACE, sees_channel=False)
        assert begun
        reviews.resume(report.stored, 1)
    await asyncio.gather(*reviews._tasks)


async def test_every_move_is_one_piece_which_is_repeated_if_it_was_stopped(
    reviews: Reviews, worker: Worker, finished: GameSnapshot
) -> None:
    worker.stopped = {1, 2, 5}
    await create(reviews, finished.game.id)
    assert worker.pieces == len(BLACK_WIPES_OUT) + 3
    review = there((await reviews.require(finished.game.id)).review)
    assert [move.move for move in review.moves] == list(BLACK_WIPES_OUT)


async def test_each_persons_first_review_comes_before_anyones_second(
    reviews: Reviews, posts: Posts, challenges: Challenges, referee: Referee, finished: GameSnapshot
) -> None:
    games = [finished, *[await play_out(referee, await begin(challenges), BLACK_WIPES_OUT) for _ in range(2)]]
    first, second, third = (game.game.id for game in games)
    for game_id, who in ((first, ANN), (second, ANN), (third, BOB)):
        report, _ = await reviews.request(game_id, who, PLACE, sees_channel=False)
        reviews.resume(report.stored, 1)
    await asyncio.gather(*reviews._tasks)
    done = [report.snapshot.game.id for report in posts.shown if report.status is Status.DONE]
    assert done == [first, third, second]


async def test_more_reviews_of_all_people_are_refused(
    reviews: Reviews,
    challenges: Challenges,
    referee: Referee,
    finished: GameSnapshot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.study.review.reviews.MAX_ALL_REVIEWS", 1)
    second = await play_out(referee, await begin(challenges), BLACK_WIPES_OUT)
    report, _ = await reviews.request(finished.game.id, ANN, PLACE, sees_channel=False)
    reviews.resume(report.stored, 1)
    with pytest.raises(TakesTooLong):
        await reviews.request(second.game.id, BOB, PLACE, sees_channel=False)
    await asyncio.gather(*reviews._tasks)
    assert (await reviews.request(second.game.id, BOB, PLACE, sees_channel=False))[1]


async def test_a_review_that_takes_too_long_ends(
    storage: Storage, reviews: Reviews, posts: Posts, finished: GameSnapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.study.review.reviews.MAX_SECONDS", 0.0)
    await create(reviews, finished.game.id)
    assert posts.shown[-1].status is Status.CANCELLED
    assert await storage[ReviewStore].in_progress() == ()


async def test_a_queued_review_can_be_cancelled(
    reviews: Reviews, posts: Posts, challenges: Challenges, referee: Referee, finished: GameSnapshot
) -> None:
    second = await play_out(referee, await begin(challenges), BLACK_WIPES_OUT)
    for game in (finished, second):
        report, _ = await reviews.request(game.game.id, ANN, PLACE, sees_channel=False)
        reviews.resume(report.stored, 1)
    with pytest.raises(NotYourReview):
        await reviews.cancel(second.game.id, BOB)
    await reviews.cancel(second.game.id, ANN)
    await asyncio.gather(*reviews._tasks)
    ended = {report.snapshot.game.id: report.status for report in posts.shown}
    assert ended == {finished.game.id: Status.DONE, second.game.id: Status.CANCELLED}
    with pytest.raises(ReviewOver):
        await reviews.cancel(second.game.id, ANN)


async def test_a_result_is_shown_again_with_growing_delays_until_it_arrives(
    storage: Storage, worker: Worker, posts: Posts, finished: GameSnapshot
) -> None:
    delays: list[float] = []

    async def rest(seconds: float) -> None:
        delays.append(seconds)
        posts.loses_results = len(delays) < 3

    reviews = reviews_by(storage, worker, posts, rest)
    posts.loses_results = True
    await create(reviews, finished.game.id)
    assert delays == [30.0, 60.0, 120.0]
    assert posts.shown[-1].status is Status.DONE


async def test_a_review_is_for_people_who_may_see_the_game_once_it_is_over(
    reviews: Reviews, challenges: Challenges, referee: Referee, finished: GameSnapshot
) -> None:
    with pytest.raises(UnknownGame):
        await reviews.request(finished.game.id, CAT, PLACE, sees_channel=False)
    _, begun = await reviews.request(finished.game.id, CAT, PLACE, sees_channel=True)
    assert begun
    with pytest.raises(ReviewUnderWay):
        await reviews.request(finished.game.id, BOB, PLACE, sees_channel=False)
    game = (await begin(challenges)).game
    with pytest.raises(NotOver):
        await reviews.request(game.id, ANN, PLACE, sees_channel=True)
    await referee.resign(game.id, ANN)
    with pytest.raises(NothingToReview):
        await reviews.request(game.id, ANN, PLACE, sees_channel=True)


async def test_closing_leaves_the_rest_to_the_next_start(
    storage: Storage, reviews: Reviews, worker: Worker, posts: Posts, finished: GameSnapshot
) -> None:
    report, _ = await reviews.request(finished.game.id, ANN, PLACE, sees_channel=True)
    reviews.resume(report.stored, 1)
    await worker.third.wait()
    await reviews.finish(5.0)
    (left,) = await storage[ReviewStore].in_progress()
    known = len(left.plies)
    assert 2 <= known < len(BLACK_WIPES_OUT)
    again = reviews_by(storage, worker, posts)
    pieces = worker.pieces
    await again.recover()
    await asyncio.gather(*again._tasks)
    assert worker.pieces - pieces == len(BLACK_WIPES_OUT) - known
    assert (await again.require(finished.game.id)).review is not None


async def test_a_result_that_was_not_shown_is_shown_after_a_restart(
    storage: Storage, reviews: Reviews, posts: Posts, finished: GameSnapshot
) -> None:
    posts.fails_at = Status.DONE
    await create(reviews, finished.game.id)
    assert [review.id for review in await storage[ReviewStore].in_progress()] == [finished.game.id]
    await reviews.recover()
    await asyncio.gather(*reviews._tasks)
    assert posts.shown[-1].status is Status.DONE
    assert await storage[ReviewStore].in_progress() == ()


def quiet(storage: Storage, worker: Worker, a_day: int = 10) -> QuietReviews:
    pool = SearchPool(1, 10.0, run=worker)
    reviews = QuietReviews(kit_of(storage, Clock(), pool=pool, settings=QuickReviews()))
    reviews._a_day = a_day
    return reviews


async def ask(storage: Storage, person_id: int = BOB.id) -> None:
    await Preferences(storage).change_person(person_id, "background_reviews", "on")


async def test_games_are_reviewed_only_if_a_player_asks_for_it(
    storage: Storage, worker: Worker, finished: GameSnapshot
) -> None:
    director = quiet(storage, worker)
    await director.do_pending()
    assert await storage[ReviewStore].of(finished.game.id) is None
    await ask(storage)
    await director.do_pending()
    stored = there(await storage[ReviewStore].of(finished.game.id))
    assert (stored.done, stored.message_id, stored.asked.asker_id) == (True, None, BOB.id)
    assert [ply.ply for ply in stored.plies] == list(range(len(BLACK_WIPES_OUT)))
    assert await storage[ReviewStore].in_progress() == ()
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
    assert await storage[ReviewStore].of(finished.game.id) is None
    monkeypatch.undo()
    await quiet(storage, worker).do_pending()
    assert worker.pieces == len(BLACK_WIPES_OUT)
    stored = there(await storage[ReviewStore].of(finished.game.id))
    assert stored.done


async def test_a_review_that_is_requested_meanwhile_takes_over(
    storage: Storage, worker: Worker, finished: GameSnapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ask(storage)
    new = NewReview(finished.game.id, ANN.id, PLACE.guild_id, PLACE.channel_id)

    async def request() -> None:
        if worker.pieces == 3:
            await storage[ReviewStore].begin(new, 2)

    monkeypatch.setattr(worker, "before", request)
    await quiet(storage, worker).do_pending()
    assert worker.pieces == 4
    stored = there(await storage[ReviewStore].of(finished.game.id))
    assert (stored.done, stored.asked.asker_id, len(stored.plies)) == (False, ANN.id, 3)


async def test_a_person_has_a_few_a_day_and_the_newest_game_is_first(
    storage: Storage, worker: Worker, challenges: Challenges, referee: Referee, finished: GameSnapshot
) -> None:
    games = [finished, *[await play_out(referee, await begin(challenges), BLACK_WIPES_OUT) for _ in range(2)]]
    await ask(storage)
    await quiet(storage, worker, a_day=2).do_pending()
    done = [await storage[ReviewStore].of(snapshot.game.id) is not None for snapshot in games]
    assert sum(done) == 2
    # The other player's day is their own.
    await ask(storage, ANN.id)
    await quiet(storage, worker, a_day=2).do_pending()
    assert [await storage[ReviewStore].of(snapshot.game.id) is not None for snapshot in games] == [True] * 3


async def test_a_host_may_have_none(storage: Storage, worker: Worker, finished: GameSnapshot) -> None:
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

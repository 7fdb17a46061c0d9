"""Reviews, asked for or in the background."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.computer.pool import SearchPool
from bot.core.people import Person
from bot.core.refusals import NotOver, TakesTooLong, UnknownGame
from bot.core.runtime import Rest
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
    game_after,
    kit_of,
    refuses,
    settle,
)
from tests.cases import there


class Posts(RecordingMessenger):
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


class Room:
    """Reviews in a process whose worker and messages the test controls."""

    def __init__(self, storage: Storage, challenges: Challenges) -> None:
        self.storage, self.challenges, self.store = storage, challenges, storage[ReviewStore]
        self.worker, self.posts = Worker(), Posts()
        self.reviews = self.start()

    def start(self, rest: Rest = asyncio.sleep) -> Reviews:
        pool, settings = SearchPool(1, 10.0, run=self.worker), QuickReviews()
        given: Any = {"pool": pool, "messenger": self.posts, "settings": settings, "rest": rest}
        return Reviews(kit_of(self.storage, Clock(), **given))

    def quiet(self, a_day: int = 10) -> QuietReviews:
        pool = SearchPool(1, 10.0, run=self.worker)
        reviews = QuietReviews(kit_of(self.storage, Clock(), pool=pool, settings=QuickReviews()))
        reviews._a_day = a_day
        return reviews

    async def finished(self) -> int:
        return (await game_after(self.challenges, *BLACK_WIPES_OUT)).game.id

    async def request(self, game_id: int, who: Person = ANN) -> None:
        report, begun = await self.reviews.request(game_id, who, PLACE, sees_channel=False)
        assert begun
        self.reviews.resume(report.stored, 1)

    async def end(self, reviews: Reviews | None = None) -> None:
        await asyncio.gather(*(reviews or self.reviews)._tasks)

    async def ask(self, person_id: int = BOB.id) -> None:
        """Have a person's games reviewed in the background."""
        await Preferences(self.storage).change_person(person_id, "background_reviews", "on")


@pytest.fixture
def room(storage: Storage, challenges: Challenges) -> Room:
    return Room(storage, challenges)


@pytest.fixture
async def finished(room: Room) -> int:
    return await room.finished()


async def test_every_move_is_one_piece_which_is_repeated_if_it_was_stopped(room: Room, finished: int) -> None:
    room.worker.stopped = {1, 2, 5}
    await room.request(finished)
    await room.end()
    assert room.worker.pieces == len(BLACK_WIPES_OUT) + 3
    _, review = await room.reviews.require(finished)
    assert [move.move for move in review.moves] == list(BLACK_WIPES_OUT)


async def test_each_persons_first_review_comes_before_anyones_second(room: Room, finished: int) -> None:
    first, second, third = finished, await room.finished(), await room.finished()
    for game_id, who in ((first, ANN), (second, ANN), (third, BOB)):
        await room.request(game_id, who)
    await room.end()
    done = [report.snapshot.game.id for report in room.posts.shown if report.status is Status.DONE]
    assert done == [first, third, second]


async def test_more_reviews_of_all_people_are_refused(
    room: Room, finished: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.study.review.reviews.MAX_ALL_REVIEWS", 1)
    second = await room.finished()
    await room.request(finished)
    await refuses(TakesTooLong, room.request(second, BOB))
    await room.end()
    await room.request(second, BOB)
    await room.end()


async def test_a_review_that_takes_too_long_ends(
    room: Room, finished: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.study.review.reviews.MAX_SECONDS", 0.0)
    await room.request(finished)
    await room.end()
    assert room.posts.shown[-1].status is Status.CANCELLED
    assert await room.store.in_progress() == ()


async def test_a_queued_review_can_be_cancelled(room: Room, finished: int) -> None:
    second = await room.finished()
    for game_id in (finished, second):
        await room.request(game_id)
    await refuses(NotYourReview, room.reviews.cancel(second, BOB))
    await room.reviews.cancel(second, ANN)
    await room.end()
    ended = {report.snapshot.game.id: report.status for report in room.posts.shown}
    assert ended == {finished: Status.DONE, second: Status.CANCELLED}
    await refuses(ReviewOver, room.reviews.cancel(second, ANN))


async def test_a_result_is_shown_again_with_growing_delays_until_it_arrives(
    room: Room, finished: int
) -> None:
    delays: list[float] = []

    async def rest(seconds: float) -> None:
        delays.append(seconds)
        room.posts.loses_results = len(delays) < 3

    room.reviews = room.start(rest)
    room.posts.loses_results = True
    await room.request(finished)
    await room.end()
    assert delays == [30.0, 60.0, 120.0]
    assert room.posts.shown[-1].status is Status.DONE


async def test_a_review_is_for_people_who_may_see_the_game_once_it_is_over(
    room: Room, finished: int, referee: Referee
) -> None:
    reviews = room.reviews
    await refuses(UnknownGame, reviews.request(finished, CAT, PLACE, sees_channel=False))
    _, begun = await reviews.request(finished, CAT, PLACE, sees_channel=True)
    assert begun
    await refuses(ReviewUnderWay, reviews.request(finished, BOB, PLACE, sees_channel=False))
    game_id = (await begin(room.challenges)).game.id
    await refuses(NotOver, reviews.request(game_id, ANN, PLACE, sees_channel=True))
    await referee.resign(game_id, ANN)
    await refuses(NothingToReview, reviews.request(game_id, ANN, PLACE, sees_channel=True))


async def test_closing_leaves_the_rest_to_the_next_start(room: Room, finished: int) -> None:
    await room.request(finished)
    await room.worker.third.wait()
    await room.reviews.finish(5.0)
    (left,) = await room.store.in_progress()
    known = len(left.plies)
    assert 2 <= known < len(BLACK_WIPES_OUT)
    again, pieces = room.start(), room.worker.pieces
    await again.recover()
    await room.end(again)
    assert room.worker.pieces - pieces == len(BLACK_WIPES_OUT) - known
    await again.require(finished)


async def test_a_result_that_was_not_shown_is_shown_after_a_restart(room: Room, finished: int) -> None:
    room.posts.fails_at = Status.DONE
    await room.request(finished)
    await room.end()
    assert [review.id for review in await room.store.in_progress()] == [finished]
    await room.reviews.recover()
    await room.end()
    assert room.posts.shown[-1].status is Status.DONE
    assert await room.store.in_progress() == ()


async def test_games_are_reviewed_only_if_a_player_asks_for_it(room: Room, finished: int) -> None:
    director = room.quiet()
    await director.do_pending()
    assert await room.store.of(finished) is None
    await room.ask()
    await director.do_pending()
    stored = there(await room.store.of(finished))
    assert (stored.done, stored.message_id, stored.asked.asker_id) == (True, None, BOB.id)
    assert [ply.ply for ply in stored.plies] == list(range(len(BLACK_WIPES_OUT)))
    assert await room.store.in_progress() == ()
    await director.do_pending()
    assert room.worker.pieces == len(BLACK_WIPES_OUT)


async def test_a_restart_continues_where_it_was(
    room: Room, finished: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.ask()

    async def killed() -> None:
        if room.worker.pieces == 3:
            raise asyncio.CancelledError

    monkeypatch.setattr(room.worker, "before", killed)
    with pytest.raises(asyncio.CancelledError):
        await room.quiet().do_pending()
    assert await room.store.of(finished) is None
    monkeypatch.undo()
    await room.quiet().do_pending()
    assert room.worker.pieces == len(BLACK_WIPES_OUT)
    assert there(await room.store.of(finished)).done


async def test_a_review_that_is_requested_meanwhile_takes_over(
    room: Room, finished: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.ask()

    async def request() -> None:
        if room.worker.pieces == 3:
            await room.store.begin(NewReview(finished, ANN.id, PLACE.guild_id, PLACE.channel_id), 2)

    monkeypatch.setattr(room.worker, "before", request)
    await room.quiet().do_pending()
    assert room.worker.pieces == 4
    stored = there(await room.store.of(finished))
    assert (stored.done, stored.asked.asker_id, len(stored.plies)) == (False, ANN.id, 3)


async def test_a_person_has_a_few_a_day_and_the_newest_game_is_first(room: Room, finished: int) -> None:
    games = [finished, await room.finished(), await room.finished()]
    # The other player's day is their own.
    for who, reviewed in ((BOB, 2), (ANN, 3)):
        await room.ask(who.id)
        await room.quiet(a_day=2).do_pending()
        assert sum([await room.store.of(game_id) is not None for game_id in games]) == reviewed


async def test_a_host_may_have_none(room: Room, finished: int) -> None:
    await room.ask()
    room.quiet(a_day=0).recover()
    await settle()
    assert room.worker.pieces == 0


async def test_a_review_that_fails_does_not_keep_others_waiting(
    room: Room, finished: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.finished()
    await room.ask()

    async def fail() -> None:
        if room.worker.pieces == 0:
            room.worker.pieces += 1
            raise RuntimeError

    monkeypatch.setattr(room.worker, "before", fail)
    director = room.quiet()
    for _ in range(2):
        await director.do_pending()
        assert room.worker.pieces == 1 + len(BLACK_WIPES_OUT)

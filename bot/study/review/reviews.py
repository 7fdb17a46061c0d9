"""Reviews of finished games: created in the background, one position at a time, and stored for good.

The results for each ply are stored at once, so a review resumes even when it is requested again after it was
cancelled. A game has one review, shared by everyone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import ClassVar

from bot.computer.pool import MAX_BACKGROUND_SECONDS, Urgency
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place
from bot.core.refusals import NotOver, TakesTooLong, UnknownGame, UnseenGame
from bot.core.snapshot import NO_SIDE, GameSnapshot
from bot.messages.jobs import Job, Jobs, Status
from bot.play.games.changes import load
from bot.services.services import Kit
from bot.study.review import refusals
from bot.study.review.analysis import Analysis
from bot.study.review.reports import ReviewReport, done_report, place_of
from data.db.chores import Chore
from data.games.records import GameState
from data.jobs.reviews import NewReview, StoredReview, reviews_in_progress
from engine import StopFlag
from renderers.replay import Film, Projection

MAX_REVIEWS = 2
"""Maximum reviews one person may have in progress."""

MAX_ALL_REVIEWS = 50
"""Maximum reviews in progress in this process."""

MAX_SECONDS = 3600.0
"""Maximum time of a review from its turn in the queue, in seconds, however often games interrupt it."""

FILM_SECONDS = 1.0
"""Approximate time to draw the animation of an error, in seconds."""


@dataclass(eq=False, slots=True)
class _Review(Job):
    stored: StoredReview
    analysis: Analysis = field(init=False)
    plies: int = 0
    ends: float = 0.0


class Reviews(Jobs[_Review]):
    """Creates reviews, one after the other, and finds those that are done."""

    chores: ClassVar[tuple[Chore, ...]] = (reviews_in_progress,)

    job = _Review
    name = "review"
    show_every = 2.5
    # Two at a time would only take twice as long.
    max_running = 1
    over = refusals.ReviewOver
    not_yours = refusals.NotYourReview

    def __init__(self, kit: Kit) -> None:
        super().__init__(
            kit.storage.reviews, kit.messenger, rest=kit.rest, wait=kit.wait, clock=kit.monotonic
        )
        self._storage = kit.storage
        self._pool = kit.pool
        self._search_core = kit.search_core
        self._seconds = kit.settings.review_seconds
        self._megabytes = kit.settings.tables().megabytes
        self._listeners: list[Callable[[int], object]] = []

    def listen(self, listener: Callable[[int], object]) -> None:
        """Call `listener` with the game of every review that is done from now on."""
        self._listeners.append(listener)

    async def request(
        self, game_id: int, who: Person, place: Place, *, sees_channel: bool
    ) -> tuple[ReviewReport, bool]:
        """Return the review of a finished game; if it has none, store one and True: `start` begins it.

        `sees_channel` is true if the person can see the channel in which the game was played. Refused while
        the review is in progress.
        """
        snapshot = await self._reviewable(game_id, who, sees_channel=sees_channel)
        if len(self._jobs) >= MAX_ALL_REVIEWS and await self._storage.reviews.of(game_id) is None:
            raise TakesTooLong
        new = NewReview(game_id, who.id, place.guild_id, place.channel_id)
        with refusing_at_limits(who.id):
            stored, begun = await self._storage.reviews.begin(new, MAX_REVIEWS)
        if begun:
            self._beginning.add(game_id)
            return ReviewReport(stored, snapshot), True
        if not stored.done:
            asked = stored.asked
            raise refusals.ReviewUnderWay(Place(asked.channel_id, asked.guild_id), stored.message_id)
        return done_report(stored, snapshot), False

    async def animate(self, who: Person, film: Callable[[], Film]) -> bytes:
        """Draw a film for a person on a free worker; refused past its deadline."""
        projection = Projection(film)

        def work(seconds: float, stop: StopFlag) -> bytes | None:
            return projection.resume(stop.is_set)

        ends = self._pool.now() + MAX_BACKGROUND_SECONDS
        gif = None
        while gif is None:
            gif = await self._pool.run_for(who.id, work, FILM_SECONDS, within=ends - self._pool.now())
        return gif

    async def require(self, game_id: int) -> ReviewReport:
        """Return the review of a game. Refused if there is none, or it is not done."""
        snapshot = await load(self._storage, game_id)
        stored = await self._storage.reviews.of(game_id)
        if stored is None or not stored.done:
            raise refusals.NoReview
        return done_report(stored, snapshot)

    async def _reviewable(self, game_id: int, who: Person, *, sees_channel: bool) -> GameSnapshot:
        snapshot = await load(self._storage, game_id)
        if snapshot.side_of(who.id) is None and not sees_channel:
            raise UnseenGame(game_id)
        if snapshot.game.state is not GameState.FINISHED:
            raise NotOver
        seats = snapshot.game.seats
        # Where only the computer has moved, there is nothing to say about the players.
        moved = [seats[by].computer for by in snapshot.movers if by != NO_SIDE]
        if not moved or (None not in moved and not snapshot.is_exhibition):
            raise refusals.NothingToReview
        return snapshot

    @asynccontextmanager
    async def _loaded(self, job: _Review) -> AsyncIterator[None]:
        snapshot = await load(self._storage, job.stored.id)
        await self._search_core.ready(snapshot.game.game)
        job.analysis = Analysis(
            snapshot.kind.judging,
            snapshot.positions(),
            snapshot.game.moves,
            job.stored.plies,
            seconds=self._seconds,
            megabytes=self._megabytes,
            executor=self._pool.executor,
        )
        job.plies = job.analysis.plies
        job.ends = self._pool.now() + MAX_SECONDS
        try:
            yield
        finally:
            job.analysis.close()

    def _is_complete(self, job: _Review) -> bool:
        return job.analysis.complete

    async def _work(self, job: _Review) -> None:
        def work(seconds: float, stop: StopFlag) -> None:
            job.analysis.analyse_next(stop)

        within = job.ends - self._pool.now()
        try:
            await self._pool.run_in_background(work, self._seconds, urgency=Urgency.ASKED, within=within)
        except TakesTooLong:
            job.status = Status.CANCELLED

    async def _save(self, job: _Review) -> None:
        known = job.analysis.known
        for ply in set(known) - set(job.stored.plies):
            if not await self._storage.reviews.add(job.stored.id, ply):
                raise UnknownGame
        job.stored = replace(job.stored, plies=known)

    async def _finish(self, job: _Review, *, shown: bool) -> None:
        # Even if its message did not arrive: players can open it.
        if not job.stored.done:
            await self._storage.reviews.finish(job.stored.id)
            job.stored = replace(job.stored, done=True)
            for listener in self._listeners:
                listener(job.stored.id)

    async def _report(self, job: _Review) -> tuple[ReviewReport, Place]:
        stored, snapshot = job.stored, await load(self._storage, job.stored.id)
        report = ReviewReport(stored, snapshot, job.status, len(stored.plies), job.plies)
        if job.status is Status.DONE:
            report = done_report(stored, snapshot)
        return report, place_of(stored, snapshot)

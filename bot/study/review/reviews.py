"""Reviews of finished games: created in the background, one position at a time, and stored for good.

The results for each ply are stored at once, so a review resumes even when it is requested again after it was
cancelled. A game has one review, shared by everyone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar, TypeVar

import structlog

from bot.catalog import GAMES, GameKind
from bot.computer.pool import MAX_BACKGROUND_SECONDS, SearchPool, Urgency
from bot.computer.search_core import SearchCore
from bot.core.background import PendingWork
from bot.core.fields import Frozen
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place
from bot.core.refusals import InProgress, NotOver, NotYours, TakesTooLong, UnknownGame, refusal
from bot.core.signals import NamesOutdated
from bot.core.snapshot import NO_SIDE, GameSnapshot
from bot.features import Kit
from bot.messages.delivery import Delivered
from bot.messages.jobs import Job, Jobs, Status
from bot.play.games.changes import load, load_seen
from bot.study.review.analysis import Analysis
from bot.study.review.verdicts import Review, judge
from data.db.chores import Chore
from data.db.registry import Signal
from data.games.records import GameState
from data.jobs.reviews import (
    NewReview,
    QuietReview,
    ReviewedPly,
    ReviewStore,
    StoredReview,
    reviews_in_progress,
)
from engine import Limits, Position, StopFlag
from executors.executor import Executor
from executors.tasks import SearchPosition
from languages import gettext_noop
from renderers.replay import Film, Projection

log = structlog.get_logger(__name__)

LATEST_GAMES = 50
"""Latest games of a person that are reviewed."""

MAX_A_DAY = 10
"""Maximum background reviews of a person within 24 hours."""


def _analysis(kit: Kit, snapshot: GameSnapshot, known: Iterable[ReviewedPly]) -> Analysis:
    return Analysis(
        snapshot.kind.judging,
        snapshot.positions(),
        snapshot.game.moves,
        known,
        seconds=kit.settings.review_seconds,
        megabytes=kit.settings.tables().megabytes,
        executor=kit[SearchPool].executor,
    )


class QuietReviews(PendingWork):
    """Makes background reviews, one after the other."""

    # Whether there is work depends on the time of earlier reviews, so every pass looks.
    chores: ClassVar[tuple[Chore, ...]] = ()

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit.background)
        self._storage = kit.storage
        self._pool = kit[SearchPool]
        self._search_core = kit[SearchCore]
        self._seconds = kit.settings.review_seconds
        self._analysis = partial(_analysis, kit)
        self._a_day = MAX_A_DAY if kit.settings.background_seconds else 0
        self._failed: set[int] = set()

    async def do_pending(self) -> None:
        """Review all games that people want reviewed now."""
        reviews = self._storage[ReviewStore]
        while self._a_day:
            quiet = await reviews.wanted(GAMES, LATEST_GAMES, self._a_day, self._failed)
            if quiet is None:
                return
            try:
                await self._review(quiet)
            except UnknownGame:
                continue
            except Exception:
                log.exception("background review failed", game=quiet.game_id)
                self._failed.add(quiet.game_id)

    async def _review(self, quiet: QuietReview) -> None:
        reviews, snapshot = self._storage[ReviewStore], await load(self._storage, quiet.game_id)
        await self._search_core.ready(snapshot.game.game)
        analysis = self._analysis(snapshot, await reviews.plies_of(quiet.game_id))
        try:
            stored = set(analysis.known)
            while not analysis.complete:
                await self._pool.run_in_background(
                    lambda _, stop: analysis.analyse_next(stop),
                    self._seconds,
                    urgency=Urgency.SPARE,
                    owner=quiet.player_id,
                )
                for ply in set(analysis.known) - stored:
                    if not await reviews.add_quietly(quiet.game_id, ply):
                        return
                    stored.add(ply)
        finally:
            analysis.close()
        await reviews.finish_quietly(quiet)


NothingToReview = refusal("No one made a move in this game, so I can't review it.")


class ReviewUnderWay(InProgress):
    text = gettext_noop("This game is being reviewed right now: {link}")
    unseen = gettext_noop("This game is being reviewed right now. Ask again in a moment.")


NoReview = refusal("There is no review of this game. Ask for one with `/review`.")


class NotYourReview(NotYours):
    text = gettext_noop(
        "{person} requested this review: only {person} and the moderators here can cancel it."
    )


ReviewOver = refusal("This review has already ended.")


class ReviewReport(Frozen):
    """A review and its progress: `done` of `plies` are analysed; `review` is None until all are."""

    stored: StoredReview
    snapshot: GameSnapshot
    status: Status = Status.WAITING
    done: int = 0
    plies: int = 0
    review: Review | None = None


def review_of(stored: StoredReview, snapshot: GameSnapshot) -> Review:
    """Judge a game by its stored review, which is done."""
    game = snapshot.game
    return judge(snapshot.kind.judging, snapshot.positions(), game.moves, stored.plies, game.winner)


def _done_report(stored: StoredReview, snapshot: GameSnapshot) -> ReviewReport:
    plies = len(stored.plies)
    return ReviewReport(stored, snapshot, Status.DONE, plies, plies, review_of(stored, snapshot))


def _place_of(stored: StoredReview, snapshot: GameSnapshot) -> Place:
    asked, game = stored.asked, snapshot.game
    by_clicks = game.by_clicks and game.channel_id == asked.channel_id
    return Place(asked.channel_id, asked.guild_id, by_clicks)


MAX_MOVES = 6
"""Maximum moves after the one in question."""

SEARCH_SECONDS = 0.5
SEARCH_NODES = 200_000
"""Nodes end the search, so that the same is found again; the seconds are for slow machines."""


def expected_after(
    position: Position, answer: str | None, executor: Executor, stop: StopFlag
) -> tuple[str, ...] | None:
    """Return the moves expected from a position on, `answer` first if known; None if that was stopped."""
    moves: tuple[str, ...] = ()
    if answer is not None:
        moves, position = (answer,), position.play(answer)
    if position.result() is None:
        limits = Limits(SEARCH_SECONDS, nodes=SEARCH_NODES)
        result = executor.run(SearchPosition(position, limits), SEARCH_SECONDS, stop)
        if stop.is_set():
            return None
        moves += result.line
    return moves[:MAX_MOVES]


MAX_REVIEWS = 2
"""Maximum reviews one person may have in progress."""

MAX_ALL_REVIEWS = 50
"""Maximum reviews in progress in this process."""

MAX_SECONDS = 3600.0
"""Maximum time of a review from its turn in the queue, in seconds, however often games interrupt it."""

FILM_SECONDS = 1.0
"""Approximate time to draw the animation of an error, in seconds."""

T = TypeVar("T")


@dataclass(eq=False, slots=True)
class _Review(Job):
    stored: StoredReview
    analysis: Analysis = field(init=False)
    plies: int = 0
    ends: float = 0.0


class ReviewDone(Signal[int, object]):
    """The review of a game is done."""


class ReviewProgressed(Signal[int, object]):
    """The review of a game has got further, or is done."""


class Reviews(Jobs[_Review]):
    """Creates reviews, one after the other, and finds those that are done."""

    chores: ClassVar[tuple[Chore, ...]] = (reviews_in_progress,)

    job = _Review
    name = "review"
    show_every = 2.5
    # Two at a time would only take twice as long.
    max_running = 1
    over = ReviewOver
    not_yours = NotYourReview

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit[ReviewStore], kit)
        self._storage = kit.storage
        self._pool = kit[SearchPool]
        self._search_core = kit[SearchCore]
        self._seconds = kit.settings.review_seconds
        self._analysis = partial(_analysis, kit)
        self._done = kit[ReviewDone]
        self._progressed = kit[ReviewProgressed]
        kit[NamesOutdated].listen(self._update_names)

    async def request(
        self, game_id: int, who: Person, place: Place, *, sees_channel: bool
    ) -> tuple[ReviewReport, bool]:
        """Return the review of a finished game; if it has none, store one and True: `start` begins it.

        `sees_channel` is true if the person can see the channel in which the game was played. Refused while
        the review is in progress.
        """
        snapshot = await self._reviewable(game_id, who, sees_channel=sees_channel)
        if len(self._jobs) >= MAX_ALL_REVIEWS and await self._storage[ReviewStore].of(game_id) is None:
            raise TakesTooLong
        new = NewReview(game_id, who.id, place.guild_id, place.channel_id)
        with refusing_at_limits(who.id):
            stored, begun = await self._storage[ReviewStore].begin(new, MAX_REVIEWS)
        if begun:
            self._beginning.add(game_id)
            return ReviewReport(stored, snapshot), True
        if not stored.done:
            asked = stored.asked
            raise ReviewUnderWay(Place(asked.channel_id, asked.guild_id), stored.message_id)
        return _done_report(stored, snapshot), False

    async def animate(self, who: Person, film: Callable[[], Film]) -> bytes:
        """Draw a film for a person on a free worker; refused past its deadline."""
        projection = Projection(film)
        return await self._repeated(who, FILM_SECONDS, lambda stop: projection.resume(stop.is_set))

    async def expected_after(
        self, who: Person, kind: GameKind, after: Iterable[tuple[Position, str | None]]
    ) -> tuple[tuple[str, ...], ...]:
        """Return what is expected from each position on, of which the best move may be known.

        Refused past its deadline.
        """
        await self._search_core.ready(kind.key)
        lines = []
        for position, answer in after:
            search = partial(expected_after, position, answer, self._pool.executor)
            lines.append(await self._repeated(who, SEARCH_SECONDS, search))
        return tuple(lines)

    async def _repeated(self, who: Person, seconds: float, work: Callable[[StopFlag], T | None]) -> T:
        """Do a person's work on a free worker, again until it is not stopped."""
        ends, done = self._pool.now() + MAX_BACKGROUND_SECONDS, None
        while done is None:
            within = ends - self._pool.now()
            done = await self._pool.run_for(who.id, lambda _, stop: work(stop), seconds, within=within)
        return done

    async def require(self, game_id: int) -> tuple[GameSnapshot, Review]:
        """Return a game and its review. Refused if there is none, or it is not done."""
        report = await self.find(game_id)
        if report is None or report.review is None:
            raise NoReview
        return report.snapshot, report.review

    async def find(self, game_id: int) -> ReviewReport | None:
        """Return the review of a game, done or in progress; None if there is none."""
        snapshot = await load(self._storage, game_id)
        stored = await self._storage[ReviewStore].of(game_id)
        if stored is None:
            return None
        if stored.done:
            return _done_report(stored, snapshot)
        job = self._jobs.get(game_id)
        status, plies = (Status.WAITING, 0) if job is None else (job.status, job.plies)
        return ReviewReport(stored, snapshot, status, len(stored.plies), plies)

    async def _reviewable(self, game_id: int, who: Person, *, sees_channel: bool) -> GameSnapshot:
        snapshot = await load_seen(self._storage, game_id, who, sees_channel=sees_channel)
        if snapshot.game.state is not GameState.FINISHED:
            raise NotOver
        seats = snapshot.game.seats
        # Where only the computer has moved, there is nothing to say about the players.
        moved = [seats[by].computer for by in snapshot.movers if by != NO_SIDE]
        if not moved or (None not in moved and not snapshot.is_computer_match):
            raise NothingToReview
        return snapshot

    @asynccontextmanager
    async def _loaded(self, job: _Review) -> AsyncIterator[None]:
        snapshot = await load(self._storage, job.stored.id)
        await self._search_core.ready(snapshot.game.game)
        job.analysis = self._analysis(snapshot, job.stored.plies)
        job.plies = job.analysis.plies
        job.ends = self._pool.now() + MAX_SECONDS
        try:
            yield
        finally:
            job.analysis.close()

    def _is_complete(self, job: _Review) -> bool:
        return job.analysis.complete

    async def _work(self, job: _Review) -> None:
        try:
            await self._pool.run_in_background(
                lambda _, stop: job.analysis.analyse_next(stop),
                self._seconds,
                urgency=Urgency.ASKED,
                within=job.ends - self._pool.now(),
            )
        except TakesTooLong:
            job.status = Status.CANCELLED

    async def _save(self, job: _Review) -> None:
        known = job.analysis.known
        for ply in set(known) - set(job.stored.plies):
            if not await self._storage[ReviewStore].add(job.stored.id, ply):
                raise UnknownGame
        job.stored = replace(job.stored, plies=known)
        self._progressed.tell(job.stored.id)

    async def _finish(self, job: _Review, *, shown: bool) -> None:
        # Even if its message did not arrive: players can open it.
        if not job.stored.done:
            await self._storage[ReviewStore].finish(job.stored.id)
            job.stored = replace(job.stored, done=True)
            self._done.tell(job.stored.id)
            self._progressed.tell(job.stored.id)

    async def _report(self, job: _Review) -> tuple[ReviewReport, Place]:
        stored, snapshot = job.stored, await load(self._storage, job.stored.id)
        report = ReviewReport(stored, snapshot, job.status, len(stored.plies), job.plies)
        if job.status is Status.DONE:
            report = _done_report(stored, snapshot)
        return report, _place_of(stored, snapshot)

    async def _update_names(self, game_id: int) -> bool:
        """Redraw the message of a game's review with today's names; False if that should be retried."""
        stored, game = await self._storage[ReviewStore].of(game_id), await self._storage.game(game_id)
        if stored is None or game is None:
            return True
        if not stored.done:
            # A message with the old names may be on its way.
            return False
        if stored.message_id is None:
            return True
        snapshot = GameSnapshot.of(game)
        report, place = _done_report(stored, snapshot), _place_of(stored, snapshot)
        shown = await self._messenger.rewrite(report, place, stored.message_id)
        return isinstance(shown, Delivered) or shown.permanent

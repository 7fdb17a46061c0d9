"""Reviews of finished games: created in the background, one position at a time, and kept for good.

Reviews run in the background (`SearchPool.run_in_background`): people's moves come first. Findings about a
ply are stored at once, so a review resumes after a restart, or when it is requested again after it was
cancelled. A game has one review, for everybody.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field, replace

import structlog

from bot import refusals
from bot.computer.pool import SearchPool, Urgency
from bot.computer.search_core import SearchCore
from bot.games.changes import load
from bot.games.people import Person, Place
from bot.games.publisher import Request
from bot.games.snapshot import NO_SIDE, GameSnapshot
from bot.messages.delivery import Delivered, Messenger
from bot.review.analysis import Analysis
from bot.review.reports import ReviewReport, Status, done_report, place_of
from bot.runtime import Monotonic, Rest, Wait, wait_here
from data import GameState, NewReview, ReviewedPly, Storage, StoredReview
from engine import StopFlag

log = structlog.get_logger(__name__)

MOST_AT_ONCE = 2
"""So many reviews can be under way that one person has asked for."""

REVIEW_SECONDS = 20.0
"""The searches of a review take this long, on one core."""

SHOW_EVERY = 2.5
"""Seconds from one showing of the progress to the next: a channel takes about five edits in five seconds."""

RETRY_SECONDS = 30.0
"""How long to wait before the result is shown again, when it did not arrive."""

TRIES = 2
"""A review ends after so many faults of ours."""


@dataclass(eq=False, slots=True)
class _Run:
    """A review that is being made."""

    stored: StoredReview
    shown_at: float
    request: Request | None
    status: Status = Status.WAITING
    unseen: bool = False
    turn: asyncio.Event = field(default_factory=asyncio.Event)
    piece: asyncio.Task[ReviewedPly | None] | None = None


class Reviews:
    """Makes reviews, one after the other, and knows those that are made."""

    def __init__(
        self,
        storage: Storage,
        pool: SearchPool,
        search_core: SearchCore,
        messenger: Messenger,
        *,
        seconds: float = REVIEW_SECONDS,
        megabytes: float = 64.0,
        rest: Rest = asyncio.sleep,
        wait: Wait = wait_here,
        clock: Monotonic = time.monotonic,
    ) -> None:
        """`seconds` is how long the searches for one game take, `megabytes` their table."""
        self._storage = storage
        self._pool = pool
        self._search_core = search_core
        self._messenger = messenger
        self._seconds = seconds
        self._megabytes = megabytes
        self._rest = rest
        self._wait = wait
        self._clock = clock
        self._queue: deque[_Run] = deque()
        self._beginning: set[int] = set()
        self._runs: dict[int, _Run] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    # --- what people ask for -----------------------------------------------------------------------------

    async def ask(
        self, game_id: int, who: Person, place: Place, *, sees_channel: bool
    ) -> tuple[ReviewReport, bool]:
        """The review of a finished game; it is begun if there is none, and made from `start` on.

        The flag tells whether this call has begun it. `sees_channel` is whether the person can see the
        channel in which the game was played. Refused while the review is being made.
        """
        snapshot = await self._reviewable(game_id, who, sees_channel=sees_channel)
        new = NewReview(game_id, who.id, place.guild_id, place.channel_id)
        with refusals.refusing_at_limits(who.id):
            stored, begun = await self._storage.reviews.begin(new, MOST_AT_ONCE)
        if begun:
            self._beginning.add(game_id)
            return ReviewReport(stored, snapshot), True
        if not stored.done:
            asked = stored.asked
            raise refusals.ReviewUnderWay(Place(asked.channel_id, asked.guild_id), stored.message_id)
        return done_report(stored, snapshot), False

    async def of(self, game_id: int) -> ReviewReport:
        """The review of a game as it is kept. Refused when there is none."""
        snapshot = await load(self._storage, game_id)
        stored = await self._storage.reviews.of(game_id)
        if stored is None or not stored.done:
            raise refusals.NoReview
        return done_report(stored, snapshot)

    async def cancel(self, game_id: int, who: Person, *, moderator: bool = False) -> None:
        """End a review before its time; for who asked for it, and moderators of the channel."""
        await self.recover()
        run = self._runs.get(game_id)
        if run is None or not run.status.under_way:
            raise refusals.ReviewOver
        asker_id = run.stored.asked.asker_id
        if asker_id != who.id and not moderator:
            raise refusals.NotYourReview(asker_id)
        run.status = Status.CANCELLED
        run.turn.set()
        if run.piece is not None:
            run.piece.cancel()

    async def _reviewable(self, game_id: int, who: Person, *, sees_channel: bool) -> GameSnapshot:
        snapshot = await load(self._storage, game_id)
        if snapshot.side_of(who.id) is None and not sees_channel:
            raise refusals.UnseenGame(game_id)
        if snapshot.game.state is not GameState.FINISHED:
            raise refusals.NotOver
        if all(by == NO_SIDE for by in snapshot.movers):
            raise refusals.NothingToReview
        return snapshot

    # --- how reviews go on -------------------------------------------------------------------------------

    async def start(self, report: ReviewReport, place: Place, request: Request) -> None:
        """Answer a request with the message of a review, and make it."""
        message_id = None
        try:
            message_id = (await self._messenger.answer(report, place, request)).message_id
        finally:
            # Even if it could not be sent: the first progress is then posted.
            self.go_on(report.stored, message_id, request)

    def go_on(
        self, stored: StoredReview, message_id: int | None = None, request: Request | None = None
    ) -> None:
        """Make a review in the background, if nothing does so already; `message_id` is the message that shows
        it, which answered `request`."""
        self._beginning.discard(stored.game_id)
        if self._closing or stored.game_id in self._runs:
            return
        begun = replace(stored, message_id=message_id or stored.message_id)
        run = self._runs[stored.game_id] = _Run(begun, self._clock(), request)
        task = asyncio.create_task(self._run(run, message_id), name=f"review of game {stored.game_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def recover(self) -> None:
        """Go on with every review that is under way and stands still: after a restart, and after a fault."""
        for stored in await self._storage.reviews.in_progress():
            if stored.game_id not in self._beginning:
                self.go_on(stored)

    async def close(self, seconds: float) -> None:
        """Go no further, and wait at most `seconds` until what was found out is stored."""
        self._closing = True
        for run in self._runs.values():
            run.turn.set()
            if run.piece is not None:
                run.piece.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        for task in self._tasks:
            task.cancel()

    async def _run(self, run: _Run, message_id: int | None) -> None:
        try:
            if message_id is not None:
                await self._storage.reviews.note_message(run.stored.game_id, message_id)
            await self._in_turn(run)
            if run.status.under_way:
                # The bot is stopping, or the game is gone.
                return
            await self._conclude(run)
        except refusals.UnknownGame:
            log.info("a review ends: its game is gone", game=run.stored.game_id)
        except Exception:
            log.exception("a review failed; will resume in a minute", game=run.stored.game_id)
        finally:
            del self._runs[run.stored.game_id]

    async def _in_turn(self, run: _Run) -> None:
        """Make a review when those before it are made: two at a time would only take twice as long."""
        self._queue.append(run)
        self._queue[0].turn.set()
        try:
            await self._wait(run.turn.wait())
            await self._make(run)
        finally:
            self._queue.remove(run)
            if self._queue:
                self._queue[0].turn.set()

    async def _make(self, run: _Run) -> None:
        """Find out about every ply, and show how far that is."""
        if not run.status.under_way or self._closing:
            return
        run.status = Status.RUNNING
        await self._search_core.ready((await load(self._storage, run.stored.game_id)).game.game)
        snapshot = await load(self._storage, run.stored.game_id)
        analysis = Analysis(
            snapshot.kind.judging,
            snapshot.positions(),
            snapshot.game.moves,
            run.stored.plies,
            seconds=self._seconds,
            megabytes=self._megabytes,
            executor=self._pool.executor,
        )
        try:
            await self._find_out(run, analysis)
        finally:
            analysis.close()

    async def _find_out(self, run: _Run, analysis: Analysis) -> None:
        failures = 0
        while run.status is Status.RUNNING and not self._closing and not analysis.complete:
            run.piece = asyncio.create_task(self._piece(analysis))
            await asyncio.wait({run.piece})
            error = None if run.piece.cancelled() else run.piece.exception()
            if error is not None:
                log.error("a position could not be reviewed", game=run.stored.game_id, exc_info=error)
                failures += 1
                if failures == TRIES:
                    run.status = Status.FAILED
            elif not run.piece.cancelled() and (found := run.piece.result()) is not None:
                if not await self._storage.reviews.add(run.stored.game_id, found):
                    raise refusals.UnknownGame
                run.stored = replace(run.stored, plies=analysis.known)
            if run.status is Status.RUNNING and self._clock() - run.shown_at >= SHOW_EVERY:
                await self._bring_up_to_date(run, analysis)
        if run.status is Status.RUNNING and analysis.complete:
            run.stored = replace(run.stored, done=True, plies=analysis.known)
            run.status = Status.DONE

    async def _piece(self, analysis: Analysis) -> ReviewedPly | None:
        def work(seconds: float, stop: StopFlag) -> ReviewedPly | None:
            return analysis.find_out(stop)

        return await self._pool.run_in_background(work, self._seconds, urgency=Urgency.ASKED)

    async def _conclude(self, run: _Run) -> None:
        """Show the result; one that was not made is forgotten, but for the plies that are known.

        It is done only when that was tried: whoever kills the bot before finds it shown after the next start.
        """
        if run.status is not Status.DONE:
            await self._storage.reviews.drop(run.stored.game_id)
        shown = await self._bring_up_to_date(run)
        if run.status is Status.DONE:
            await self._storage.reviews.finish(run.stored.game_id)
        while not shown and not self._closing:
            await self._rest(RETRY_SECONDS)
            shown = await self._bring_up_to_date(run)

    async def _bring_up_to_date(self, run: _Run, analysis: Analysis | None = None) -> bool:
        """Show how far it is; returns False when that did not arrive and is to be tried again."""
        if run.unseen:
            return True
        snapshot = await load(self._storage, run.stored.game_id)
        if run.status is Status.DONE:
            report = done_report(run.stored, snapshot)
        else:
            done, plies = (analysis.done, analysis.plies) if analysis is not None else (0, 0)
            report = ReviewReport(run.stored, snapshot, run.status, done, plies)
        place = place_of(run.stored, snapshot)
        shown = await self._messenger.show(report, place, run.stored.message_id, run.request)
        if not isinstance(shown, Delivered) and shown.permanent:
            # It is made all the same, and stored for the next request.
            log.info("review not visible", game=run.stored.game_id)
            run.unseen = True
            return True
        run.shown_at = self._clock()
        if not isinstance(shown, Delivered):
            return False
        if shown.message_id != run.stored.message_id:
            run.stored = replace(run.stored, message_id=shown.message_id)
            await self._storage.reviews.note_message(run.stored.game_id, shown.message_id)
        return True

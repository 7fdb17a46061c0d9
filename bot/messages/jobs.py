"""Background jobs: long analyses in small pieces, shown by a message, that survive restarts.

A job is stored before it begins, and so are the results of every piece; however the process ends, the next
start resumes there. Pieces run in the background (`SearchPool.run_in_background`): players' moves come first.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import Enum
from typing import ClassVar, Generic, TypeAlias, TypeVar

import structlog

from bot.core import refusals
from bot.core.background import Backoff
from bot.core.people import Person, Place
from bot.core.publisher import UserRequest
from bot.features import Kit
from bot.messages.delivery import Adopted, Delivered, MessageAdopted, Messenger
from data.jobs.reviews import ReviewStore, StoredReview, StrengthTest, StrengthTestStore

log = structlog.get_logger(__name__)

BACKOFF = Backoff(timedelta(seconds=30), timedelta(minutes=15))
"""Delays between attempts to show a result."""

MAX_FAULTS = 2
"""Failed pieces after which a job ends."""


class Status(Enum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"

    @property
    def in_progress(self) -> bool:
        """True if the job has not ended."""
        return self in (Status.WAITING, Status.RUNNING)


StoredJob: TypeAlias = StoredReview | StrengthTest


@dataclass(eq=False, slots=True)
class Job:
    """A job in progress; its message may answer `request`."""

    stored: StoredJob
    shown_at: float
    request: UserRequest | None = None
    status: Status = Status.WAITING
    unseen: bool = False
    turn: asyncio.Event = field(default_factory=asyncio.Event)
    piece: asyncio.Task[None] | None = None


J = TypeVar("J", bound=Job)


class Jobs(ABC, Generic[J]):
    """All jobs of one kind: subclasses say what a piece is, and how results are stored and shown."""

    job: type[J]
    name: ClassVar[str]
    """What their messages mark as their subject, too."""
    show_every: ClassVar[float]
    """Seconds between two edits of the progress; a channel takes about five edits in five seconds."""
    max_running: ClassVar[int | None] = None
    """Maximum jobs worked on at a time; the others are queued."""
    over: ClassVar[type[refusals.Refusal]]
    """Refuses to cancel a job that has ended."""
    not_yours: ClassVar[type[refusals.NotYours]]
    """Refuses to cancel the job of another person, by their id."""
    ends_unseen: ClassVar[bool] = False
    """True if a job ends when its message is deleted."""
    outlasts_token: ClassVar[bool] = False
    """True if the token of the request is of no use for the message."""

    def __init__(self, store: ReviewStore | StrengthTestStore, kit: Kit) -> None:
        kit[MessageAdopted].listen(self._adopt)
        self._store = store
        self._messenger = kit[Messenger]
        self._rest = kit.rest
        self._wait = kit.runtime.wait
        self._clock = kit.runtime.monotonic
        self._beginning: set[int] = set()
        """Stored jobs whose first message is being sent."""
        self._jobs: dict[int, J] = {}
        self._queue: list[J] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    async def start(self, stored: StoredJob, report: object, place: Place, request: UserRequest) -> None:
        message_id = None
        try:
            message_id = (await self._messenger.answer(report, place, request)).message_id
        finally:
            # Even if it could not be sent: the first progress is then posted.
            self.resume(stored, message_id, request)

    async def recover(self) -> None:
        """Resume every stored job that is not in progress: after a restart, or a fault of ours."""
        for stored in await self._store.in_progress():
            if stored.id not in self._beginning:
                self.resume(stored)

    def resume(
        self, stored: StoredJob, message_id: int | None = None, request: UserRequest | None = None
    ) -> None:
        """Work on a stored job, unless that is in progress; `message_id` is its new message, if any."""
        self._beginning.discard(stored.id)
        if self._closing or stored.id in self._jobs:
            return
        token = None if self.outlasts_token else request
        job = self._jobs[stored.id] = self.job(stored, self._clock(), token)
        task = asyncio.create_task(self._run(job, message_id), name=f"{self.name} {stored.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def require_cancellable(self, job_id: int, who: Person, *, moderator: bool = False) -> J:
        """Return a job in progress that the person may cancel: who requested it, and moderators."""
        await self.recover()
        job = self._jobs.get(job_id)
        if job is None or not job.status.in_progress:
            raise self.over
        asker_id = job.stored.asked.asker_id
        if asker_id != who.id and not moderator:
            raise self.not_yours(asker_id)
        return job

    async def cancel(self, job_id: int, who: Person, *, moderator: bool = False) -> None:
        """Cancel a job, for the person who requested it and moderators of the channel."""
        job = await self.require_cancellable(job_id, who, moderator=moderator)
        job.status = Status.CANCELLED
        _interrupt(job)

    async def finish(self, seconds: float) -> None:
        """Interrupt all jobs until the next start; wait at most `seconds` until their results are stored."""
        self._closing = True
        for job in self._jobs.values():
            _interrupt(job)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        for task in self._tasks:
            task.cancel()

    async def _adopt(self, adopted: Adopted) -> None:
        if adopted.kind == self.name:
            for stored in await self._store.in_progress():
                if stored.id == adopted.number and stored.message_id is None:
                    await self._store.record_message(stored.id, adopted.message.message_id)

    @abstractmethod
    def _loaded(self, job: J) -> AbstractAsyncContextManager[None]:
        """Prepare to work on a job, or end it as failed; then release what it holds."""

    @abstractmethod
    def _is_complete(self, job: J) -> bool:
        """Return whether no piece is left."""

    @abstractmethod
    async def _work(self, job: J) -> None:
        """Work on one piece."""

    @abstractmethod
    async def _save(self, job: J) -> None:
        """Store the results that are new, even those of an interrupted piece."""

    @abstractmethod
    async def _finish(self, job: J, *, shown: bool) -> None:
        """Store that a job is done: called after every attempt to show the result."""

    @abstractmethod
    async def _report(self, job: J) -> tuple[object, Place]:
        """Return what to show of a job, and where."""

    async def _run(self, job: J, message_id: int | None) -> None:
        try:
            if message_id is not None:
                await self._record_message(job, message_id)
            await self._in_turn(job)
            if not job.status.in_progress:
                await self._conclude(job)
        except refusals.UnknownGame:
            log.info("job ends: its game is gone", job=self.name, id=job.stored.id)
        except Exception:
            log.exception("job failed; will resume in a minute", job=self.name, id=job.stored.id)
        finally:
            del self._jobs[job.stored.id]

    async def _in_turn(self, job: J) -> None:
        self._queue.append(job)
        self._begin_next()
        try:
            await self._wait(job.turn.wait())
            if job.status.in_progress and not self._closing:
                job.status = Status.RUNNING
                async with self._loaded(job):
                    await self._work_through(job)
        finally:
            self._queue.remove(job)
            self._begin_next()

    def _begin_next(self) -> None:
        """Begin the first jobs that wait: each person's first comes before anyone's second."""
        turns: dict[J, int] = {}
        before: Counter[int] = Counter()
        for job in self._queue:
            turns[job] = before[job.stored.asked.asker_id]
            before[job.stored.asked.asker_id] += 1
        self._queue.sort(key=lambda job: (not job.turn.is_set(), turns[job]))
        for job in self._queue[: self.max_running]:
            job.turn.set()

    async def _work_through(self, job: J) -> None:
        """Work piece by piece, until nothing is left or the job is ended or interrupted."""
        faults = 0
        while job.status is Status.RUNNING and not self._closing and not self._is_complete(job):
            job.piece = asyncio.create_task(self._work(job))
            await asyncio.wait({job.piece})
            error = None if job.piece.cancelled() else job.piece.exception()
            if error is not None:
                log.error("piece of a job failed", job=self.name, id=job.stored.id, exc_info=error)
                faults += 1
                if faults == MAX_FAULTS and job.status is Status.RUNNING:
                    job.status = Status.FAILED
            await self._save(job)
            outdated = self._clock() - job.shown_at >= self.show_every
            if job.status is Status.RUNNING and outdated and not self._is_complete(job):
                await self._show(job)
        if job.status is Status.RUNNING and self._is_complete(job):
            job.status = Status.DONE

    async def _conclude(self, job: J) -> None:
        """Show the result until it arrives.

        It is stored as done only after the first attempt: a process killed before shows it after its start.
        """
        if job.status is not Status.DONE:
            await self._store.drop(job.stored.id)
        failures = 0
        while True:
            shown = await self._show(job)
            if job.status is Status.DONE:
                await self._finish(job, shown=shown)
            if shown or self._closing:
                return
            failures += 1
            await self._rest(BACKOFF.after(failures).total_seconds())

    async def _show(self, job: J) -> bool:
        """Bring the message up to date; False if that should be retried."""
        if job.unseen:
            return True
        report, place = await self._report(job)
        shown = await self._messenger.show(report, place, job.stored.message_id, job.request)
        job.shown_at = self._clock()
        if not isinstance(shown, Delivered):
            if shown.permanent:
                log.info("job no longer visible", job=self.name, id=job.stored.id)
                job.unseen = True
                if self.ends_unseen:
                    job.status = Status.CANCELLED
                    await self._store.drop(job.stored.id)
            return shown.permanent
        await self._record_message(job, shown.message_id)
        return True

    async def _record_message(self, job: J, message_id: int) -> None:
        if message_id != job.stored.message_id:
            job.stored = replace(job.stored, message_id=message_id)
            await self._store.record_message(job.stored.id, message_id)


def _interrupt(job: Job) -> None:
    job.turn.set()
    if job.piece is not None:
        job.piece.cancel()

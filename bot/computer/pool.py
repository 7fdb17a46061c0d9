"""The search pool: a few searches at a time, with a limit on how long a person waits.

Every search is due a fixed time (the cap) after the click that requested it. Long searches share the workers
by person, so that one person's many games cannot occupy them (`bot.computer.lane` sets order and time). Quick
ones have their own lane and never wait for a long one.

Background work runs on free workers, one piece at a time, or several where a cluster does the work. Its stop
flag is set as soon as a search needs the worker, so it costs no player any time. Each person's first piece
comes before anyone's second.

The pool's executor (`executors.executor`) decides where a search runs: work run by the pool hands it tasks
and waits for them in its thread.

Time is real time, kept by the engine's timers rather than the event loop's: `time.perf_counter` also advances
under a simulation of Discord with its own clock.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

from bot.computer.lane import AnswerReserve, Lane, Priority, QueuedSearch
from bot.core.refusals import TakesTooLong
from bot.core.runtime import Run, Wait, wait_here
from bot.settings.machine import available_cores
from engine import StopFlag
from engine.search.limits import DEADLINES
from executors.executor import LOCAL, Executor

T = TypeVar("T")

NoteSearch = Callable[[str, float, float], object]
"""Takes a computer player, the seconds its search waited, and the seconds it ran."""

QUICK_WORKERS = 4
"""Threads for quick searches; several, so that a slower one does not hold up the rest."""

QUICK_SECONDS = 1.0
"""Time limit of a quick search, in seconds."""

HANGING_SECONDS = 60.0
"""Seconds past its deadline after which a search and its thread are given up as hanging."""

MAX_OWN_PIECES = 4
"""Maximum pieces of background work of one person, waiting or running."""

MAX_PEOPLES_PIECES = 32
"""Maximum pieces of background work of all people, waiting or running."""

MAX_BACKGROUND_SECONDS = 300.0
"""Maximum time of background work from its request, in seconds: clicks can be answered for 15 minutes."""

RESUMED_SHARE = 4
"""Divisor of the cap for each of many searches resumed after a restart."""


class SearchAbandoned(Exception):  # noqa: N818 (it is no error)
    """The pool was closed before the search ended; there is no answer."""


class SearchHangs(Exception):  # noqa: N818 (it is no error of the caller's)
    """A search ignored its stop flag; its thread is lost."""


class Urgency(IntEnum):
    """Order of background work."""

    SPARE = 0
    """Not requested by a person at the moment."""
    ASKED = 1
    """A person has requested it and sees its progress."""
    AT_ONCE = 2
    """A person is waiting for it."""


@dataclass(eq=False, slots=True)
class _BackgroundJob:
    """A piece of background work, running or waiting for a free worker."""

    urgency: Urgency
    owner: int | None = None
    stop: StopFlag = field(default_factory=StopFlag)
    admitted: asyncio.Event = field(default_factory=asyncio.Event)
    late: bool = False

    def end(self) -> None:
        """End it at its deadline, even if it has not begun."""
        self.late = True
        self.stop.set()
        self.admitted.set()


class SearchPool:
    """Runs searches on `workers` threads; each answers at most `cap` seconds after its request."""

    def __init__(
        self,
        workers: int,
        cap: float,
        *,
        run: Run = asyncio.to_thread,
        wait: Wait = wait_here,
        clock: Callable[[], float] = time.perf_counter,
        note: NoteSearch = lambda player, waited, seconds: None,
        lost_thread: Callable[[], object] = lambda: None,
        patience: float = HANGING_SECONDS,
        executor: Executor = LOCAL,
    ) -> None:
        """`note` receives the player, the seconds waited and the seconds run of every search but those in the
        background. `lost_thread` is called when a search has not ended `patience` seconds after its deadline.
        """
        if workers < 1:
            raise ValueError(f"a pool needs at least one worker, not {workers}")
        self.executor = executor
        self._cap = cap
        self._resumed_every = cap / RESUMED_SHARE / workers
        self._resumed_by = -math.inf
        self.reserve = AnswerReserve(cap)
        self._long = Lane(workers, self.reserve, clock)
        self._quick = Lane(QUICK_WORKERS, self.reserve, clock)
        self._run = run
        self._wait = wait
        self.now = clock
        """Returns the pool's clock, in seconds."""
        self._note = note
        self._lost_thread = lost_thread
        self._patience = patience
        self._waiting_background: list[_BackgroundJob] = []
        self._background: list[_BackgroundJob] = []
        self._max_background = 1
        self._closed = False
        self._ended_at = clock()
        """When the last work ended."""

    def resize(self, workers: int, background: int = 1) -> None:
        """Change the number of workers, and how many of them background work may take."""
        self._resumed_every = self._cap / RESUMED_SHARE / workers
        self._max_background = background
        self._long.resize(workers)
        self._admit_background()

    async def think(
        self,
        thought: Callable[[float, StopFlag], T],
        asked_at: float | None = None,
        most: float = math.inf,
        *,
        priority: Priority = Priority.PERSON,
        quick: bool = False,
        owner: int | None = None,
        player: str = "",
    ) -> T:
        """Run `thought` on a free worker, for at most `most` seconds.

        `owner` is the person who waits: all their searches together count as much as one of another person.
        `asked_at` is when the person clicked, by the pool's clock; None when that was long ago, as after a
        restart: such searches become due one after another, so that each has its time. `quick` searches need
        milliseconds. `player` is the computer player, for `note`. Raises `SearchAbandoned` when the pool is
        closed before the search ends, and `SearchHangs` when it ignores its stop flag.
        """
        if self._closed:
            raise SearchAbandoned
        lane = self._quick if quick else self._long
        added = self.now()
        job = QueuedSearch(
            most=min(most, QUICK_SECONDS if quick else self._cap), priority=priority, owner=owner
        )
        if priority is Priority.PERSON:
            job.answer_by = self._answer_by(asked_at)
        lane.add(job)
        self._admit_background()
        try:
            await self._wait(job.admitted.wait())
            if job.abandoned:
                raise SearchAbandoned
            began = self.now()
            seconds = lane.begin(job)
            result: T = await self._unless_it_hangs(self._run(thought, seconds, job.stop), seconds)
            if job.abandoned:
                raise SearchAbandoned
            self._note(player, began - added, self.now() - began)
            self.reserve.observe_overrun(max(0.0, self.now() - job.ends))
            return result
        finally:
            # Ends work left by a cancelled caller, and the deadline of a shortened search.
            job.stop.set()
            lane.remove(job)
            self._ended_at = self.now()
            self._admit_background()

    async def run_for(
        self,
        person_id: int,
        work: Callable[[float, StopFlag], T],
        seconds: float,
        *,
        urgency: Urgency = Urgency.AT_ONCE,
        within: float = MAX_BACKGROUND_SECONDS,
    ) -> T:
        """Run background work for a person. Refused if too much of theirs or of everyone's is in progress."""
        owners = Counter(job.owner for job in self._all_background())
        if owners[person_id] >= MAX_OWN_PIECES or owners.total() - owners[None] >= MAX_PEOPLES_PIECES:
            raise TakesTooLong
        return await self.run_in_background(work, seconds, urgency=urgency, owner=person_id, within=within)

    async def run_in_background(
        self,
        work: Callable[[float, StopFlag], T],
        seconds: float,
        *,
        urgency: Urgency = Urgency.SPARE,
        owner: int | None = None,
        within: float = math.inf,
    ) -> T:
        """Run `work` on a free worker; `seconds` is passed on to it.

        It may take as long as it likes until its stop flag is set for a search that needs the worker; then it
        has to end within milliseconds. More urgent work goes first and ends less urgent work. `owner` is the
        person who waits for it. After `within` seconds it is stopped, or refused if it has not begun.
        """
        if within <= 0:
            raise TakesTooLong
        job = _BackgroundJob(urgency, owner)
        self._waiting_background.append(job)
        self._order_background()
        self._admit_background()
        if job in self._waiting_background:
            least = min(self._background, key=lambda job: job.urgency, default=None)
            if least is not None and least.urgency < urgency:
                least.stop.set()
        loop = asyncio.get_running_loop()
        deadline = None
        if within < math.inf:
            deadline = DEADLINES.call_after(within, lambda: loop.call_soon_threadsafe(job.end))
        try:
            await self._wait(job.admitted.wait())
            if job.late:
                raise TakesTooLong
            result: T = await self._run(work, seconds, job.stop)
            return result
        finally:
            if deadline is not None:
                deadline.cancel()
            job.stop.set()
            (self._background if job in self._background else self._waiting_background).remove(job)
            self._ended_at = self.now()
            self._admit_background()

    async def done_within(self, task: asyncio.Task[Any], seconds: float) -> bool:
        """Wait for a task, at most `seconds` of real time; returns whether it is done."""
        if task.done():
            return True
        over, loop = asyncio.Event(), asyncio.get_running_loop()

        def end(_: object = None) -> None:
            over.set()

        # Timers of a simulated event loop do not advance while searches run.
        deadline = DEADLINES.call_after(seconds, lambda: loop.call_soon_threadsafe(end))
        task.add_done_callback(end)
        try:
            await self._wait(over.wait())
        finally:
            deadline.cancel()
            task.remove_done_callback(end)
        return task.done()

    async def _unless_it_hangs(self, search: Awaitable[T], seconds: float) -> T:
        """Return a search's result, given its time limit. Raises `SearchHangs`."""
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None
        over = hangs = False

        def give_up() -> None:
            nonlocal hangs
            if not over:
                hangs = True
                task.cancel()

        # By real time, like the searches themselves.
        deadline = DEADLINES.call_after(seconds + self._patience, lambda: loop.call_soon_threadsafe(give_up))
        try:
            return await search
        except asyncio.CancelledError:
            # The caller may have been cancelled at the same moment.
            if hangs and not task.uncancel():
                self._lost_thread()
                raise SearchHangs(f"no answer {self._patience:g} s after its time") from None
            raise
        finally:
            over = True
            deadline.cancel()

    @property
    def threads(self) -> int:
        """Threads for a search that begins in this process: one for each free core."""
        return 1 + max(0, min(self._long.free - len(self._background), available_cores() - 1))

    @property
    def idle_seconds(self) -> float:
        """Seconds since the last search or background work ended; 0 while there is any."""
        busy = any((*self._long, *self._quick, *self._all_background()))
        return 0.0 if busy else self.now() - self._ended_at

    def close(self) -> None:
        """Stop every search, running or waiting, without an answer."""
        self._closed = True
        for job in (*self._long, *self._quick):
            job.abandoned = True
            job.stop.set()
            job.admitted.set()
        for job in self._background:
            job.stop.set()

    def _answer_by(self, asked_at: float | None) -> float:
        if asked_at is not None:
            return asked_at + self._cap
        self._resumed_by = max(self.now() + self._cap, self._resumed_by + self._resumed_every)
        return self._resumed_by

    def _admit_background(self) -> None:
        room = max(0, min(self._max_background, self._long.free))
        going = [job for job in self._background if not job.stop.is_set()]
        for job in sorted(going, key=lambda job: job.urgency)[: max(0, len(going) - room)]:
            job.stop.set()
        while self._waiting_background and len(self._background) < room and not self._closed:
            self._background.append(self._waiting_background.pop(0))
            self._background[-1].admitted.set()

    def _order_background(self) -> None:
        """Order what waits by urgency, and then each person's first piece before anyone's second."""
        turns: dict[_BackgroundJob, int] = {}
        before: Counter[int | None] = Counter()
        for job in self._all_background():
            turns[job] = 0 if job.owner is None else before[job.owner]
            before[job.owner] += 1
        # A stable sort keeps the order of equal ones.
        self._waiting_background.sort(key=lambda job: (-job.urgency, turns[job]))

    def _all_background(self) -> tuple[_BackgroundJob, ...]:
        return (*self._background, *self._waiting_background)

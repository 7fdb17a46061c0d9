"""Where the computer thinks: a few searches at a time, and a limit on how long anybody waits.

Every search is due a fixed time (the cap) after the click that asked for it. Long searches share the
workers by person, so that nobody fills them with many games (`bot.computer.lane` says in which order and
how long). Quick ones have a lane of their own, so that an answer that needs milliseconds never waits for
one that takes all its time.

Work that nobody waits for runs aside, on workers that are free: one piece at a time, or several where
workers of a cluster carry it out. Its stop flag is set as soon as somebody needs that worker, so it takes
no time from anybody.

Where a search is carried out is the business of the pool's executor (`executors.executor`): what is run by
the pool hands it tasks, and waits for them in its thread.

The time is real time, kept by the engine's own timers, not by the event loop's: `time.perf_counter` goes on
where a simulation of Discord has a clock of its own.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

from bot.computer.lane import AnswerReserve, Job, Lane, Priority
from bot.process.machine import available_cores
from bot.runtime import Run, Wait, wait_here
from engine import StopFlag
from engine.search.limits import DEADLINES
from executors.executor import LOCAL, Executor

T = TypeVar("T")

NoteSearch = Callable[[str, float, float], object]
"""Takes a computer player, the seconds that its search waited, and those that it ran."""

QUICK_WORKERS = 4
"""Threads for quick searches, besides the others: several, so that a slower one does not hold up the rest."""

QUICK_SECONDS = 1.0
"""What a quick search gets at most: one that needs more was none."""

HANGING_SECONDS = 60.0
"""A search that has not ended so long after its time never will: it is given up, and its thread with it."""

RESUMED_SHARE = 4
"""Searches that nobody has just asked for get this part of the cap each, where many of them wait."""


class SearchAbandoned(Exception):  # noqa: N818 (it is no error)
    """The pool was closed before the search came to its end: there is no answer."""


class SearchHangs(Exception):  # noqa: N818 (it is no error of the caller's)
    """A search did not end when it was told to; its thread is lost."""


class Urgency(IntEnum):
    """Which work aside goes first."""

    SPARE = 0
    """Nobody has just asked for it."""
    ASKED = 1
    """Somebody has asked for it, and is shown how far it is."""
    AT_ONCE = 2
    """Somebody waits for it."""


@dataclass(eq=False, slots=True)
class _Aside:
    """A piece of work that runs aside, or waits for a worker that is free."""

    urgency: Urgency
    stop: StopFlag = field(default_factory=StopFlag)
    admitted: asyncio.Event = field(default_factory=asyncio.Event)


class SearchPool:
    """Runs searches on `workers` threads; each answers at most `cap` seconds after it was asked for."""

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
        """`note` is told of every search that people or games waited for: whose it was, how many seconds it
        waited for a worker, and how many it ran. `lost_thread` is called when one has not ended `patience`
        seconds after its time."""
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
        self._clock = clock
        self._note = note
        self._lost_thread = lost_thread
        self._patience = patience
        self._waiting_aside: list[_Aside] = []
        self._asides: list[_Aside] = []
        self._most_asides = 1
        self._closed = False

    def resize(self, workers: int, asides: int = 1) -> None:
        """Go on with so many workers, at most `asides` of them for what runs aside."""
        self._resumed_every = self._cap / RESUMED_SHARE / workers
        self._most_asides = asides
        self._long.resize(workers)
        self._admit_aside()

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
        """Run `thought` when a worker is free, for at most `most` seconds.

        `owner` is the person who waits: all their searches together count as much as one of somebody else.
        `asked_at` is when the person clicked, by the pool's clock; None when that was long ago, as after a
        restart: such searches become due one after another, so that each has its time. `quick` searches need
        milliseconds. `player` is whose search it is. Raises `SearchAbandoned` when the pool was closed before
        the search came to its end, and `SearchHangs` when it never will.
        """
        if self._closed:
            raise SearchAbandoned
        lane = self._quick if quick else self._long
        added = self._clock()
        job = Job(most=min(most, QUICK_SECONDS if quick else self._cap), priority=priority, owner=owner)
        if priority is Priority.PERSON:
            job.answer_by = self._answer_by(asked_at)
        lane.add(job)
        self._admit_aside()
        try:
            await self._wait(job.admitted.wait())
            if job.abandoned:
                raise SearchAbandoned
            began = self._clock()
            seconds = lane.begin(job)
            result: T = await self._unless_it_hangs(self._run(thought, seconds, job.stop), seconds)
            if job.abandoned:
                raise SearchAbandoned
            self._note(player, began - added, self._clock() - began)
            self.reserve.note_overrun(max(0.0, self._clock() - job.ends))
            return result
        finally:
            # Ends what a cancelled caller has left running, and the deadline of a search that was shortened.
            job.stop.set()
            lane.remove(job)
            self._admit_aside()

    async def run_in_background(
        self,
        work: Callable[[float, StopFlag], T],
        seconds: float,
        *,
        urgency: Urgency = Urgency.SPARE,
    ) -> T:
        """Run `work` on a worker that nobody waits for; `seconds` is passed on to it.

        It may take as long as it likes, until its stop flag is set because somebody needs the worker: then it
        has to end within milliseconds. More urgent work comes first, and ends what runs aside already.
        """
        job = _Aside(urgency=urgency)
        self._waiting_aside.append(job)
        # Equally urgent ones stay in their order.
        self._waiting_aside.sort(key=lambda waiting: waiting.urgency, reverse=True)
        self._admit_aside()
        if job in self._waiting_aside:
            self._make_room_for(urgency)
        try:
            await self._wait(job.admitted.wait())
            result: T = await self._run(work, seconds, job.stop)
            return result
        finally:
            job.stop.set()
            (self._asides if job in self._asides else self._waiting_aside).remove(job)
            self._admit_aside()

    async def done_within(self, task: asyncio.Task[Any], seconds: float) -> bool:
        """Wait for a task, for so many seconds of real time at most; says whether it is done."""
        if task.done():
            return True
        over, loop = asyncio.Event(), asyncio.get_running_loop()

        def end(_: object = None) -> None:
            over.set()

        # Not a timer of the event loop: where Discord is simulated those stand still while searches run.
        deadline = DEADLINES.call_after(seconds, lambda: loop.call_soon_threadsafe(end))
        task.add_done_callback(end)
        try:
            await self._wait(over.wait())
        finally:
            deadline.cancel()
            task.remove_done_callback(end)
        return task.done()

    async def _unless_it_hangs(self, search: Awaitable[T], seconds: float) -> T:
        """The result of a search that was given so many seconds."""
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None
        over = hangs = False

        def give_up() -> None:
            nonlocal hangs
            if not over:
                hangs = True
                task.cancel()

        # By real time, as the searches themselves.
        deadline = DEADLINES.call_after(seconds + self._patience, lambda: loop.call_soon_threadsafe(give_up))
        try:
            return await search
        except asyncio.CancelledError:
            # Somebody else may have cancelled it at the same moment.
            if hangs and not task.uncancel():
                self._lost_thread()
                raise SearchHangs(f"no answer {self._patience:g} s after its time") from None
            raise
        finally:
            over = True
            deadline.cancel()

    @property
    def threads(self) -> int:
        """How many threads a search that begins in this process can have: one for each core that is free."""
        return 1 + max(0, min(self._long.free - len(self._asides), available_cores() - 1))

    def close(self) -> None:
        """Stop every search, running or waiting: none of them has an answer."""
        self._closed = True
        for job in (*self._long, *self._quick):
            job.abandoned = True
            job.stop.set()
            job.admitted.set()
        for aside in self._asides:
            aside.stop.set()

    def now(self) -> float:
        """The pool's clock, in seconds."""
        return self._clock()

    def _answer_by(self, asked_at: float | None) -> float:
        if asked_at is not None:
            return asked_at + self._cap
        self._resumed_by = max(self._clock() + self._cap, self._resumed_by + self._resumed_every)
        return self._resumed_by

    def _admit_aside(self) -> None:
        room = max(0, min(self._most_asides, self._long.free))
        going = [aside for aside in self._asides if not aside.stop.is_set()]
        for aside in sorted(going, key=lambda aside: aside.urgency)[: max(0, len(going) - room)]:
            aside.stop.set()
        while self._waiting_aside and len(self._asides) < room and not self._closed:
            self._asides.append(self._waiting_aside.pop(0))
            self._asides[-1].admitted.set()

    def _make_room_for(self, urgency: Urgency) -> None:
        """End the least urgent piece that runs aside, if it is less urgent than this."""
        least = min(self._asides, key=lambda aside: aside.urgency, default=None)
        if least is not None and least.urgency < urgency:
            least.stop.set()

"""Where the computer thinks: a few searches at a time, and a limit on how long anybody waits.

Every search is due a fixed time (the cap) after the click that asked for it. A search takes a worker in the
order of asking. Its time is its share: with k searches behind it for w workers, a worker has about k / w of
them still to do before the latest is due, so the time left until each of them is due is divided by the
number of turns until then. When somebody joins the queue, running searches are shortened in the same way,
by their stop flags: they then answer with the best move found so far.

Work that nobody waits for runs aside: one piece at a time, on a worker that is free. Its stop flag is set as
soon as somebody needs that worker, so it takes no time from anybody.

The time is real time, kept by the engine's own timers, not by the event loop's: `time.perf_counter` goes on
where a simulation of Discord has a clock of its own.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from bot.runtime import Run, Wait, wait_here
from engine import StopFlag

T = TypeVar("T")

ANSWER_SECONDS = 0.75
"""Kept back from the cap for storing the move, drawing the board and sending it."""

LEAST_SECONDS = 0.01
"""Even the latest search gets this long: enough for a few plies."""


@dataclass(eq=False, slots=True)
class _Job:
    due: float
    most: float = math.inf
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
    ) -> None:
        if workers < 1:
            raise ValueError(f"a pool needs at least one worker, not {workers}")
        self._workers = workers
        self._cap = cap
        self._reserve = min(ANSWER_SECONDS, cap / 4)
        self._run = run
        self._wait = wait
        self._clock = clock
        self._waiting: deque[_Job] = deque()
        self._running: list[_Job] = []
        self._waiting_aside: deque[_Job] = deque()
        self._aside: _Job | None = None
        self._closed = False

    async def think(
        self,
        thought: Callable[[float, StopFlag], T],
        asked_at: float | None = None,
        most: float = math.inf,
    ) -> T:
        """Run `thought` when a worker is free, for at most `most` seconds.

        `asked_at` is when the person clicked, by the pool's clock.
        """
        job = _Job((self._clock() if asked_at is None else asked_at) + self._cap - self._reserve, most)
        self._waiting.append(job)
        self._admit()
        self._shorten()
        try:
            await self._wait(job.admitted.wait())
            result: T = await self._run(thought, self._share(job), job.stop)
            return result
        finally:
            # Ends what a cancelled caller has left running, and the timer of a search that was shortened.
            job.stop.set()
            if job in self._running:
                self._running.remove(job)
            else:
                self._waiting.remove(job)
            self._admit()

    async def work_aside(
        self, work: Callable[[float, StopFlag], T], seconds: float, *, ahead: bool = False
    ) -> T:
        """Run `work` on a worker that nobody waits for; `seconds` is passed on to it.

        It may take as long as it likes, until its stop flag is set because somebody needs the worker: then it
        has to end within milliseconds. Work that goes `ahead` comes before other such work, and ends what
        runs aside already: a person asked for it.
        """
        job = _Job(due=math.inf)
        if ahead:
            self._waiting_aside.appendleft(job)
            if self._aside is not None:
                self._aside.stop.set()
        else:
            self._waiting_aside.append(job)
        self._admit()
        try:
            await self._wait(job.admitted.wait())
            result: T = await self._run(work, seconds, job.stop)
            return result
        finally:
            job.stop.set()
            if job is self._aside:
                self._aside = None
            else:
                self._waiting_aside.remove(job)
            self._admit()

    def close(self) -> None:
        """Stop every search: each returns at once with what it has."""
        self._closed = True
        for job in (*self._running, *self._waiting):
            job.stop.set()
        if self._aside is not None:
            self._aside.stop.set()

    @property
    def busy(self) -> bool:
        """Whether somebody has to wait for a worker."""
        return bool(self._waiting)

    def now(self) -> float:
        """The pool's clock, in seconds."""
        return self._clock()

    def _admit(self) -> None:
        while self._waiting and len(self._running) < self._workers:
            job = self._waiting.popleft()
            self._running.append(job)
            if self._closed:
                job.stop.set()
            job.admitted.set()
        if self._aside is not None:
            if len(self._running) == self._workers:
                self._aside.stop.set()
        elif self._waiting_aside and len(self._running) < self._workers and not self._closed:
            self._aside = self._waiting_aside.popleft()
            self._aside.admitted.set()

    def _share(self, job: _Job) -> float:
        return max(LEAST_SECONDS, min(job.due - self._clock(), self._turn_seconds(), job.most))

    def _turn_seconds(self) -> float:
        """How long a running search may go on so that everybody who waits is answered in time."""
        now = self._clock()
        return min(
            ((job.due - now) / (2 + index // self._workers) for index, job in enumerate(self._waiting)),
            default=self._cap,
        )

    def _shorten(self) -> None:
        if self._waiting:
            seconds = max(LEAST_SECONDS, self._turn_seconds())
            for job in self._running:
                job.stop.set_after(seconds)

"""Background work, resumed by the recovery pass: locks by key, back-off, timers, passes over what is due."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

import structlog

from bot.core.fields import Frozen
from bot.core.runtime import Now, Rest

log = structlog.get_logger(__name__)

T = TypeVar("T")

CANCEL_EVERY = 1.0
"""Seconds between attempts to cancel a task that has not ended."""


class BackgroundTasks:
    """Tasks that need the storage, which must stay open until they end."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self.closing = False
        """True once the bot is stopping: no new work is taken on."""

    def begin(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Begin work that the caller awaits."""
        task = asyncio.create_task(work)
        self.wait_for(task)
        return task

    def wait_for(self, task: asyncio.Task[Any]) -> None:
        """Make the stopping bot wait for a task that was begun elsewhere."""
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Begin work that the caller does not await; its failure is logged."""
        task = self.begin(work)
        task.add_done_callback(_log_failure)
        return task

    async def finish(self, seconds: float) -> None:
        """Wait for all tasks and those they begin; cancel what is unfinished after `seconds`."""
        self.closing = True
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while self._running:
            _, late = await asyncio.wait(self._running, timeout=max(0.0, until - loop.time()))
            while late:
                for task in late:
                    task.cancel()
                # In Python 3.11 a wait that ends in the same moment swallows the cancellation.
                _, late = await asyncio.wait(late, timeout=CANCEL_EVERY)


class PendingWork(ABC):
    """Work on what is stored as pending, which the periodic pass continues."""

    def __init__(self, background: BackgroundTasks) -> None:
        self._background = background
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def do_pending(self) -> None:
        """Do all that is pending."""

    def recover(self) -> None:
        """Do what is pending, unless that is in progress."""
        if self._task is None or self._task.done():
            self._task = self._background.spawn(self.do_pending())

    def close(self) -> None:
        """Stop; the next start continues."""
        if self._task is not None:
            self._task.cancel()


async def _one_by_one(items: Iterable[T]) -> AsyncIterator[T]:
    for item in items:
        yield item


async def for_each(
    items: AsyncIterator[T] | Iterable[T], work: Callable[[T], Awaitable[object]], *, at_once: int
) -> None:
    """Call `work` for every item, `at_once` of them concurrently, so that a slow one delays no others.

    `work` handles its own failures. Items are read only as slots become free.
    """
    slots = asyncio.Semaphore(at_once)

    async def one(item: T) -> None:
        try:
            await work(item)
        finally:
            slots.release()

    async with asyncio.TaskGroup() as group:
        async for item in items if isinstance(items, AsyncIterator) else _one_by_one(items):
            await slots.acquire()
            group.create_task(one(item))


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("background work failed", exc_info=error)


class KeyedLock:
    """Locks by number, of games or events."""

    def __init__(self) -> None:
        self._locks: dict[int, asyncio.Lock] = {}
        self._users = Counter[int]()

    def __len__(self) -> int:
        return len(self._locks)

    def __contains__(self, key: int) -> bool:
        return key in self._locks

    @asynccontextmanager
    async def hold(self, key: int) -> AsyncIterator[None]:
        lock = self._locks.setdefault(key, asyncio.Lock())
        self._users[key] += 1
        try:
            async with lock:
                yield
        finally:
            self._users[key] -= 1
            if not self._users[key]:
                del self._users[key], self._locks[key]


MAX_DOUBLINGS = 20


@dataclass(eq=False)
class Pacing:
    """What timed work needs: the tasks it runs in, a sleep, and the time of day."""

    background: BackgroundTasks
    rest: Rest
    now: Now


class Backoff(Frozen):
    """Delays between retries: doubled after each failure, up to a maximum."""

    first: timedelta
    longest: timedelta

    def after(self, failures: int) -> timedelta:
        """Return the delay after this many failures in a row, at least one.

        >>> Backoff(timedelta(seconds=10), timedelta(minutes=1)).after(3)
        datetime.timedelta(seconds=40)
        """
        return min(self.first * (1 << min(failures - 1, MAX_DOUBLINGS)), self.longest)


class Timers:
    """Starts work for single keys after a delay, and backs off when it fails."""

    def __init__(self, work: Callable[[int], object], rest: Rest, backoff: Backoff) -> None:
        self._work = work
        self._rest = rest
        self._backoff = backoff
        self._failures: dict[int, int] = {}
        self._resting: dict[int, asyncio.Task[None]] = {}
        self.closed = False

    def __contains__(self, key: int) -> bool:
        """Return whether a key's work is pending."""
        return key in self._resting

    def start(self, key: int, seconds: float) -> None:
        """Start a key's work after a delay, unless it is pending already."""
        if not self.closed and key not in self._resting:
            self._resting[key] = asyncio.create_task(self._wait(key, max(0.0, seconds)))

    def retry(self, key: int) -> None:
        """Start a key's work again, after a longer delay with each failure in a row."""
        self._cancel(key)
        failures = self._failures[key] = self._failures.get(key, 0) + 1
        self.start(key, self._backoff.after(failures).total_seconds())

    def forgive(self, key: int) -> None:
        """Forget a key's failures: its work has succeeded."""
        self._failures.pop(key, None)

    def reset(self, key: int) -> None:
        """Forget a key's failures and pending work."""
        self._cancel(key)
        self.forgive(key)

    def reset_all(self) -> None:
        for key in {*self._failures, *self._resting}:
            self.reset(key)

    def close(self) -> None:
        """Start nothing more; the next start of the bot does."""
        self.closed = True
        self.reset_all()

    async def _wait(self, key: int, seconds: float) -> None:
        await self._rest(seconds)
        del self._resting[key]
        self._work(key)

    def _cancel(self, key: int) -> None:
        if (resting := self._resting.pop(key, None)) is not None:
            resting.cancel()


class Schedule:
    """Passes over all that is due: one at a time, the next at the moment the last one has named."""

    def __init__(
        self,
        name: str,
        do_due: Callable[[], Awaitable[datetime | None]],
        pacing: Pacing,
        *,
        after_fault: timedelta,
        pause: timedelta = timedelta(),
        longest: timedelta = timedelta.max,
    ) -> None:
        """`do_due` does what is due and returns when more will be.

        The next pass starts then, but not before `pause` and not after `longest`; after an unexpected error,
        `after_fault` later.
        """
        self._name = name
        self._do_due = do_due
        self._background = pacing.background
        self._rest = pacing.rest
        self._now = pacing.now
        self._after_fault = after_fault
        self._pause = pause
        self._longest = longest
        self._resting: asyncio.Task[None] | None = None
        self._wakes_at: datetime | None = None
        self.one_at_a_time = asyncio.Lock()
        """Held during a pass."""
        self._stopped = self.closed = False

    async def run(self) -> None:
        self._stopped = False
        async with self.one_at_a_time:
            if self.closed:
                return
            following: datetime | None = self._now() + self._after_fault
            try:
                following = await self._do_due()
            finally:
                if following is not None and not self._stopped:
                    now = self._now()
                    self.wake_at(now + min(max(following - now, self._pause), self._longest))

    def wake_at(self, moment: datetime) -> None:
        """Start the next pass at this moment, unless an earlier one is set."""
        if self.closed or (self._wakes_at is not None and self._wakes_at <= moment):
            return
        self._cancel()
        self._wakes_at = moment
        self._resting = asyncio.create_task(self._rest_until(moment), name=self._name)

    def stop(self) -> None:
        """Start no more passes until `run` is called."""
        self._stopped = True
        self._cancel()

    def close(self) -> None:
        """Start no more passes; the next start of the bot does."""
        self.closed = True
        self.stop()

    def _cancel(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
        self._resting = self._wakes_at = None

    async def _rest_until(self, moment: datetime) -> None:
        await self._rest(max(0.0, (moment - self._now()).total_seconds()))
        self._resting = self._wakes_at = None
        self._background.spawn(self.run())

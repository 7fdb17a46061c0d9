"""Work in the background, resumed by the recovery pass, and locks by key."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import structlog

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


async def for_each(items: AsyncIterator[T], work: Callable[[T], Awaitable[object]], *, at_once: int) -> None:
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
        async for item in items:
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
        """Return how many things are locked."""
        return len(self._locks)

    def __contains__(self, key: int) -> bool:
        """Return whether a thing is locked."""
        return key in self._locks

    @asynccontextmanager
    async def hold(self, key: int) -> AsyncIterator[None]:
        """Hold the lock of one thing."""
        lock = self._locks.setdefault(key, asyncio.Lock())
        self._users[key] += 1
        try:
            async with lock:
                yield
        finally:
            self._users[key] -= 1
            if not self._users[key]:
                del self._users[key], self._locks[key]

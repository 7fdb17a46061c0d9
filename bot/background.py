"""Work in the background, which a bot that is told to stop waits for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import structlog

log = structlog.get_logger(__name__)

T = TypeVar("T")

CANCEL_EVERY = 1.0
"""Seconds after which a task is cancelled once more that has not ended."""


class BackgroundTasks:
    """The tasks that still need the storage."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self.closing = False
        """Whether the bot has been told to stop: nothing new is taken on."""

    def begin(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Begin work whose end somebody waits for."""
        task = asyncio.create_task(work)
        self.wait_for(task)
        return task

    def wait_for(self, task: asyncio.Task[Any]) -> None:
        """Let the stopping bot wait for a task that was begun elsewhere."""
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Begin work that nobody waits for; its failure is logged."""
        task = self.begin(work)
        task.add_done_callback(_log_failure)
        return task

    async def finish(self, seconds: float) -> None:
        """Wait for all tasks, and for those they begin; cancel what is not done after `seconds`."""
        self.closing = True
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while self._running:
            _, late = await asyncio.wait(self._running, timeout=max(0.0, until - loop.time()))
            while late:
                for task in late:
                    task.cancel()
                # In Python 3.11 a wait that comes to its end in the same moment swallows it.
                _, late = await asyncio.wait(late, timeout=CANCEL_EVERY)


async def for_each(items: AsyncIterator[T], work: Callable[[T], Awaitable[object]], *, at_once: int) -> None:
    """Do `work` for every item, for `at_once` of them at the same time: what takes long holds up no others.

    `work` sees to its own failures. Items are taken as there is room for them.
    """
    places = asyncio.Semaphore(at_once)

    async def one(item: T) -> None:
        try:
            await work(item)
        finally:
            places.release()

    async with asyncio.TaskGroup() as group:
        async for item in items:
            await places.acquire()
            group.create_task(one(item))


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("work in the background failed", exc_info=error)

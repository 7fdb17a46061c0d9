"""Heavy work that anyone may cause, such as reading and writing files of games.

It has threads of its own, so that boards and stored moves never queue behind it. Each person has one piece of
work at a time; pieces begin in the order of the requests and have a deadline.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar, copy_context
from typing import ParamSpec, TypeVar

from bot.core.fields import Frozen
from bot.core.refusals import StillBusy, TakesTooLong

MAX_PIECES = 2
"""Maximum pieces of work in progress."""

MAX_QUEUED = 16
"""Maximum pieces of work that wait."""

MAX_SECONDS = 60.0
"""Maximum time of a piece of work, seconds. The last in the queue is answered within a click's 15 minutes."""

P = ParamSpec("P")
T = TypeVar("T")

_deadline: ContextVar[Callable[[], bool]] = ContextVar("deadline", default=lambda: False)


def require_time() -> None:
    """Refuse to continue a piece of work past its deadline; to be called once per game."""
    if _deadline.get()():
        raise TakesTooLong


class HeavyTurn(Frozen):
    """A person's piece of work in progress."""

    _threads: ThreadPoolExecutor
    _is_over: Callable[[], bool]

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a part of the work in a thread; refused past the deadline."""

        def part() -> T:
            _deadline.set(self._is_over)
            require_time()
            return function(*args, **kwargs)

        context = copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: context.run(part))


class HeavyWork:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._threads = ThreadPoolExecutor(MAX_PIECES, "heavy")
        self._slots = asyncio.Semaphore(MAX_PIECES)
        self._people: set[int] = set()

    @asynccontextmanager
    async def turn(self, person_id: int) -> AsyncIterator[HeavyTurn]:
        """Wait for the person's turn. Refused if they have one already, or if too many wait."""
        if person_id in self._people:
            raise StillBusy
        if len(self._people) >= MAX_PIECES + MAX_QUEUED:
            raise TakesTooLong
        self._people.add(person_id)
        try:
            async with self._slots:
                ends = self._clock() + MAX_SECONDS
                yield HeavyTurn(self._threads, lambda: self._clock() >= ends)
        finally:
            self._people.discard(person_id)

"""Simulated time: timers fire and searches end when the simulation reaches their moment.

The pool's clock and the timers of the engine's stop flags follow it, so the real flags are tested and nothing
ever waits.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from engine import StopFlag
from engine.search import limits
from tests.bot.helpers import settle


class VirtualTime:
    """Events in the order of their moments, in seconds from 0."""

    def __init__(self) -> None:
        self.now = 0.0
        self._order = itertools.count()
        self._events: list[tuple[float, int, Callable[[], None]]] = []

    def clock(self) -> float:
        return self.now

    def at(self, moment: float, event: Callable[[], None]) -> None:
        heapq.heappush(self._events, (max(moment, self.now), next(self._order), event))

    async def pass_until(self, end: float = math.inf) -> None:
        """Let time pass until nothing more will happen, or until `end`."""
        await settle()
        while self._events and self._events[0][0] <= end:
            self.now, _, event = heapq.heappop(self._events)
            event()
            await settle()
        if end < math.inf:
            self.now = end

    @contextmanager
    def rules_stop_flags(self) -> Iterator[None]:
        """Meanwhile the engine's stop flags go by this time."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(limits, "time", SimpleNamespace(perf_counter=self.clock))
            patch.setattr(limits, "DEADLINES", self)
            yield

    def call_after(self, seconds: float, call: Callable[[], object]) -> limits.Deadline:
        deadline = limits.Deadline(self.now + seconds, call)
        self.at(deadline.moment, deadline.meet)
        return deadline


class Search:
    """A simulated search that ends after `needs` seconds, or when its time or flag says so."""

    def __init__(self, name: str = "", needs: float = math.inf, error: Exception | None = None) -> None:
        self.name, self.needs, self.error = name, needs, error
        self.asked = self.granted = self.started = self.ended = math.nan
        self.stop = StopFlag()
        self.answer: asyncio.Task[str]

    def __call__(self, seconds: float, stop: StopFlag) -> str:
        if self.error is not None:
            raise self.error
        return self.name

    @property
    def thought(self) -> float:
        return self.ended - self.started


class Worker:
    """Runs searches in simulated time, as a pool expects of its `run`; `most` ran at the same time."""

    def __init__(self, time: VirtualTime) -> None:
        self._time = time
        self.started: list[Search] = []
        self.running = self.most = 0

    async def __call__(self, search: Search, seconds: float, stop: StopFlag) -> Any:
        self.started.append(search)
        search.granted, search.started, search.stop = seconds, self._time.now, stop
        self.running += 1
        self.most = max(self.most, self.running)
        over = asyncio.Event()
        stop.attach(_Bell(over))  # type: ignore[arg-type]
        self._time.at(self._time.now + min(seconds, search.needs), over.set)
        try:
            await over.wait()
        finally:
            search.ended = self._time.now
            self.running -= 1
        return search(seconds, stop)


class _Bell:
    """Replaces the words that a stop flag writes for a search."""

    def __init__(self, over: asyncio.Event) -> None:
        self._over = over

    def __setitem__(self, index: int, value: int) -> None:
        self._over.set()

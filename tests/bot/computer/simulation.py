"""A search pool in simulated time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from math import inf
from typing import Any

from bot.computer.lane import INITIAL_RESERVE_SECONDS, Priority
from bot.computer.pool import SearchPool, Urgency
from tests.bot.virtual_time import Search, VirtualTime, Worker

CAP = 10.0
FULL = CAP - INITIAL_RESERVE_SECONDS
"""Time of a search that is alone."""


class Simulation:
    """A pool whose workers, clock and stop flags go by virtual time."""

    def __init__(self, workers: int, cap: float = CAP) -> None:
        self.time = VirtualTime()
        self.worker = Worker(self.time)
        self.pool = SearchPool(workers, cap, run=self.worker, clock=self.time.clock)

    def ask(
        self, search: Search, asked_at: float | None = None, owner: int | None = None, most: float = inf
    ) -> Search:
        """Let a person (`owner`, where it matters) request a search now."""
        search.asked = self.time.now if asked_at is None else asked_at
        return self._begun(search, self.pool.think(search, search.asked, most, owner=owner))

    def ask_quickly(self, search: Search) -> Search:
        """Let a person request a search that needs milliseconds."""
        search.asked = self.time.now
        return self._begun(search, self.pool.think(search, search.asked, quick=True))

    def resume(self, search: Search) -> Search:
        """Resume a search requested before a restart."""
        return self._begun(search, self.pool.think(search))

    def self_play(self, search: Search, most: float = 2.5) -> Search:
        return self._begun(search, self.pool.think(search, None, most, priority=Priority.SELF_PLAY))

    def job(self, search: Search, urgency: Urgency = Urgency.SPARE) -> Search:
        return self._begun(search, self.pool.run_in_background(search, 0.5, urgency=urgency))

    def job_for(self, person: int, search: Search) -> Search:
        return self._begun(search, self.pool.run_for(person, search, 0.5))

    def _begun(self, search: Search, request: Coroutine[Any, Any, str]) -> Search:
        search.answer = asyncio.create_task(request)
        return search

"""A search pool in simulated time."""

from __future__ import annotations

import asyncio
from math import inf

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
    ) -> asyncio.Task[str]:
        """Let a person (`owner`, where it matters) request a search now."""
        search.asked = self.time.now if asked_at is None else asked_at
        return asyncio.create_task(self.pool.think(search, search.asked, most, owner=owner))

    def ask_quickly(self, search: Search) -> asyncio.Task[str]:
        """Let a person request a search that needs milliseconds."""
        search.asked = self.time.now
        return asyncio.create_task(self.pool.think(search, search.asked, quick=True))

    def resume(self, search: Search) -> asyncio.Task[str]:
        """Resume a search requested before a restart."""
        return asyncio.create_task(self.pool.think(search))

    def self_play(self, search: Search, most: float = 2.5) -> asyncio.Task[str]:
        return asyncio.create_task(self.pool.think(search, None, most, priority=Priority.SELF_PLAY))

    def job(self, search: Search, urgency: Urgency = Urgency.SPARE) -> asyncio.Task[str]:
        return asyncio.create_task(self.pool.run_in_background(search, 0.5, urgency=urgency))

    def job_for(self, person: int, search: Search) -> asyncio.Task[str]:
        return asyncio.create_task(self.pool.run_for(person, search, 0.5))

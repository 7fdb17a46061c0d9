"""Waiting for the next of many moments."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime

from bot.runtime import Now, Rest


class Alarm:
    """Rings at the earliest of the moments it was set to, and is set anew after that."""

    def __init__(self, ring: Callable[[], object], rest: Rest, now: Now, name: str) -> None:
        self._ring = ring
        self._rest = rest
        self._now = now
        self._name = name
        self._resting: asyncio.Task[None] | None = None
        self._rings_at: datetime | None = None

    def set(self, moment: datetime) -> None:
        """Ring at a moment, if not earlier anyway."""
        if self._rings_at is not None and self._rings_at <= moment:
            return
        self.stop()
        self._rings_at = moment
        self._resting = asyncio.create_task(self._rest_until(moment), name=self._name)

    def stop(self) -> None:
        """Do not ring."""
        if self._resting is not None:
            self._resting.cancel()
        self._resting = self._rings_at = None

    async def _rest_until(self, moment: datetime) -> None:
        await self._rest(max(0.0, (moment - self._now()).total_seconds()))
        self._resting = self._rings_at = None
        self._ring()

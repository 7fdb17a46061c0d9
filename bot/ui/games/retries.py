"""Trying again what did not reach Discord: soon at first, then less and less often."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.runtime import Rest

LONGEST = 900.0
"""Seconds between two tries at most."""


class Retries:
    """Lets `again` be called for games whose message did not arrive, each in its own time."""

    def __init__(self, again: Callable[[int], object], rest: Rest) -> None:
        self._again = again
        self._rest = rest
        self._failures: dict[int, int] = {}
        self._resting: dict[int, asyncio.Task[None]] = {}
        self._closed = False

    def later(self, game_id: int) -> None:
        """The message of a game did not arrive: twice the time after the failure before."""
        self._stop(game_id)
        failures = self._failures[game_id] = self._failures.get(game_id, 0) + 1
        if not self._closed:
            seconds = min(2.0 ** (failures - 1), LONGEST)
            self._resting[game_id] = asyncio.create_task(self._wait(game_id, seconds))

    def forget(self, game_id: int) -> None:
        """It arrived, or it never will."""
        self._stop(game_id)
        self._failures.pop(game_id, None)

    def waits(self, game_id: int) -> bool:
        """Whether it will be tried again anyway."""
        return game_id in self._resting

    def forget_all(self) -> None:
        """Whatever was in the way is gone: nothing needs to wait any more."""
        for game_id in [*self._failures]:
            self.forget(game_id)

    def close(self) -> None:
        """Try nothing again: the next start does."""
        self._closed = True
        self.forget_all()

    async def _wait(self, game_id: int, seconds: float) -> None:
        await self._rest(seconds)
        del self._resting[game_id]
        self._again(game_id)

    def _stop(self, game_id: int) -> None:
        if (resting := self._resting.pop(game_id, None)) is not None:
            resting.cancel()

"""Timing of background work: back-off after failures, timers for single keys, passes over what is due."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.core.background import BackgroundTasks
from bot.core.runtime import Now, Rest

MAX_DOUBLINGS = 20


@dataclass(eq=False)
class Pacing:
    """What timed work needs: the tasks it runs in, a sleep, and the time of day."""

    background: BackgroundTasks
    rest: Rest
    now: Now


@dataclass(frozen=True, slots=True)
class Backoff:
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
        """Forget all failures and pending work."""
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
        """Do what is due now, and from now on."""
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

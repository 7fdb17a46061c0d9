"""Messages kept up to date: changes are debounced, edits throttled, failures retried, refusals final."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import structlog

from bot.core.schedule import Backoff, Pacing, Timers
from bot.messages.delivery import Delivered, Delivery

log = structlog.get_logger(__name__)

AT_ONCE = 4
"""Maximum messages of one kind in delivery at a time."""


class KeptMessages:
    """All messages of one kind, by the id of what each shows."""

    def __init__(
        self,
        name: str,
        show: Callable[[int], Awaitable[Delivery | None]],
        pacing: Pacing,
        *,
        backoff: Backoff,
        interval: timedelta = timedelta(),
        give_up: Callable[[int], Awaitable[object]] | None = None,
    ) -> None:
        """`show` brings one message up to date; it returns None if there was nothing to edit.

        `interval` is the minimum time between two edits; `give_up` is called when Discord refuses a message.
        """
        self._name = name
        self._show = show
        self._now = pacing.now
        self._interval = interval
        self._give_up = give_up
        self._timers = Timers(lambda key: pacing.background.spawn(self._update(key)), pacing.rest, backoff)
        self._shown_at: dict[int, datetime] = {}
        self._in_progress: set[int] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)

    def update(self, key: int, delay: timedelta) -> None:
        """Update a message after a delay, which collects further changes."""
        if key in self._shown_at:
            delay = max(delay, self._shown_at[key] + self._interval - self._now())
        self._timers.start(key, delay.total_seconds())

    def drop(self, key: int) -> None:
        """Stop updating a message."""
        self._timers.reset(key)
        self._shown_at.pop(key, None)

    def close(self) -> None:
        """Update nothing more; the next start does."""
        self._timers.close()

    def _record_shown(self, key: int) -> None:
        """Note that a message was edited, and forget those that may be edited again."""
        now = self._now()
        self._shown_at = {
            shown_key: at for shown_key, at in self._shown_at.items() if at > now - self._interval
        }
        self._shown_at[key] = now

    async def _update(self, key: int) -> None:
        if key in self._in_progress:
            self._timers.start(key, 1.0)
            return
        self._in_progress.add(key)
        try:
            async with self._slots:
                delivery = None if self._timers.closed else await self._show(key)
            if isinstance(delivery, Delivered):
                self._timers.forgive(key)
                if self._interval:
                    self._record_shown(key)
            elif delivery is None:
                self._timers.forgive(key)
            elif delivery.permanent:
                log.info("message refused", kind=self._name, id=key)
                self.drop(key)
                if self._give_up is not None:
                    await self._give_up(key)
            else:
                self._timers.retry(key)
        except Exception:
            # Our own fault in this one message must not stop the others.
            log.exception("message could not be updated", kind=self._name, id=key)
            self._timers.retry(key)
        finally:
            self._in_progress.discard(key)

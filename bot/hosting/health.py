"""Whether the bot does what it is there for: it is connected, can store, and looks after the games."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from bot.hosting.gateway import Gateway
from bot.runtime import Monotonic
from data import StorageError

log = structlog.get_logger(__name__)

CARE_WITHIN = 180.0
"""Seconds: games are looked after every minute, which may take a while."""

PROBE_EVERY = 10.0
"""Seconds in which one write stands for all that is asked."""

PROBE_SECONDS = 5.0
"""A write that takes longer has failed."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found: for each part what is wrong with it, or None."""

    parts: dict[str, str | None]

    @property
    def healthy(self) -> bool:
        """Whether nothing is wrong."""
        return not any(self.parts.values())


class Health:
    """Answers whether the bot is well."""

    def __init__(
        self, gateway: Gateway, clock: Monotonic, probe: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """`probe` writes something to the storage; it is known when that is open."""
        self._gateway = gateway
        self._clock = clock
        self._probe = probe
        self._cared_at: float | None = None
        self._started_at = clock()
        self._probed_at: float | None = None
        self._fault: str | None = None
        self._probing = asyncio.Lock()
        self.closing = False
        """Whether the bot has been told to stop."""

    def open(self, probe: Callable[[], Awaitable[None]]) -> None:
        """The storage is open, and can be written to by `probe`."""
        self._probe = probe

    def note_care(self) -> None:
        """The games were looked after."""
        self._cared_at = self._clock()

    def ready(self) -> Report:
        """Whether people are answered now."""
        return Report(
            {
                "gateway": self._gateway_fault(),
                "storage": None if self._probe is not None else "not open yet",
                "running": "stopping" if self.closing else None,
            }
        )

    async def check(self) -> Report:
        """Whether all is as it should be."""
        return Report(
            {
                "gateway": self._gateway_fault(),
                "storage": await self._storage_fault(),
                "care": self._care_fault(),
            }
        )

    def _gateway_fault(self) -> str | None:
        if self._gateway.ready:
            return None
        return f"not connected for {self._gateway.away:.0f} s"

    def _care_fault(self) -> str | None:
        since = self._clock() - (self._started_at if self._cared_at is None else self._cared_at)
        if since <= CARE_WITHIN and self._cared_at is not None:
            return None
        return f"the games were not looked after for {since:.0f} s"

    async def _storage_fault(self) -> str | None:
        """What went wrong when something was last written; at most PROBE_EVERY seconds old."""
        if self._probe is None:
            return "not open yet"
        async with self._probing:
            now = self._clock()
            if self._probed_at is None or now - self._probed_at >= PROBE_EVERY:
                self._fault = await self._try(self._probe)
                self._probed_at = now
        return self._fault

    async def _try(self, probe: Callable[[], Awaitable[None]]) -> str | None:
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await probe()
        except StorageError as error:
            return str(error)
        except TimeoutError:
            return f"a write took more than {PROBE_SECONDS:g} s"
        return None

"""Holding the lease on some servers: taken at the start, and renewed; the storage gives it back when
it is closed.

A process whose lease has run out must do nothing more for those servers: another one may do so. The storage
refuses whatever it still wants to store, and this tells it to end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from enum import Enum

import structlog

from bot.runtime import Monotonic, Rest
from data import Share, StorageError
from data.db.leases import Leases

log = structlog.get_logger(__name__)

LASTS = 12.0
"""Seconds after which another process may take the place of one that is not heard of."""

RENEWED_EVERY = 3.0
TRIED_EVERY = 1.0
"""How often a process that waits for a lease tries to take it."""

GIVES_UP_AFTER = LASTS - RENEWED_EVERY
"""A process that could not renew its lease for so long ends before another one begins."""


class Ended(Enum):
    """Why a process no longer holds its lease."""

    LOST = "another process may have taken it"
    ASKED = "another process has asked for it"


class HeldLease:
    """The lease of this process."""

    def __init__(
        self, leases: Leases, holder: str, *, rest: Rest, monotonic: Monotonic, say: Callable[[str], None]
    ) -> None:
        self._leases = leases
        self._holder = holder
        self._rest = rest
        self._monotonic = monotonic
        self._say = say
        self._renewed = 0.0

    async def take(self, shares: Sequence[Share], *, ask: bool = False) -> Share:
        """Wait until one of the shares is free, and take it; `ask` whoever holds the first to give it up."""
        if ask:
            await self._leases.ask_for(shares[0])
        told = False
        while True:
            begun = self._monotonic()
            share = await self._leases.take(shares, self._holder, LASTS)
            if share is not None:
                self._renewed = begun
                self._say(f"This process looks after {share}.")
                return share
            if not told:
                others = ", ".join(f"{other.holder} has {other.share}" for other in await self._leases.all())
                self._say(f"Others look after all of these servers ({others}): waiting for my turn.")
                told = True
            await self._rest(TRIED_EVERY)

    async def keep(self) -> Ended:
        """Renew the lease as long as it can be held; why that ended."""
        while True:
            await self._rest(RENEWED_EVERY)
            begun = self._monotonic()
            try:
                renewed = await asyncio.wait_for(self._leases.renew(LASTS), GIVES_UP_AFTER)
            except (StorageError, TimeoutError) as error:
                log.warning("the lease could not be renewed", error=str(error) or "no answer")
                if self._monotonic() - self._renewed >= GIVES_UP_AFTER:
                    return Ended.LOST
                continue
            if renewed is None:
                return Ended.LOST
            self._renewed = begun
            if renewed.asked:
                return Ended.ASKED

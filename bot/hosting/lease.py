"""The lease on the shards that a process serves.

A process whose lease has expired must do nothing more for those servers: another process may have taken them
over. The storage refuses its writes, and `HeldLease.keep` tells it to end. Closing the storage returns the
lease.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from enum import Enum

import structlog

from bot.core.masking import described
from bot.core.runtime import Monotonic, Rest
from data import Share, StorageError
from data.db.leases import LeaseStore

log = structlog.get_logger(__name__)

LEASE_SECONDS = 12.0
"""Lifetime of a lease that is not renewed."""

RENEWAL_SECONDS = 3.0
"""Interval between renewals of a lease."""

RETRY_SECONDS = 1.0
"""Interval between attempts to take a lease."""

GIVE_UP_SECONDS = LEASE_SECONDS - RENEWAL_SECONDS
"""Time without a renewal after which a process ends, before another one may take over."""


class Ended(Enum):
    """The reason a process no longer holds its lease."""

    LOST = "another process may have taken it"
    ASKED = "another process has asked for it"


class HeldLease:
    """The lease of this process."""

    def __init__(
        self, leases: LeaseStore, holder: str, *, rest: Rest, monotonic: Monotonic, say: Callable[[str], None]
    ) -> None:
        self._leases = leases
        self._holder = holder
        self._rest = rest
        self._monotonic = monotonic
        self._say = say
        self._renewed = 0.0

    async def take(self, shares: Sequence[Share], *, ask: bool = False) -> Share:
        """Wait until one of the shares is free, and take it; `ask` the holder of the first for it."""
        if ask:
            await self._leases.ask_for(shares[0])
        told = False
        while True:
            begun = self._monotonic()
            share = await self._leases.take(shares, self._holder, LEASE_SECONDS)
            if share is not None:
                self._renewed = begun
                self._say(f"This process serves {share}.")
                return share
            if not told:
                others = ", ".join(f"{other.holder} has {other.share}" for other in await self._leases.all())
                self._say(f"Other processes serve all of these servers ({others}): waiting.")
                told = True
            await self._rest(RETRY_SECONDS)

    async def keep(self) -> Ended:
        """Renew the lease for as long as possible; return why it ended."""
        while True:
            await self._rest(RENEWAL_SECONDS)
            begun = self._monotonic()
            try:
                renewed = await asyncio.wait_for(self._leases.renew(LEASE_SECONDS), GIVE_UP_SECONDS)
            except (StorageError, TimeoutError) as error:
                log.warning("the lease could not be renewed", error=described(error) or "no answer")
                if self._monotonic() - self._renewed >= GIVE_UP_SECONDS:
                    return Ended.LOST
                continue
            if renewed is None:
                return Ended.LOST
            self._renewed = begun
            if renewed.asked:
                return Ended.ASKED

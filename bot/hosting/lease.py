"""What a process serves: its lease on shards, and the lock of an SQLite file."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import Enum

import structlog

from bot.core.errors import HostError
from bot.core.masking import described
from bot.core.runtime import Runtime
from bot.settings.settings import Settings
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
    def __init__(self, leases: LeaseStore, holder: str, runtime: Runtime) -> None:
        self._leases = leases
        self._holder = holder
        self._runtime = runtime
        self._renewed = 0.0

    async def take(self, shares: Sequence[Share], *, ask: bool = False) -> Share:
        """Wait until one of the shares is free, and take it; `ask` the holder of the first for it."""
        if ask:
            await self._leases.ask_for(shares[0])
        told = False
        while True:
            begun = self._runtime.monotonic()
            share = await self._leases.take(shares, self._holder, LEASE_SECONDS)
            if share is not None:
                self._renewed = begun
                self._runtime.say(f"This process serves {share}.")
                return share
            if not told:
                others = ", ".join(f"{other.holder} has {other.share}" for other in await self._leases.all())
                self._runtime.say(f"Other processes serve all of these servers ({others}): waiting.")
                told = True
            await self._runtime.rest(RETRY_SECONDS)

    async def keep(self) -> Ended:
        """Renew the lease for as long as possible; return why it ended."""
        while True:
            await self._runtime.rest(RENEWAL_SECONDS)
            begun = self._runtime.monotonic()
            try:
                renewed = await asyncio.wait_for(self._leases.renew(LEASE_SECONDS), GIVE_UP_SECONDS)
            except (StorageError, TimeoutError) as error:
                log.warning("the lease could not be renewed", error=described(error) or "no answer")
                if self._runtime.monotonic() - self._renewed >= GIVE_UP_SECONDS:
                    return Ended.LOST
                continue
            if renewed is None:
                return Ended.LOST
            self._renewed = begun
            if renewed.asked:
                return Ended.ASKED


try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def only_process(settings: Settings) -> Iterator[None]:
    """Keep other processes from serving the same SQLite file meanwhile.

    Raises `HostError` that names the process that already does.
    """
    path = settings.database_file
    if path is None or fcntl is None or not path.parent.is_dir():
        yield
        return
    lock = path.with_name(f"{path.name}-process")
    try:
        file = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        # The same fault prevents opening the database, whose error is clearer.
        yield
        return
    try:
        shared = bool(settings.shares)
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(file, 200).decode("utf-8", "replace").strip()
            process = f" (process {holder})" if holder else ""
            raise HostError(
                f"another process serves {path}{process}: stop that one first, or set DATABASE_URL to "
                "another file"
            ) from None
        except OSError:
            # Some network file systems have no locks.
            yield
            return
        now = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()} on {socket.gethostname()} since {now}\n".encode(), 0)
        yield
    finally:
        os.close(file)

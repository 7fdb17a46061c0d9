"""The bot as one of several processes: it looks after some shards, as long as it has the lease on them.

A process that takes the place of another can connect before: it lets clicks and commands wait until the other
one has given the lease back, so that nobody notices the change.
"""

from __future__ import annotations

import asyncio
import os
import socket

import structlog
from discord.ext import commands

from bot.app import Flipfour
from bot.runtime import Runtime
from bot.settings import Settings
from bot.shards.lease import Ended, HeldLease
from data import Storage

log = structlog.get_logger(__name__)


class ShardedFlipfour(Flipfour, commands.AutoShardedBot):
    """Flipfour on some shards of Discord's."""

    def __init__(self, settings: Settings, runtime: Runtime) -> None:
        first = settings.shares[0]
        super().__init__(settings, runtime, shard_ids=list(first.shards), shard_count=first.count)
        self._lease: HeldLease | None = None
        self._holding: asyncio.Task[None] | None = None
        self._away: set[int] = set()

    async def _begin_share(self, storage: Storage) -> None:
        holder = f"{socket.gethostname()} {os.getpid()}"
        runtime = self._runtime
        self._lease = HeldLease(
            storage.leases, holder, rest=runtime.rest, monotonic=runtime.monotonic, say=runtime.say
        )
        if self._settings.take_over:
            storage.intend(self._settings.shares[0])
            self.duty.clear()
            self._holding = asyncio.create_task(self._hold(self._lease))
            return
        share = await self._lease.take(self._settings.shares)
        self.shard_ids, self.shard_count = list(share.shards), share.count
        self._holding = asyncio.create_task(self._keep(self._lease))

    async def _hold(self, lease: HeldLease) -> None:
        """Take the place of another process as soon as this one is connected, then keep it."""
        await self.wait_until_ready()
        await lease.take(self._settings.shares, ask=True)
        self.duty.set()
        await self._keep(lease)

    async def _keep(self, lease: HeldLease) -> None:
        self.ended = await lease.keep()
        if self.ended is Ended.LOST:
            log.error("the lease is lost: another process may look after these servers")
            # Nothing may be shown any more, either.
            await self.http.close()
        await self.close()

    async def close(self) -> None:
        """Close everything, as any bot does; others may look after these servers after that."""
        if self._holding is not None and self._holding is not asyncio.current_task():
            self._holding.cancel()
        await super().close()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """The connection of a shard is lost; time stands still in all of them until it is back."""
        self._away.add(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """A shard is connected anew."""
        self._away.discard(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """The connection of a shard is back."""
        self._away.discard(shard_id)
        if not self._away:
            await super().on_resumed()

    async def on_resumed(self) -> None:
        """Which shard it was is said by `on_shard_resumed`."""

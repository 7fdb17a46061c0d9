"""The bot as one of several processes: it serves some shards while it holds the lease on them.

A process that takes over from another can connect first: clicks and commands wait until the other one has
returned the lease, so players notice nothing.
"""

from __future__ import annotations

import asyncio
import os
import socket

import structlog
from discord.ext import commands

from bot.app import Flipfour
from bot.core.runtime import Runtime
from bot.hosting.lease import Ended, HeldLease
from bot.settings.settings import Settings
from bot.web.stream import process_name
from data import Storage
from data.db.leases import LeaseStore

log = structlog.get_logger(__name__)


class ShardedFlipfour(Flipfour, commands.AutoShardedBot):
    def __init__(self, settings: Settings, runtime: Runtime) -> None:
        first = settings.shares[0]
        super().__init__(settings, runtime, shard_ids=list(first.shards), shard_count=first.count)
        self.gateway.shards = len(first.shards)
        self._lease: HeldLease | None = None
        self._holding: asyncio.Task[None] | None = None
        self._away: set[int] = set()

    async def _begin_share(self, storage: Storage) -> None:
        holder = process_name(f"{socket.gethostname()} {os.getpid()}", self._settings.web_url)
        self._lease = HeldLease(storage[LeaseStore], holder, self._runtime)
        if self._settings.take_over:
            storage.intend(self._settings.shares[0])
            self.duty.clear()
            self._holding = asyncio.create_task(self._hold(self._lease))
            return
        self.gateway.standing_by = True
        share = await self._lease.take(self._settings.shares)
        self.gateway.standing_by = False
        self.shard_ids, self.shard_count = list(share.shards), share.count
        self.gateway.shards = len(share.shards)
        self._holding = asyncio.create_task(self._keep(self._lease))

    async def _hold(self, lease: HeldLease) -> None:
        """Take over from another process once this one is connected, then keep the lease."""
        await self.wait_until_ready()
        self.gateway.standing_by = True
        await lease.take(self._settings.shares, ask=True)
        self.gateway.standing_by = False
        self.duty.set()
        await self._keep(lease)

    async def _keep(self, lease: HeldLease) -> None:
        self.ended = await lease.keep()
        if self.ended is Ended.LOST:
            log.error("lease lost: another process may serve these servers")
            # Nor may anything more be shown.
            await self.http.close()
        await self.close()

    async def close(self) -> None:
        """Close everything; other processes may take over these servers after that."""
        if self._holding is not None and self._holding is not asyncio.current_task():
            self._holding.cancel()
        await super().close()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note a lost shard; clocks stop in all shards until it is back."""
        self._away.add(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        self._away.discard(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self._away.discard(shard_id)
        if not self._away:
            await super().on_resumed()

    async def on_resumed(self) -> None:
        """Do nothing: `on_shard_resumed` names the shard."""


def create_bot(settings: Settings, runtime: Runtime | None = None) -> Flipfour:
    kind = ShardedFlipfour if settings.shares else Flipfour
    return kind(settings, runtime or Runtime())

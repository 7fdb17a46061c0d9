"""The bot put together: every feature of its rooms, and how they end."""

from __future__ import annotations

import asyncio

import discord

from bot.computer.computer import Computer
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.metrics import Metrics, gauge
from bot.core.runtime import Runtime
from bot.features import Closes, Finishes, Kit
from bot.hosting.health import Gateway
from bot.hosting.monitor import ErrorCount
from bot.rooms import ROOMS
from bot.settings.settings import Settings
from data import Storage

MEMORY_EXPECTED = gauge("memory_expected_bytes", "Memory the settings may take.")

CLOSING_SECONDS = 5.0
"""Seconds a stopping bot waits for answers in progress."""

SEARCHING = (SearchCore, SearchPool, Computer)
"""The search and what needs it: closed after the features that use it."""


def compose(
    client: discord.Client,
    settings: Settings,
    runtime: Runtime,
    storage: Storage,
    metrics: Metrics,
    gateway: Gateway,
    errors: ErrorCount,
) -> Kit:
    """Build the features of a bot that speaks to Discord through `client`."""
    kit = Kit(settings, runtime, storage, metrics)
    kit.give(discord.Client, client)
    kit.give(Gateway, gateway)
    kit.give(ErrorCount, errors)
    for room in ROOMS:
        kit.declare(getattr(room, "FEATURES", ()))
    kit.build_all()
    metrics.set(MEMORY_EXPECTED, settings.required_memory)
    return kit


async def close(kit: Kit) -> None:
    """Abandon searches, which the next start resumes, and finish everything else."""
    kit.background.closing = True
    kit[SearchCore].close()
    for feature in reversed(kit.those(Closes)):
        if not isinstance(feature, SEARCHING):
            feature.close()
    kit[SearchPool].close()
    await kit.background.finish(CLOSING_SECONDS)
    finishing = [feature.finish(CLOSING_SECONDS) for feature in kit.those(Finishes)]
    await asyncio.gather(*finishing)
    kit[Computer].close()
    await asyncio.to_thread(kit[SearchPool].executor.close)

"""What the bot takes from the world around it: threads, time, chance. Tests bring their own."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import structlog

from bot.computer.compiler import ChildCompiler, Compiler

log = structlog.get_logger(__name__)

Run = Callable[..., Awaitable[Any]]
"""Runs a blocking function with its arguments off the event loop, as `asyncio.to_thread` does."""

Wait = Callable[[Coroutine[Any, Any, Any]], Awaitable[Any]]
"""Waits for a worker: simcord has to be told that it must not wait, too."""

Rest = Callable[[float], Awaitable[object]]
"""Waits so many seconds, as `asyncio.sleep` does."""

Now = Callable[[], datetime]
"""The time of day, aware."""

Monotonic = Callable[[], float]
"""Seconds on a clock that never goes back."""


def utc_now() -> datetime:
    """The time of day, aware, in UTC."""
    return datetime.now(UTC)


async def wait_here(turn: Coroutine[Any, Any, Any]) -> None:
    """Wait as any coroutine does."""
    await turn


@dataclass(frozen=True, slots=True)
class Runtime:
    """The world around the bot; the defaults are the real one."""

    run_search: Run = asyncio.to_thread
    run_in_background: Run = asyncio.to_thread
    """Runs what takes long and nobody waits for."""
    wait: Wait = wait_here
    rest: Rest = asyncio.sleep
    now: Now = utc_now
    monotonic: Monotonic = time.monotonic
    rng: random.Random = field(default_factory=random.Random)
    compiler: Compiler = field(default_factory=ChildCompiler)
    freeze: Callable[[], None] = gc.freeze
    """Leaves everything there is out of later garbage collections."""
    say: Callable[[str], None] = log.info
    """Tells the host what is going on."""

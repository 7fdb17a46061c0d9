"""The environment of the bot: threads, time, randomness. Tests replace it."""

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

from bot.core.compiler import ChildCompiler, Compiler

log = structlog.get_logger(__name__)

Run = Callable[..., Awaitable[Any]]
"""Runs a blocking function off the event loop, as `asyncio.to_thread` does."""

Wait = Callable[[Coroutine[Any, Any, Any]], Awaitable[Any]]
"""Waits for a worker; a simulation of Discord has to be told to wait, too."""

Rest = Callable[[float], Awaitable[object]]
"""Sleeps for some seconds, as `asyncio.sleep` does."""

Now = Callable[[], datetime]
"""Returns the current time, aware."""

Monotonic = Callable[[], float]
"""Returns the seconds of a monotonic clock."""


def utc_now() -> datetime:
    return datetime.now(UTC)


async def wait_here(turn: Coroutine[Any, Any, Any]) -> None:
    await turn


DOUBLE_TAP_SECONDS = 0.7
"""Seconds after a player's tap that changed the buttons in which their next tap is ignored: it would press a
button that has just moved under the finger.
"""


@dataclass(frozen=True, slots=True)
class Runtime:
    """The environment of the bot; the defaults are the real one."""

    run_search: Run = asyncio.to_thread
    run_in_background: Run = asyncio.to_thread
    """Runs long work that no one waits for."""
    wait: Wait = wait_here
    rest: Rest = asyncio.sleep
    now: Now = utc_now
    monotonic: Monotonic = time.monotonic
    double_tap_seconds: float = DOUBLE_TAP_SECONDS
    rng: random.Random = field(default_factory=random.Random)
    compiler: Compiler = field(default_factory=ChildCompiler)
    freeze: Callable[[], None] = gc.freeze
    """Freezes all live objects out of garbage collection."""
    say: Callable[[str], None] = log.info
    """Prints a message for the host."""
    record_shown: Callable[[int, object, Callable[[], Awaitable[object]]], object] = lambda *shown: None
    """Learns what a message of the bot shows: its id, its content, and a function that shows that again."""

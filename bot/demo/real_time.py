"""Real time in simcord, whose own time is virtual: a clock that runs, and searches it doesn't wait for.

simcord waits for everything the bot does. So searches run where it doesn't see them, and the bot's task is
declared to wait for something external: a click returns at once, and the answer appears when it is ready.
"""

from __future__ import annotations

import asyncio
import contextvars
import os
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from simcord._clock import Clock
from simcord._dpy_internals import real_monotonic
from simcord.backend.errors import SetupError

if TYPE_CHECKING:
    import simcord


class WallClock(Clock):
    """Replaces simcord's clock, which stays at 1 January 2026 until a test advances it."""

    @property
    def elapsed(self) -> float:
        return real_monotonic()

    @elapsed.setter
    def elapsed(self, seconds: float) -> None:
        """Ignore attempts to set the time."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Ignore attempts to advance the time."""


def local_time_zone() -> str:
    """Return the name of this machine's time zone; UTC if unknown, as on Windows."""
    linked = Path("/etc/localtime").resolve().as_posix().partition("/zoneinfo/")[2]
    name = os.environ.get("TZ") or linked
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return "UTC"


class DetachedSearches:
    """Runs searches in threads, and waits in real time, without simcord waiting for them."""

    def __init__(self) -> None:
        self.env: simcord.Env

    async def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Like `asyncio.to_thread`."""
        # simcord recognises its work by a context variable: start the thread without it, but run the
        # function, which may call back into the bot, with it.
        outside, inside = contextvars.Context(), contextvars.copy_context()
        search = outside.run(asyncio.ensure_future, _in_thread(inside.run, function, *arguments))
        return await self._external(search, "the computer is thinking")

    async def wait(self, turn: Coroutine[Any, Any, Any]) -> None:
        """Wait until a worker is free."""
        waiting = contextvars.Context().run(asyncio.ensure_future, turn)
        await self._external(waiting, "other games come first")

    async def rest(self, seconds: float) -> None:
        """Like `asyncio.sleep`."""
        sleep = contextvars.Context().run(asyncio.ensure_future, asyncio.sleep(seconds))
        await self._external(sleep, "a match pauses between moves")

    async def _external(self, waiting: asyncio.Future[Any], reason: str) -> Any:
        """Wait for something that simcord doesn't wait for."""
        try:
            return await self.env.external_wait(waiting, reason=reason)
        except SetupError:
            # What is done on a board in the browser is no work of simcord's, which waits for none of it.
            return await waiting


async def _in_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    return await asyncio.to_thread(function, *arguments)

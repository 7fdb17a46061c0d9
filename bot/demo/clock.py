"""The demo's one clock: Discord's time, the bot's and that of the person at the page are the same."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from simcord._clock import Clock
from simcord._dpy_internals import real_monotonic


class WallClock(Clock):
    """Takes the place of simcord's clock, which stands at the first of January 2026 until it is moved."""

    @property
    def elapsed(self) -> float:
        """Seconds from a moment that is the same for everything in this process."""
        return real_monotonic()

    @elapsed.setter
    def elapsed(self, seconds: float) -> None:
        """Time goes by itself."""

    def now(self) -> datetime:
        """The time of day."""
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Time goes by itself."""


def zone_here() -> str:
    """The name of this machine's time zone; UTC where it cannot be told, as on Windows."""
    linked = Path("/etc/localtime").resolve().as_posix().partition("/zoneinfo/")[2]
    name = os.environ.get("TZ") or linked
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return "UTC"

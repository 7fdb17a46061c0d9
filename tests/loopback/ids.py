"""Ids as Discord makes them: their upper bits are the time of day."""

from __future__ import annotations

import time
from datetime import UTC, datetime

EPOCH_MILLISECONDS = 1_420_070_400_000
TIME_SHIFT = 22


class Snowflakes:
    """Ids, each greater than those before."""

    def __init__(self) -> None:
        self._last = 0

    def new(self) -> int:
        """An id of this moment."""
        now = int(time.time() * 1000) - EPOCH_MILLISECONDS
        self._last = max(now << TIME_SHIFT, self._last + 1)
        return self._last


def time_of(snowflake: int) -> datetime:
    """Return the creation time of an id."""
    return datetime.fromtimestamp(((snowflake >> TIME_SHIFT) + EPOCH_MILLISECONDS) / 1000, UTC)

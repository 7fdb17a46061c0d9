"""Spaced repetition: when something to be learned comes back, by how often it was known.

>>> from datetime import datetime
>>> after_success(1, datetime(2026, 3, 1))
Spaced(due_at=datetime.datetime(2026, 3, 4, 0, 0), stage=2)
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

SPACING = (timedelta(days=1), timedelta(days=3), timedelta(days=7), timedelta(days=21))
"""Delays until something comes back, each after a success; a miss goes back to the first."""


class Spaced(NamedTuple):
    """The moment something comes back (None: it is learned), and the delays begun since the last miss."""

    due_at: datetime | None
    stage: int


def after_success(stage: int, now: datetime) -> Spaced:
    """Return the next delay; after the last one it is learned."""
    if stage >= len(SPACING):
        return Spaced(None, stage)
    return Spaced(now + SPACING[stage], stage + 1)


def after_miss(now: datetime) -> Spaced:
    """Return the first delay."""
    return Spaced(now + SPACING[0], 1)

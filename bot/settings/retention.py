"""The time for which the host wants data to be kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class RetentionPeriods:
    """Time for which data is stored; None: indefinitely."""

    left_servers: timedelta
    """Since the bot was removed from the server."""
    games: timedelta | None
    """Since the end of the game."""
    people: timedelta | None
    """Since the person last used the bot."""

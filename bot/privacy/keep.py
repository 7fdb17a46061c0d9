"""How long things are kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Keep:
    """How long; None: for ever. Games count from their end, people from when they were last there."""

    left_servers: timedelta
    games: timedelta | None
    people: timedelta | None

"""Who plays, and where."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays: their id and the name they are shown by."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game is played: a channel, in a server or not."""

    channel_id: int
    guild_id: int | None

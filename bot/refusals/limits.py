"""A limit that one person, a channel or a server has reached."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

import data
from bot.refusals.base import Refusal
from data import Limit, LimitScope


@dataclass(eq=False)
class LimitReached(Refusal):
    """The person who asked, the one with `player_id`, the channel or the server has the maximum already.

    A limit on requests within an hour has room again at `again_at`.
    """

    limit: Limit
    scope: LimitScope
    maximum: int
    player_id: int | None = None
    again_at: datetime | None = None


@contextmanager
def refusing_at_limits(asker_id: int | None = None) -> Iterator[None]:
    """Turn storage's `LimitReached` into a refusal, which names no person if that is the one who asked."""
    try:
        yield
    except data.LimitReached as reached:
        other_id = None if reached.player_id == asker_id else reached.player_id
        raise LimitReached(
            reached.limit, reached.scope, reached.maximum, other_id, reached.again_at
        ) from reached

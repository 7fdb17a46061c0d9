"""The base of all refusals, and the one for limits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Literal

import data
from data import Limit, LimitScope

Part = Literal["opening", "middle", "end"]
"""A part of a game in which a computer player can have a separate style."""


class Refusal(Exception):  # noqa: N818 - a polite no, not an error
    """Base of all refusals."""

    outdated: ClassVar[bool] = False
    """True if the user saw an old board, which should be redrawn."""


@dataclass(eq=False)
class OverLimit(Refusal):
    """The asker, the one with `player_id`, the channel or the server has the maximum already.

    A limit on requests within an hour has room again at `again_at`.
    """

    limit: Limit
    scope: LimitScope
    maximum: int
    player_id: int | None = None
    again_at: datetime | None = None


@contextmanager
def refusing_at_limits(asker_id: int | None = None) -> Iterator[None]:
    """Turn storage's `LimitReached` into a refusal, which names no person if that is the asker."""
    try:
        yield
    except data.LimitReached as reached:
        other_id = None if reached.player_id == asker_id else reached.player_id
        raise OverLimit(
            reached.limit, reached.scope, reached.maximum, other_id, reached.again_at
        ) from reached

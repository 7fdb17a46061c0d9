"""Bounds of games in which computers play both sides, as people are told of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot import refusals
from data import TooManySelfPlaying


@contextmanager
def bounded() -> Iterator[None]:
    """Refuse what would be one such game too many."""
    try:
        yield
    except TooManySelfPlaying as error:
        raise refusals.TooManySelfPlaying(error.scope, error.most, error.player_id) from error

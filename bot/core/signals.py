"""Things that happen which features of several rooms listen to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from data.db.registry import Signal


class ChannelDeleted(Signal[int, Coroutine[Any, Any, None]]):
    """A channel that is no thread was deleted."""


class ThreadDeleted(Signal[int, Coroutine[Any, Any, None]]):
    """A thread was deleted."""


class VotesOutdated(Signal[int, object]):
    """The boards of a game in which people vote do not show it as it is."""


class NamesOutdated(Signal[int, Awaitable[bool]]):
    """Messages about a game may name a person who has deleted their data.

    Each listener updates its own, and returns False if that should be retried.
    """


class PersonLeaving(Signal[int, Awaitable[Callable[[], Awaitable[object]] | None]]):
    """A person's data are about to be deleted; a listener may return what it does once they are."""


class PersonForgotten(Signal[int, object]):
    """A person's data were deleted."""


class GameTapped(Signal[tuple[int, int], object]):
    """A game's message is used: the ids of the game and the person."""

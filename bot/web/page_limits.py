"""Limits on open pages, and on a person's actions on all of theirs."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from aiohttp import web

MAX_PAGES = 4000
"""Maximum open pages of this process."""

MAX_PAGES_CLIENT = 40
"""Maximum open pages of one address."""

MAX_PAGES_UNKNOWN = 1000
"""Maximum open pages of visitors whom a proxy doesn't tell apart."""

MAX_PAGES_PERSON = 20
"""Maximum open pages of one person, at all addresses."""

BURST, BURST_SECONDS = 30, 10.0
"""Maximum messages of a page within some seconds."""

PERSON_BURST = 40
"""Maximum actions of a person within those seconds, on all their pages."""


LEAVE_BUDGET: web.AppKey[Callable[[asyncio.BaseTransport | None], None]] = web.AppKey("leave_budget")
"""Takes a connection, which became a page's socket, out of the limits of ordinary ones."""


class Recent:
    """Counts what happened within the last seconds."""

    def __init__(self, most: int) -> None:
        self._times: deque[float] = deque(maxlen=most)

    def is_too_fast(self, now: float) -> bool:
        """Count one more; returns whether that is too many."""
        times = self._times
        too_fast = len(times) == times.maxlen and now - times[0] < BURST_SECONDS
        times.append(now)
        return too_fast


class PageLimits:
    """The open pages by address and by person, and the latest actions of the people there."""

    def __init__(self) -> None:
        self._clients: Counter[str | None] = Counter()
        self._people: Counter[int] = Counter()
        self._actions: dict[int, Recent] = {}

    def has_room(self, client: str | None, person_id: int | None) -> bool:
        """Return whether one more page may be opened; None is a client that can't be told from others."""
        return (
            self._clients.total() < MAX_PAGES
            and self._clients[client] < (MAX_PAGES_UNKNOWN if client is None else MAX_PAGES_CLIENT)
            and (person_id is None or self._people[person_id] < MAX_PAGES_PERSON)
        )

    @contextmanager
    def opened(self, client: str | None, person_id: int | None) -> Iterator[None]:
        """Count a page meanwhile."""
        self._clients[client] += 1
        if person_id is not None:
            self._people[person_id] += 1
        try:
            yield
        finally:
            self._clients -= Counter([client])
            if person_id is not None:
                self._people -= Counter([person_id])
                if person_id not in self._people:
                    self._actions.pop(person_id, None)

    def acts_too_fast(self, person_id: int, now: float) -> bool:
        """Count an action of a person; returns whether that is too many."""
        return self._actions.setdefault(person_id, Recent(PERSON_BURST)).is_too_fast(now)

"""Runs events unattended, and keeps their messages up to date.

Every step is one transaction that is based on the version it saw, and follows from what is stored alone. So
after a kill, or a fault, the next pass continues where the last one stopped.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, ClassVar, Generic, TypeVar

import structlog

from bot.core.background import Backoff, KeyedLock, Pacing, Schedule
from bot.messages.delivery import Posts
from data.db.store import EventStore
from data.games.records import GameChanged

log = structlog.get_logger(__name__)

DEBOUNCE = timedelta(seconds=1)
INTERVAL = timedelta(seconds=5)
"""Minimum time between two edits of an event's message."""

BACKOFF = Backoff(2 * INTERVAL, timedelta(minutes=15))

AFTER_FAULT = timedelta(minutes=1)
"""Back-off after a fault, and of results that did not arrive."""

Record = TypeVar("Record")


class EventDirector(ABC, Generic[Record]):
    debounce: ClassVar[timedelta] = DEBOUNCE
    """Time from a change until the message shows it."""

    def __init__(self, name: str, store: EventStore, messages: Posts[Any], pacing: Pacing) -> None:
        """`messages` are those of the events."""
        self._name = name
        self._store = store
        self._background = pacing.background
        self._now = pacing.now
        self._schedule = Schedule(
            f"{name}s",
            self._do_due,
            pacing,
            after_fault=AFTER_FAULT,
            pause=timedelta(seconds=1),
        )
        self._messages = messages
        self._locks = KeyedLock()
        self._known: set[int] = set()
        """Events that are not over, whose messages this process has brought up to date."""

    async def recover(self) -> None:
        """Do what is due, now and from now on."""
        await self._schedule.run()

    def close(self) -> None:
        self._schedule.close()
        self._messages.close()

    def follow_up(self, event_id: int) -> None:
        """After a change of an event, do in the background what is due, and update its message."""
        self._background.spawn(self.advance(event_id))

    async def advance(self, event_id: int) -> None:
        """Do what is due in an event after a change, and update its message."""
        self._messages.update(event_id, self.debounce)
        await self._watch(event_id)

    # --- what the kinds do -------------------------------------------------------------------------------

    @abstractmethod
    async def _find(self, event_id: int) -> Record | None:
        """Return an event with everything that belongs to it."""

    @abstractmethod
    async def _step(self, record: Record) -> bool:
        """Take the first step that is due; returns whether there was one."""

    @abstractmethod
    async def _next_due(self, record: Record) -> datetime | None:
        """Return when the next step is due."""

    async def _recover(self, event_id: int) -> None:
        """Catch up with what happened to an event before this process cared for it."""

    # --- when something is due ---------------------------------------------------------------------------

    async def _watch(self, event_id: int) -> None:
        following = await self._advance(event_id)
        if following is not None:
            self._schedule.wake_at(following)

    async def _do_due(self) -> datetime | None:
        moments = []
        active = await self._store.active()
        self._forget_all_but(set(active))
        for event_id in active:
            try:
                if event_id not in self._known:
                    # After a start, or when a server was taken over: the last change may not be shown.
                    self._messages.update(event_id, timedelta())
                    await self._recover(event_id)
                    self._known.add(event_id)
                moments.append(await self._advance(event_id))
            except Exception:
                # A bug in one event must not stop the rest.
                log.exception("event failed", kind=self._name, number=event_id)
                moments.append(self._now() + AFTER_FAULT)
        return min((moment for moment in moments if moment is not None), default=None)

    async def _act(
        self, event_id: int, applies: Callable[[Record], bool], act: Callable[[Record], Awaitable[object]]
    ) -> bool:
        """Change an event between two steps, as long as that applies; returns whether it was changed."""
        async with self._locks.hold(event_id):
            while (record := await self._find(event_id)) is not None and applies(record):
                try:
                    await act(record)
                except self._store.changed:
                    continue
                return True
        return False

    def _forget_all_but(self, active: set[int]) -> None:
        self._known &= active

    async def _advance(self, event_id: int) -> datetime | None:
        """Take all steps that are due in an event; returns when the next one is."""
        async with self._locks.hold(event_id):
            stepped, record = True, None
            while stepped and not self._schedule.closed:
                record = await self._find(event_id)
                if record is None:
                    return None
                try:
                    stepped = await self._step(record)
                except (self._store.changed, GameChanged):
                    continue
                if stepped:
                    self._messages.update(event_id, DEBOUNCE)
            return None if record is None else await self._next_due(record)

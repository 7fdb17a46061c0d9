"""Telling whoever runs the bot that something needs them, seldom enough to be read."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

import structlog

from bot.process.background import BackgroundTasks
from bot.runtime import Now

log = structlog.get_logger(__name__)

AGAIN_AFTER = timedelta(hours=6)
"""The same is not said again before."""

MOST = 6
WITHIN = timedelta(hours=1)
"""So many alerts of all kinds are sent in this time."""


class AlertKind(StrEnum):
    """What is the matter."""

    BACKUP_FAILED = "backup failed"
    DISK_NEARLY_FULL = "disk nearly full"
    MANY_ERRORS = "many errors"
    GATEWAY_FLAPPING = "gateway flapping"
    GAMES_STUCK = "games stuck"


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that a host has to know; `detail` is for somebody who runs programs."""

    kind: AlertKind
    detail: str


class AlertPosts(Protocol):
    """Brings alerts to people."""

    async def send(self, alert: Alert, people: Collection[int]) -> None:
        """Tell each of them, once; nothing that goes wrong raises an error."""


class Alerts:
    """Sends alerts to the people the settings name; nobody is named unless they want it."""

    def __init__(
        self, people: Collection[int], posts: AlertPosts, background: BackgroundTasks, now: Now
    ) -> None:
        self._people = people
        self._posts = posts
        self._background = background
        self._now = now
        self._told: dict[AlertKind, datetime] = {}
        self._sent: deque[datetime] = deque()

    def tell(self, kind: AlertKind, detail: str) -> None:
        """Tell of something, unless they were told of such a thing lately."""
        now = self._now()
        last = self._told.get(kind)
        if last is not None and now - last < AGAIN_AFTER:
            return
        while self._sent and now - self._sent[0] >= WITHIN:
            self._sent.popleft()
        if len(self._sent) >= MOST:
            return
        self._told[kind] = now
        self._sent.append(now)
        log.warning("the host has to know", kind=kind.value, detail=detail)
        if self._people and not self._background.closing:
            self._background.spawn(self._posts.send(Alert(kind, detail), self._people))

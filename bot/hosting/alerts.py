"""Alerts to the host by direct message, rare enough to be read."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

import structlog

from bot.hosting.host_settings import AlertSettings
from bot.messages.delivery import Undelivered
from bot.services.services import Kit

log = structlog.get_logger(__name__)

REPEAT_AFTER = timedelta(hours=6)
"""Minimum time between two alerts of a kind."""

MAX_ALERTS = 6
WITHIN = timedelta(hours=1)
"""Time in which at most MAX_ALERTS alerts of all kinds are sent."""


class AlertKind(StrEnum):
    """Kinds of faults that hosts are told of."""

    BACKUP_FAILED = "backup failed"
    DISK_NEARLY_FULL = "disk nearly full"
    MANY_ERRORS = "many errors"
    GATEWAY_FLAPPING = "gateway flapping"
    GAMES_STUCK = "games stuck"


@dataclass(frozen=True, slots=True)
class Alert:
    """A message to the host; `detail` is technical."""

    kind: AlertKind
    detail: str


class Alerts:
    """Sends alerts to the users whom the settings name, if any."""

    def __init__(self, kit: Kit) -> None:
        self._people = kit.settings.of(AlertSettings).alert_people
        self._messenger = kit.messenger
        self._background = kit.background
        self._now = kit.now
        self._told: dict[AlertKind, datetime] = {}
        self._sent: deque[datetime] = deque()

    def tell(self, kind: AlertKind, detail: str) -> None:
        """Send an alert, unless one of its kind was sent recently."""
        now = self._now()
        last = self._told.get(kind)
        if last is not None and now - last < REPEAT_AFTER:
            return
        while self._sent and now - self._sent[0] >= WITHIN:
            self._sent.popleft()
        if len(self._sent) >= MAX_ALERTS:
            return
        self._told[kind] = now
        self._sent.append(now)
        log.warning("alert", kind=kind.value, detail=detail)
        if self._people and not self._background.closing:
            self._background.spawn(self._send(Alert(kind, detail)))

    async def _send(self, alert: Alert) -> None:
        for user_id in self._people:
            if isinstance(await self._messenger.send_direct(alert, user_id), Undelivered):
                log.warning("alert not delivered", kind=alert.kind.value, user=user_id)

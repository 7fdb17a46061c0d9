"""Alerts to the host by direct message, rare enough to be read."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

import structlog

from bot.features import Kit
from bot.hosting.host_settings import AlertSettings
from bot.messages.delivery import Messenger, Undelivered

log = structlog.get_logger(__name__)

REPEAT_AFTER = timedelta(hours=6)
"""Minimum time between two alerts about the same."""

MAX_ALERTS = 3
WITHIN = timedelta(hours=1)
"""Time in which at most MAX_ALERTS alerts of a kind are sent: no kind silences another."""


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
        self._messenger = kit[Messenger]
        self._background = kit.background
        self._now = kit.now
        self._told: dict[tuple[AlertKind, str], datetime] = {}
        self._sent: dict[AlertKind, deque[datetime]] = {
            kind: deque([datetime.min.replace(tzinfo=UTC)] * MAX_ALERTS, MAX_ALERTS) for kind in AlertKind
        }

    def tell(self, kind: AlertKind, detail: str, about: str = "") -> None:
        """Send an alert, unless one of its kind `about` the same was sent recently, or several were."""
        now, sent = self._now(), self._sent[kind]
        last = self._told.get((kind, about))
        if now - sent[0] < WITHIN or (last is not None and now - last < REPEAT_AFTER):
            return
        self._told[kind, about] = now
        sent.append(now)
        log.warning("alert", kind=kind.value, detail=detail)
        if self._people and not self._background.closing:
            self._background.spawn(self._send(Alert(kind, detail)))

    async def _send(self, alert: Alert) -> None:
        for user_id in self._people:
            if isinstance(await self._messenger.send_direct(alert, user_id), Undelivered):
                log.warning("alert not delivered", kind=alert.kind.value, user=user_id)

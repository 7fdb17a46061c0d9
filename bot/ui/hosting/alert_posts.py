"""Alerts as direct messages."""

from __future__ import annotations

from collections.abc import Collection

import structlog

from bot.hosting.alerts import Alert
from bot.ui.hosting.words import alert_text
from bot.ui.plain_messages import PlainMessages
from bot.ui.publisher import NotShown
from bot.ui.request import QUIET

log = structlog.get_logger(__name__)


class AlertMessages:
    """Sends alerts."""

    def __init__(self, messages: PlainMessages) -> None:
        self._messages = messages

    async def send(self, alert: Alert, people: Collection[int]) -> None:
        """Tell each of them, once."""
        for person_id in people:
            place = await self._messages.open_direct(person_id)
            if not isinstance(place, NotShown):
                about = {"alert": alert.kind.value, "user": person_id, "detail": alert.detail}
                sent = await self._messages.send(alert_text(alert), place, QUIET, about)
                if not isinstance(sent, NotShown):
                    continue
            log.warning("a host could not be told", kind=alert.kind.value, user=person_id)

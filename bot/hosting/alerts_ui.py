"""The words of alerts to hosts."""

from __future__ import annotations

from collections.abc import Mapping

from bot.hosting.backups import ScheduledBackups
from bot.hosting.monitor import Alert, AlertKind, Alerts, Monitor
from bot.hosting.packing import MovePacking
from bot.ui.messenger import Note, Showing, shows
from languages import gettext, gettext_noop

ALERTS: Mapping[AlertKind, str] = {
    AlertKind.BACKUP_FAILED: gettext_noop("A backup failed. It is retried every 15 minutes."),
    AlertKind.DISK_NEARLY_FULL: gettext_noop("The disk is nearly full. Once it is full, no one can play."),
    AlertKind.MANY_ERRORS: gettext_noop("There are many errors in the log."),
    AlertKind.GATEWAY_FLAPPING: gettext_noop("The connection to Discord keeps breaking."),
    AlertKind.GAMES_STUCK: gettext_noop("Some games are stuck."),
}

ALERT_FOOT = gettext_noop(
    "-# You get this because `FLIPFOUR_ALERTS_TO` names you. It won't be repeated for six hours."
)


MAX_DETAIL = 500
"""Maximum characters of an alert's detail."""


def alert_text(alert: Alert) -> str:
    detail = alert.detail.replace("`", "'")[:MAX_DETAIL]
    return f"⚠️ **{gettext(ALERTS[alert.kind])}**\n```\n{detail}\n```{gettext(ALERT_FOOT)}"


@shows(Alert, lambda alert: {"alert": alert.kind.value, "detail": alert.detail})
async def draw_alert(alert: Alert, scene: Showing) -> Note:
    return Note(alert_text(alert))


FEATURES = (Alerts, ScheduledBackups, MovePacking, Monitor)

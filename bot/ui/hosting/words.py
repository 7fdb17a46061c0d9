"""Words of the direct messages to hosts."""

from __future__ import annotations

from collections.abc import Mapping

from bot.hosting.alerts import Alert, AlertKind
from bot.ui.language import gettext, gettext_noop

HEADS: Mapping[AlertKind, str] = {
    AlertKind.BACKUP_FAILED: gettext_noop("A backup could not be made. It is tried again every 15 minutes."),
    AlertKind.DISK_NEARLY_FULL: gettext_noop("The disk is nearly full. Once it is full, no one can play."),
    AlertKind.MANY_ERRORS: gettext_noop("There are many errors in the log."),
    AlertKind.GATEWAY_FLAPPING: gettext_noop("The connection to Discord is lost again and again."),
    AlertKind.GAMES_STUCK: gettext_noop("Some games are stuck."),
}

FOOT = gettext_noop(
    "-# You get this because `FLIPFOUR_ALERTS_TO` names you. It is not said again for six hours."
)

MOST_DETAIL = 500


def alert_text(alert: Alert) -> str:
    """What a host reads."""
    detail = alert.detail.replace("`", "'")[:MOST_DETAIL]
    return f"⚠️ **{gettext(HEADS[alert.kind])}**\n```\n{detail}\n```{gettext(FOOT)}"

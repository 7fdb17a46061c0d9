"""The message of a strength test: its progress, and the result."""

from __future__ import annotations

from bot.matches.strength import Report, Status
from bot.ui.components import button
from bot.ui.language import gettext
from bot.ui.layout import BLUE, GOLD, Part, View, card, row
from bot.ui.matches.component_ids import CancelStrengthTest
from bot.ui.matches.words import strength_text


def strength_view(report: Report, chart: Part | None) -> View:
    """The message; `chart` shows the results once there are some."""
    parts: list[Part] = [strength_text(report)]
    if chart is not None:
        parts.append(chart)
    running = report.status is Status.RUNNING
    if running:
        parts.append(row(button(gettext("Cancel"), CancelStrengthTest(report.test.id), emoji="✖️")))
    return card(*parts, colour=BLUE if running else GOLD)

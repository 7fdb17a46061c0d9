"""The message of a strength test: its progress, and the result."""

from __future__ import annotations

import discord

from bot.matches.strength import Report, Status
from bot.ui.components import button
from bot.ui.language import gettext
from bot.ui.layout import BLUE, GOLD, Part, View, card, picture, row
from bot.ui.matches.component_ids import CancelStrengthTest
from bot.ui.matches.words import strength_text


def strength_view(report: Report, chart: discord.File | None, description: str) -> View:
    """The message; `chart` is a picture of the results once there is one, `description` its alt text."""
    parts: list[Part] = [strength_text(report)]
    if chart is not None:
        parts.append(picture(chart, description))
    running = report.status is Status.RUNNING
    if running:
        parts.append(row(button(gettext("Cancel"), CancelStrengthTest(report.test.id), emoji="✖️")))
    return card(*parts, colour=BLUE if running else GOLD)

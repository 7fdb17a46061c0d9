"""The controls of a match, and the message of a strength test."""

from __future__ import annotations

from bot.events.matches.strength import StrengthReport
from bot.events.matches.words import strength_text
from bot.ui.component_ids import ASKS, ONCE, ComponentId
from bot.ui.components import button
from bot.ui.layout import BLUE, GOLD, Part, View, card, row
from languages import pgettext


def strength_view(report: StrengthReport, chart: Part | None) -> View:
    """Draw a strength test; `chart` shows its results, if any."""
    parts: list[Part] = [strength_text(report)]
    if chart is not None:
        parts.append(chart)
    running = report.status.in_progress
    if running:
        parts.append(row(button(pgettext("button", "Cancel"), CancelStrengthTest(report.test.id), emoji="✖️")))
    return card(*parts, colour=BLUE if running else GOLD)


class ConfirmStop(ComponentId, action="match_stop_yes", timeless=ONCE):
    """End an exhibition without a winner."""

    game_id: int


class CancelStrengthTest(ComponentId, action="strength_cancel", marks="strength test", timeless=ASKS):
    """Ask before a strength test is cancelled."""

    test_id: int


class ConfirmCancelTest(ComponentId, action="strength_cancel_yes", timeless=ONCE):
    """Cancel a strength test."""

    test_id: int

"""The controls of a match, and the message of a strength test."""

from __future__ import annotations

import discord

from bot.core.snapshot import GameSnapshot
from bot.events.matches.ids import CancelStrengthTest, Pause, PlayAgain, Resume, StepMatch, Stop
from bot.events.matches.strength import StrengthReport
from bot.events.matches.words import strength_text
from bot.study.replay.view import looking_back
from bot.ui.components import button
from bot.ui.layout import BLUE, GOLD, Part, Row, View, card, row
from languages import gettext, pgettext


def exhibition_controls(snapshot: GameSnapshot) -> Row:
    """Return the buttons for the person who started the match; once it is over, one for everyone."""
    game, primary = snapshot.game, discord.ButtonStyle.primary
    if not snapshot.going:
        again = button(gettext("Again, sides swapped"), PlayAgain(game.id), style=primary, emoji="🔁")
        return row(again, *looking_back(snapshot))
    stop = button(pgettext("button", "Stop"), Stop(game.id), emoji="⏹️")
    if not snapshot.paused:
        return row(button(pgettext("button", "Pause"), Pause(game.id), emoji="⏸️"), stop)
    return row(
        button(pgettext("button", "Step"), StepMatch(game.id, game.ply), style=primary, emoji="⏭️"),
        button(pgettext("button", "Resume"), Resume(game.id), emoji="▶️"),
        stop,
    )


def strength_view(report: StrengthReport, chart: Part | None) -> View:
    """Draw a strength test; `chart` shows its results, if any."""
    parts: list[Part] = [strength_text(report)]
    if chart is not None:
        parts.append(chart)
    running = report.status.in_progress
    if running:
        parts.append(row(button(pgettext("button", "Cancel"), CancelStrengthTest(report.test.id), emoji="✖️")))
    return card(*parts, colour=BLUE if running else GOLD)

"""The message of a simultaneous exhibition, and the private card for its organiser and moderators."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.events.simuls import ids, words
from bot.events.simuls.messages import SimulMessage
from bot.ui.components import ComponentItem, button, select, user_select
from bot.ui.layout import BLUE, GOLD, GREEN, GREY, Part, Row, View, card, row
from bot.ui.publisher import Drawing
from bot.ui.untrusted import shortened
from data.simuls.records import SimulRecord, SimulState
from languages import gettext, pgettext

COLOURS = {
    SimulState.OPEN: GREEN,
    SimulState.RUNNING: BLUE,
    SimulState.FINISHED: GOLD,
    SimulState.CANCELLED: GREY,
}


def simul_view(content: SimulMessage) -> Drawing:
    """Draw the message of an exhibition."""
    simul = content.record.simul
    parts: list[Part] = [words.simul_text(content)]
    if not simul.is_over:
        parts.append(row(*_buttons(content.record)))
    return Drawing(card(*parts, colour=COLOURS[simul.state]), [])


def _buttons(record: SimulRecord) -> list[ComponentItem]:
    simul = record.simul
    items = []
    if simul.state is SimulState.OPEN:
        join = ids.JoinSimul(simul.id)
        items.append(button(pgettext("button", "Join"), join, style=discord.ButtonStyle.success))
    else:
        following = ids.NextSimulBoard(simul.id)
        style = discord.ButtonStyle.primary
        items.append(button(pgettext("button", "Next board"), following, style=style, emoji="⏭️"))
    items.append(button(pgettext("button", "Leave"), ids.LeaveSimul(simul.id)))
    if simul.state is SimulState.OPEN:
        items.append(button(pgettext("button", "Start"), ids.RunSimul(simul.id, "start"), emoji="▶️"))
    items.append(button(pgettext("button", "Manage"), ids.ManageSimul(simul.id), emoji="⚙️"))
    return items


def manage_view(record: SimulRecord, names: Mapping[int, str]) -> View:
    """Return the card for the organiser and moderators."""
    simul = record.simul
    is_open = simul.state is SimulState.OPEN
    end = button(words.end_label(simul), ids.RunSimul(simul.id, "end"), style=discord.ButtonStyle.danger)
    rows: list[Row] = [row(end)]
    if is_open:
        # Translators: in an empty menu of people.
        rows.append(row(user_select(gettext("Invite someone"), ids.InviteToSimul(simul.id))))
    playing = [one for one in record.opponents if one.outcome is None]
    if playing:
        options = [
            discord.SelectOption(label=shortened(words.opponent_label(one, names)), value=str(one.number))
            for one in playing
        ]
        # Translators: in an empty menu of players.
        rows.append(row(select(gettext("Remove a player"), options, ids.RemoveFromSimul(simul.id))))
    parts: list[Part] = [words.manage_text(record)]
    if not is_open:
        parts.append(
            gettext("Boards in progress are called off when you end the exhibition or remove a player.")
        )
    return card(*parts, *rows, colour=GREY)

"""The message of a simultaneous exhibition, and the private card for its organiser and moderators."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.events.tournaments import simul_ids as ids
from bot.events.tournaments import simul_words as words
from bot.events.tournaments.rules import removable
from bot.events.tournaments.simul_messages import SimulMessage
from bot.events.tournaments.view import COLOURS
from bot.ui.components import ComponentItem, button, select, user_select
from bot.ui.layout import GREY, Part, Row, View, card, row
from bot.ui.links import WatchEvent, watch_button
from bot.ui.publisher import Drawing
from bot.ui.untrusted import shortened
from data.tournaments.records import TournamentRecord, TournamentState
from languages import gettext, pgettext


def simul_view(content: SimulMessage, *, on_web: bool = False) -> Drawing:
    """Draw the message of an exhibition."""
    simul = content.record.tournament
    parts: list[Part] = [words.simul_text(content)]
    items = [] if simul.is_over else _buttons(content.record)
    if on_web and simul.state is not TournamentState.CANCELLED:
        items.append(watch_button(WatchEvent(simul.id)))
    if items:
        parts.append(row(*items))
    return Drawing(card(*parts, colour=COLOURS[simul.state]), [])


def _buttons(record: TournamentRecord) -> list[ComponentItem]:
    simul = record.tournament
    items = []
    if simul.state is TournamentState.OPEN:
        join = ids.JoinSimul(simul.number)
        items.append(button(pgettext("button", "Join"), join, style=discord.ButtonStyle.success))
    else:
        following = ids.NextSimulBoard(simul.number)
        style = discord.ButtonStyle.primary
        items.append(button(pgettext("button", "Next board"), following, style=style, emoji="⏭️"))
    items.append(button(pgettext("button", "Leave"), ids.LeaveSimul(simul.number)))
    if simul.state is TournamentState.OPEN:
        items.append(button(pgettext("button", "Start"), ids.RunSimul(simul.number, "start"), emoji="▶️"))
    items.append(button(pgettext("button", "Manage"), ids.ManageSimul(simul.number), emoji="⚙️"))
    return items


def manage_simul_view(record: TournamentRecord, names: Mapping[int, str]) -> View:
    """Return the card for the organiser and moderators."""
    simul = record.tournament
    is_open = simul.state is TournamentState.OPEN
    end = button(words.end_label(simul), ids.RunSimul(simul.number, "end"), style=discord.ButtonStyle.danger)
    rows: list[Row] = [row(end)]
    if is_open:
        # Translators: in an empty menu of people.
        rows.append(row(user_select(gettext("Invite someone"), ids.InviteToSimul(simul.number))))
    playing = removable(record)
    if playing:
        options = [
            discord.SelectOption(label=shortened(words.opponent_label(one, names)), value=str(one.number))
            for one in playing
        ]
        # Translators: in an empty menu of players.
        rows.append(row(select(gettext("Remove a player"), options, ids.RemoveFromSimul(simul.number))))
    parts: list[Part] = [words.manage_text(record)]
    if not is_open:
        parts.append(
            gettext("Boards in progress are called off when you end the exhibition or remove a player.")
        )
    return card(*parts, *rows, colour=GREY)

"""The message of a tournament, and the private card for its organiser and moderators."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.games.people import Names
from bot.tournaments.forms import Form
from bot.tournaments.messages import TournamentMessage
from bot.tournaments.tournaments import correctable
from bot.ui.components import ComponentItem, button, select, user_select
from bot.ui.layout import BLUE, GOLD, GREEN, GREY, Part, Row, View, card, row
from bot.ui.publisher import Drawing
from bot.ui.tournaments import ids, words
from bot.ui.untrusted import shortened
from data import StoredPairing, TournamentRecord, TournamentState
from languages import gettext, pgettext
from renderers.themes import Look

MAX_OPTIONS = 25
"""Maximum options of a menu."""

COLOURS = {
    TournamentState.OPEN: GREEN,
    TournamentState.RUNNING: BLUE,
    TournamentState.FINISHED: GOLD,
    TournamentState.CANCELLED: GREY,
}


async def draw_tournament(
    names: Names, content: TournamentMessage, look: Look, guild_id: int | None
) -> Drawing:
    """Draw the message of a tournament."""
    parts: list[Part] = [words.tournament_text(content)]
    tournament = content.record.tournament
    if not tournament.is_over:
        parts.append(row(*_buttons(content.record)))
    return Drawing(card(*parts, colour=COLOURS[tournament.state]), [])


def _buttons(record: TournamentRecord) -> list[ComponentItem]:
    tournament = record.tournament
    items = []
    late = Form(tournament.terms.form) in {Form.SWISS, Form.ARENA}
    if tournament.state is TournamentState.OPEN or late:
        items.append(
            button(
                pgettext("button", "Join"),
                ids.JoinTournament(tournament.id),
                style=discord.ButtonStyle.success,
            )
        )
    items.append(button(pgettext("button", "Leave"), ids.LeaveTournament(tournament.id)))
    items.append(button(pgettext("button", "Manage"), ids.ManageTournament(tournament.id), emoji="⚙️"))
    return items


def manage_view(record: TournamentRecord, names: Mapping[int, str]) -> View:
    """Return the card for the organiser and moderators."""
    tournament = record.tournament
    running = tournament.state is TournamentState.RUNNING
    buttons = []
    if not running:
        start = ids.RunTournament(tournament.id, "start")
        buttons.append(button(pgettext("button", "Start now"), start, style=discord.ButtonStyle.success))
    elif tournament.paused_at is None:
        buttons.append(button(pgettext("button", "Pause"), ids.RunTournament(tournament.id, "pause")))
    else:
        buttons.append(button(pgettext("button", "Resume"), ids.RunTournament(tournament.id, "resume")))
    cancel = ids.RunTournament(tournament.id, "cancel")
    label = pgettext("button", "Cancel tournament")
    buttons.append(button(label, cancel, style=discord.ButtonStyle.danger))
    rows: list[Row] = [row(*buttons)]
    if not running:
        invite = ids.InviteToTournament(tournament.id)
        rows.append(row(user_select(gettext("Invite someone"), invite)))
    entrants = [one for one in record.entrants if one.left_round is None][:MAX_OPTIONS]
    if entrants:
        options = [
            discord.SelectOption(label=shortened(words.entrant_label(one, names)), value=str(one.number))
            for one in entrants
        ]
        rows.append(row(select(gettext("Remove a player"), options, ids.RemoveEntrant(tournament.id))))
    results = correctable(record)[:MAX_OPTIONS]
    if results:
        options = [
            discord.SelectOption(label=_pairing_label(record, one, names), value=str(one.id))
            for one in results
        ]
        rows.append(row(select(gettext("Correct a result"), options, ids.ChooseResult(tournament.id))))
    return card(words.manage_text(record), *rows, colour=GREY)


def correct_view(record: TournamentRecord, pairing: StoredPairing) -> View:
    """Return the question for the right result."""
    number = record.tournament.id
    outcomes = (
        button("1–0", ids.CorrectResult(number, pairing.id, "1-0")),
        button("½–½", ids.CorrectResult(number, pairing.id, "draw")),
        button("0–1", ids.CorrectResult(number, pairing.id, "0-1")),
    )
    return card(words.correct_text(record, pairing), row(*outcomes), colour=GREY)


def _pairing_label(record: TournamentRecord, pairing: StoredPairing, names: Mapping[int, str]) -> str:
    first, second = record.entrant(pairing.first), record.entrant(pairing.second or 0)
    result = words.RESULTS[pairing.outcome or "draw"]
    pair = f"{words.entrant_label(first, names)} – {words.entrant_label(second, names)}"
    return f"{pair[:80]}: {result}"

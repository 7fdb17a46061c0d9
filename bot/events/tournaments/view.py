"""The message of a tournament, and the private card for its organiser and moderators."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import discord

from bot.catalog import GAMES
from bot.computer.opponents.names import level_name
from bot.events.tournaments import ids, words
from bot.events.tournaments.corrections import possible_outcomes
from bot.events.tournaments.forms import Form
from bot.events.tournaments.messages import TournamentMessage
from bot.events.tournaments.pictures import (
    bracket_tree,
    describe_standings,
    draw_standings,
    standings_pages,
)
from bot.events.tournaments.rules import removable
from bot.ui.components import ComponentItem, button, select, user_select
from bot.ui.layout import BLUE, GOLD, GREEN, GREY, Part, Row, View, card, row
from bot.ui.links import OpenFeature, WatchEvent, watch_button
from bot.ui.opponent_words import level_description
from bot.ui.pictures import drawn_part
from bot.ui.publisher import Drawing
from bot.ui.untrusted import shortened
from bot.ui.words import form_name, player_label
from data.tournaments.pairings import PairingOutcome
from data.tournaments.records import (
    ComputerGames,
    StoredPairing,
    Tournament,
    TournamentRecord,
    TournamentState,
)
from languages import gettext, pgettext
from renderers import bracket
from renderers.themes import Look

MAX_OPTIONS = 25
"""Maximum options of a menu."""

MAX_IN_PAIR = 40
"""Maximum characters of a name in an option that names two; Discord allows 100 in all."""

COLOURS = {
    TournamentState.OPEN: GREEN,
    TournamentState.RUNNING: BLUE,
    TournamentState.FINISHED: GOLD,
    TournamentState.CANCELLED: GREY,
}


async def draw_tournament(content: TournamentMessage, look: Look, *, on_web: bool = False) -> Drawing:
    """Draw the message of a tournament: its text, and once it has begun a picture of who is ahead."""
    tournament = content.record.tournament
    text = words.TournamentText(content)
    parts: list[Part] = [text.head()]
    files: list[discord.File] = []
    if tournament.state in (TournamentState.RUNNING, TournamentState.FINISHED):
        drawn = await asyncio.to_thread(_draw, content, look, _labels(content))
        for number, (png, alt) in enumerate(drawn):
            name = f"tournament-{tournament.id}-{tournament.version}-{number}.png"
            part, sent = drawn_part(png, name, alt, look)
            parts.append(part)
            files += sent
    if rest := text.rest():
        parts.append(rest)
    if tournament.state is not TournamentState.CANCELLED:
        parts += _buttons(content, on_web)
    return Drawing(card(*parts, colour=COLOURS[tournament.state]), files)


def _labels(content: TournamentMessage) -> dict[int, str]:
    """Return the names of all entrants for pictures."""
    return {
        entrant.number: shortened(words.picture_label(entrant, content.names))
        for entrant in content.record.entrants
    }


def _draw(content: TournamentMessage, look: Look, names: Mapping[int, str]) -> list[tuple[bytes, str]]:
    """Draw the bracket of a knockout, the standings of any other form, with alt texts."""
    is_over = content.record.tournament.is_over
    if content.form is Form.KNOCKOUT:
        tree = bracket_tree(content.bracket, content.seeds, names)
        page = -1 if is_over else bracket.current_page(tree)
        return [(bracket.draw(tree, page, theme=look.theme), bracket.describe(tree))]
    table = content.standings
    return [
        (
            draw_standings(content.form, table, names, page, final=is_over, theme=look.theme),
            describe_standings(content.form, table, names, page),
        )
        for page in range(standings_pages(table))
    ]


def _buttons(content: TournamentMessage, on_web: bool) -> list[Row]:
    tournament = content.record.tournament
    watch = [watch_button(WatchEvent(tournament.id))] if on_web else []
    manage = button(pgettext("button", "Manage"), ids.ManageTournament(tournament.id), emoji="⚙️")
    if tournament.is_over:
        items: list[ComponentItem] = [*watch, *([manage] if content.manageable else [])]
        return [row(*items)] if items else []
    items = []
    if tournament.state is TournamentState.OPEN or admits_later(tournament):
        items.append(
            button(
                pgettext("button", "Join"),
                ids.JoinTournament(tournament.id),
                style=discord.ButtonStyle.success,
            )
        )
    items.append(button(pgettext("button", "Leave"), ids.LeaveTournament(tournament.id)))
    if tournament.state is TournamentState.OPEN:
        start = ids.RunTournament(tournament.id, "start")
        items.append(button(pgettext("button", "Start"), start, emoji="▶️"))
    return [row(*items, *watch, manage)]


def admits_later(tournament: Tournament) -> bool:
    """Return whether people may join after the start, if the field is large enough for the form."""
    return Form(tournament.terms.form) in {Form.SWISS, Form.ARENA}


def list_view(tournaments: Sequence[Tournament]) -> View:
    """List a server's tournaments, with a menu to post one again and a button for a new one."""
    new = button(
        pgettext("button", "New tournament"),
        OpenFeature("tournament create"),
        style=discord.ButtonStyle.primary,
        emoji="➕",
    )
    rows: list[Row] = [row(new)]
    if tournaments:
        options = [
            discord.SelectOption(
                label=words.title(one), value=str(one.id), description=form_name(one.terms.form)
            )
            for one in tournaments
        ]
        rows.insert(0, row(select(gettext("Repost one in its channel"), options, ids.ShowTournament())))
    return card(words.list_text(tournaments), *rows, colour=GREEN)


def manage_view(record: TournamentRecord, names: Mapping[int, str], results: Sequence[StoredPairing]) -> View:
    """Return the card for the organiser and moderators; `results` are those that can be corrected."""
    tournament = record.tournament
    rows: list[Row] = [] if tournament.is_over else _controls(record, names)
    if results:
        options = [
            discord.SelectOption(label=_pairing_label(record, one, names), value=str(one.id))
            for one in results[:MAX_OPTIONS]
        ]
        rows.append(row(select(gettext("Correct a result"), options, ids.ChooseResult(tournament.id))))
    return card(words.manage_text(record), *rows, colour=GREY)


COMPUTER_GAMES: tuple[ComputerGames, ...] = ("skip", "play")
"""What organisers can choose of games between computers."""

NO_FILLER = "-"
"""Value of the option for no computer player."""


def _computers(tournament: Tournament) -> list[Row]:
    """Return the menus of the computer player for empty places, and of games between computers."""
    terms = tournament.terms
    kind, filler = GAMES[terms.game], terms.filler
    options = [discord.SelectOption(label=words.no_filler(), value=NO_FILLER, default=filler is None)]
    options += [
        discord.SelectOption(
            label=level_name(level),
            value=level,
            description=level_description(kind, level),
            default=level == filler,
        )
        for level in [*kind.levels][: MAX_OPTIONS - 2]
    ]
    if filler is not None and filler not in kind.levels:
        own = discord.SelectOption(label=shortened(player_label(filler)), value=filler, default=True)
        options.append(own)
    rows = [row(select(words.filler_label(), options, ids.ChooseFiller(tournament.id)))]
    if filler is not None and Form(terms.form) is not Form.ARENA:
        choices = [
            discord.SelectOption(
                label=words.computer_games(terms, choice),
                value=choice,
                default=choice == terms.computer_games,
            )
            for choice in COMPUTER_GAMES
        ]
        label = gettext("Games between computers")
        rows.append(row(select(label, choices, ids.ChooseComputerGames(tournament.id))))
    return rows


def _controls(record: TournamentRecord, names: Mapping[int, str]) -> list[Row]:
    """Return what can be done with a tournament that is not over."""
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
    buttons.append(button(words.cancel_label(), cancel, style=discord.ButtonStyle.danger))
    rows: list[Row] = [row(*buttons)]
    if not running or admits_later(tournament):
        invite = ids.InviteToTournament(tournament.id)
        rows.append(row(user_select(gettext("Invite someone"), invite)))
    if not running:
        rows += _computers(tournament)
    return [*rows, *_removals(record, names)]


def _removals(record: TournamentRecord, names: Mapping[int, str]) -> list[Row]:
    """Return the menus of entrants who can be removed, 25 in each."""
    number = record.tournament.id
    entrants = removable(record)
    rows = []
    for page, start in enumerate(range(0, len(entrants), MAX_OPTIONS)):
        options = [
            discord.SelectOption(label=shortened(words.entrant_label(one, names)), value=str(one.number))
            for one in entrants[start : start + MAX_OPTIONS]
        ]
        if page == 0:
            rows.append(row(select(gettext("Remove a player"), options, ids.RemoveEntrant(number))))
            continue
        label = gettext("Remove a player ({first}–{last})", first=start + 1, last=start + len(options))
        rows.append(row(select(label, options, ids.RemoveLaterEntrant(number, page))))
    return rows


def correct_view(record: TournamentRecord, pairing: StoredPairing) -> View:
    """Return the question for the right result."""
    number = record.tournament.id
    outcomes = [
        button(words.RESULTS[one], ids.CorrectResult(number, pairing.id, one))
        for one in possible_outcomes(record, pairing)
    ]
    return card(words.correct_text(record, pairing), row(*outcomes), colour=GREY)


def _pairing_label(record: TournamentRecord, pairing: StoredPairing, names: Mapping[int, str]) -> str:
    result = words.RESULTS[pairing.outcome or PairingOutcome.DRAW]
    pair = [shortened(words.entrant_label(one, names), MAX_IN_PAIR) for one in record.players(pairing)]
    return f"{' – '.join(pair)}: {result}"

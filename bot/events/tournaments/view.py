"""The messages of events, and the private cards for their organisers and moderators."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import discord

from bot.catalog import GAMES
from bot.computer.opponents.names import level_name
from bot.events.tournaments import ids, simul_words, words
from bot.events.tournaments.cards import (
    AreYouThere,
    EventMessage,
    EventResults,
    GamesBegun,
    LostByAbsence,
    SimulBegins,
    SimulMessage,
    TournamentMessage,
)
from bot.events.tournaments.forms.types import Form
from bot.events.tournaments.ids import WatchEvent
from bot.events.tournaments.pictures import bracket_tree, standing_rows, tie_break_headings
from bot.events.tournaments.rules import (
    absent_people,
    admits_later,
    form_of,
    possible_outcomes,
    removable,
    standings_of,
)
from bot.events.tournaments.words import entrant_name, pairing_line, title
from bot.play.games.ids import OpenFeature, watch_button
from bot.ui.components import MAX_OPTIONS, ComponentItem, button, select, user_select
from bot.ui.layout import BLUE, GOLD, GREEN, GREY, Part, Row, View, card, row
from bot.ui.messenger import Note, Showing, shows
from bot.ui.opponent_words import level_description
from bot.ui.pictures import drawn_part
from bot.ui.publisher import Drawing, Subject
from bot.ui.request import mentioning
from bot.ui.times import countdown
from bot.ui.untrusted import shortened
from bot.ui.words import form_name, mention, message_link, player_label, seat_name
from data.people.personal import DELETED_PLAYER
from data.tournaments.records import (
    ComputerGames,
    PairingOutcome,
    StoredPairing,
    Tournament,
    TournamentRecord,
    TournamentState,
)
from languages import gettext, gettext_noop, pgettext
from renderers import bracket
from renderers.table import MAX_ROWS, describe_standings_table, draw_standings_table
from renderers.themes import Look

PAIRED_NO_MORE = {
    False: gettext_noop("After two games without you, you aren't paired any more."),
    True: gettext_noop("You aren't paired any more. To play again, press **Join** on the tournament's card."),
}
"""What dropped players are told, by whether they can join again."""


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
    parts: list[Part] = [words.head(content.record)]
    files: list[discord.File] = []
    if tournament.state in (TournamentState.RUNNING, TournamentState.FINISHED):
        labels = {
            entrant.number: shortened(words.picture_label(entrant, content.names))
            for entrant in content.record.entrants
        }
        drawn = await asyncio.to_thread(_draw, content, look, labels)
        for number, (png, alt) in enumerate(drawn):
            name = f"tournament-{tournament.id}-{tournament.version}-{number}.png"
            part, sent = drawn_part(png, name, alt, look)
            parts.append(part)
            files += sent
    if rest := words.rest(content):
        parts.append(rest)
    if tournament.state is not TournamentState.CANCELLED:
        parts += _buttons(content, on_web)
    return Drawing(card(*parts, colour=COLOURS[tournament.state]), files)


def _draw(content: TournamentMessage, look: Look, names: Mapping[int, str]) -> list[tuple[bytes, str]]:
    """Draw the bracket of a knockout, the standings of any other form, with alt texts."""
    record, is_over, form = content.record, content.record.tournament.is_over, form_of(content.record)
    if form is Form.KNOCKOUT:
        tree = bracket_tree(record.entrants, record.pairings, names)
        page = -1 if is_over else bracket.current_page(tree)
        return [(bracket.draw(tree, page, theme=look.theme), bracket.describe(tree))]
    rows, headings = standing_rows(form, standings_of(record), names), tie_break_headings(form)
    return [
        (
            draw_standings_table(page, headings, final=is_over, theme=look.theme),
            describe_standings_table(page),
        )
        for page in (rows[start : start + MAX_ROWS] for start in range(0, len(rows), MAX_ROWS))
    ]


def _buttons(content: TournamentMessage, on_web: bool) -> list[Row]:
    tournament, is_open = content.record.tournament, content.record.tournament.state is TournamentState.OPEN
    watch = [watch_button(WatchEvent(tournament.id))] if on_web else []
    manage = button(pgettext("button", "Manage"), ids.ManageEvent.of(tournament), emoji="⚙️")
    if tournament.is_over:
        items: list[ComponentItem] = [*watch, *([manage] if content.manageable else [])]
        return [row(*items)] if items else []
    items = []
    if is_open or admits_later(content.record):
        items.append(
            button(
                pgettext("button", "Join"),
                ids.JoinEvent.of(tournament),
                style=discord.ButtonStyle.success,
            )
        )
    items.append(button(pgettext("button", "Leave"), ids.LeaveEvent.of(tournament)))
    if is_open:
        start = ids.ControlEvent.of(tournament, "start")
        items.append(button(pgettext("button", "Start"), start, emoji="▶️"))
    return [row(*items, *watch, manage)]


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
    event = record.tournament
    parts: list[Part] = [gettext("### Manage {tournament}", tournament=words.title(record.tournament))]
    if not event.is_over:
        parts += _controls(record, names)
    if results:
        options = [
            discord.SelectOption(label=_pairing_label(record, one, names), value=str(one.id))
            for one in results[:MAX_OPTIONS]
        ]
        parts.append(row(select(gettext("Correct a result"), options, ids.ChooseResult.of(event))))
    if event.terms.is_simul and event.state is TournamentState.RUNNING:
        parts.insert(
            1, gettext("Boards in progress are called off when you end the exhibition or remove a player.")
        )
    return card(*parts, colour=GREY)


COMPUTER_GAMES: tuple[ComputerGames, ...] = ("skip", "play")
"""What organisers can choose of games between computers."""

NO_FILLER = "-"
"""Value of the option for no computer player."""


def _computers(tournament: Tournament) -> list[Row]:
    """Return the menus of the computer player for empty places, and of games between computers."""
    terms = tournament.terms
    kind, filler = GAMES[terms.game], terms.filler
    options = [
        discord.SelectOption(
            label=gettext("No computer: empty places stay empty"), value=NO_FILLER, default=filler is None
        )
    ]
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
    rows = [
        row(select(gettext("Computer player for the empty places"), options, ids.ChooseFiller.of(tournament)))
    ]
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
        rows.append(row(select(label, choices, ids.ChooseComputerGames.of(tournament))))
    return rows


def _controls(record: TournamentRecord, names: Mapping[int, str]) -> list[Row]:
    """Return what can be done with an event that is not over."""
    event, is_simul = record.tournament, record.tournament.terms.is_simul
    is_open = event.state is TournamentState.OPEN
    buttons = [] if is_simul else [_run_button(event)]
    cancel = ids.ControlEvent.of(event, "end" if is_simul else "cancel")
    buttons.append(button(words.cancel_label(event), cancel, style=discord.ButtonStyle.danger))
    rows: list[Row] = [row(*buttons)]
    if is_open or admits_later(record):
        # Translators: in an empty menu of people.
        rows.append(row(user_select(gettext("Invite someone"), ids.InviteToEvent.of(event))))
    if is_open and not is_simul:
        rows += _computers(event)
    return [*rows, *_removals(record, names)]


def _run_button(tournament: Tournament) -> ComponentItem:
    if tournament.state is TournamentState.OPEN:
        start, style = ids.ControlEvent.of(tournament, "start"), discord.ButtonStyle.success
        return button(pgettext("button", "Start now"), start, style=style)
    if tournament.paused_at is None:
        return button(pgettext("button", "Pause"), ids.ControlEvent.of(tournament, "pause"))
    return button(pgettext("button", "Resume"), ids.ControlEvent.of(tournament, "resume"))


def _removals(record: TournamentRecord, names: Mapping[int, str]) -> list[Row]:
    """Return the menus of entrants who can be removed, 25 in each."""
    event, entrants = record.tournament, removable(record)
    rows = []
    for page, start in enumerate(range(0, len(entrants), MAX_OPTIONS)):
        options = []
        for one in entrants[start : start + MAX_OPTIONS]:
            # Opponents of an exhibition are known by their boards.
            board = f"{one.number}. " if event.terms.is_simul else ""
            label = board + shortened(words.entrant_label(one, names))
            options.append(discord.SelectOption(label=label, value=str(one.number)))
        if page == 0:
            # Translators: in an empty menu of players.
            rows.append(row(select(gettext("Remove a player"), options, ids.RemoveEntrant.of(event))))
            continue
        label = gettext("Remove a player ({first}–{last})", first=start + 1, last=start + len(options))
        rows.append(row(select(label, options, ids.RemoveLaterEntrant.of(event, page))))
    return rows


def correct_view(record: TournamentRecord, pairing: StoredPairing) -> View:
    """Return the question for the right result."""
    outcomes = [
        button(words.RESULTS[one], ids.CorrectResult.of(record.tournament, pairing.id, one))
        for one in possible_outcomes(record, pairing)
    ]
    return card(words.correct_text(record, pairing), row(*outcomes), colour=GREY)


def _pairing_label(record: TournamentRecord, pairing: StoredPairing, names: Mapping[int, str]) -> str:
    result = words.RESULTS[pairing.outcome or PairingOutcome.DRAW]
    pair = [shortened(words.entrant_label(one, names), MAX_IN_PAIR) for one in record.players(pairing)]
    return f"{' – '.join(pair)}: {result}"


def _simul_buttons(record: TournamentRecord) -> list[ComponentItem]:
    simul = record.tournament
    items = []
    if simul.state is TournamentState.OPEN:
        join = ids.JoinEvent.of(simul)
        items.append(button(pgettext("button", "Join"), join, style=discord.ButtonStyle.success))
    else:
        following = ids.NextSimulBoard.of(simul)
        style = discord.ButtonStyle.primary
        items.append(button(pgettext("button", "Next board"), following, style=style, emoji="⏭️"))
    items.append(button(pgettext("button", "Leave"), ids.LeaveEvent.of(simul)))
    if simul.state is TournamentState.OPEN:
        items.append(button(pgettext("button", "Start"), ids.ControlEvent.of(simul, "start"), emoji="▶️"))
    items.append(button(pgettext("button", "Manage"), ids.ManageEvent.of(simul), emoji="⚙️"))
    return items


def _about(shown: EventMessage | EventResults) -> dict[str, object]:
    event = shown.record.tournament
    return {event.terms.kind: event.number, "version": event.version}


def _subject(shown: EventMessage) -> Subject:
    return Subject(shown.record.tournament.terms.kind, shown.record.tournament.number)


@shows(TournamentMessage, _about, subject=_subject)
async def draw_tournament_card(content: TournamentMessage, scene: Showing) -> Drawing:
    return await draw_tournament(content, await scene.look(), on_web=scene.on_web)


@shows(SimulMessage, _about, subject=_subject)
async def draw_simul_card(content: SimulMessage, scene: Showing) -> Drawing:
    simul = content.record.tournament
    parts: list[Part] = [simul_words.simul_text(content)]
    items = [] if simul.is_over else _simul_buttons(content.record)
    if scene.on_web and simul.state is not TournamentState.CANCELLED:
        items.append(watch_button(WatchEvent(simul.id)))
    if items:
        parts.append(row(*items))
    return Drawing(card(*parts, colour=COLOURS[simul.state]), [])


@shows(GamesBegun, lambda news: {"tournament games": [pairing.id for pairing in news.pairings]})
async def draw_begun(news: GamesBegun, scene: Showing) -> Note:
    record = news.record
    head = gettext("⚔️ **{tournament}**: these games begin now.", tournament=title(record.tournament))
    lines = [head, *(f"- {pairing_line(record, pairing, news.boards)}" for pairing in news.pairings)]
    here = []
    # A person waits for the first move of one of the games.
    if any(record.entrant(pairing.second or 0).computer is None for pairing in news.pairings):
        rule = gettext("Your opponent moves first? Press **I'm here**: if they don't come, you win.")
        lines.append(f"-# {rule}")
        here.append(_here(record))
    players = [player.player_id for pairing in news.pairings for player in record.players(pairing)]
    people = [person for person in players if person is not None and person != DELETED_PLAYER]
    return Note("\n".join(lines), mentioning(people), here)


@shows(LostByAbsence, lambda news: {"tournament absences": [pairing.id for pairing in news.pairings]})
async def draw_absences(news: LostByAbsence, scene: Showing) -> Note:
    """Tell people that they lost games by absence."""
    record, lines, people = news.record, list[str](), list[int]()
    for pairing in news.pairings:
        for absent in absent_people(record, pairing):
            # Translators: {game} is “A – B: 0–1 · by forfeit”.
            text = gettext(
                "⌛ {player}, you weren't there in time, so you lost this game. {game}",
                player=entrant_name(absent),
                game=pairing_line(record, pairing, news.boards),
            )
            if absent.exit == "dropped":
                is_arena = Form(record.tournament.terms.form) is Form.ARENA
                text += "\n-# " + gettext(PAIRED_NO_MORE[is_arena])
            lines.append(text)
            if absent.player_id is not None:
                people.append(absent.player_id)
    return Note("\n".join(lines), mentioning(people))


@shows(
    AreYouThere,
    lambda news: {"tournament game": news.game.id, "due": int(news.deadline.timestamp())},
)
async def draw_are_you_there(news: AreYouThere, scene: Showing) -> Note:
    """Ask whether a player is there whose opponent has not moved."""
    game = news.game
    # Translators: {player} is the one who is asked, {opponent} hasn't moved; Discord writes {wait}: “in 30
    # seconds”. “I'm here” is the button.
    text = gettext(
        "⏳ {opponent} hasn't made the first move yet, and it is due {wait}. {player}, are you there? Press "
        "**I'm here** to win if they don't come. If neither of you comes, you both lose this game.",
        player=mention(news.player_id),
        opponent=seat_name(game.seats[game.turn]),
        wait=countdown(news.deadline),
    )
    if link := message_link(game.guild_id, game.channel_id, game.message_id):
        to_board = gettext("Go to the board")
        text += f"\n[{to_board}]({link})"
    return Note(text, mentioning([news.player_id]), [_here(news.record)])


@shows(SimulBegins, lambda news: {"simul begins": news.record.tournament.number})
async def draw_simul_begins(news: SimulBegins, scene: Showing) -> Note:
    """Call those who play in an exhibition."""
    return Note(simul_words.begins(news), mentioning(simul_words.called(news)))


@shows(
    EventResults,
    lambda news: {"over": news.record.tournament.id, "elsewhere": news.elsewhere, **_about(news)},
)
async def draw_results(news: EventResults, scene: Showing) -> Note:
    """Announce an event's results."""
    results = simul_words.results if news.record.tournament.terms.is_simul else words.results
    return Note(results(news.record))


def _here(record: TournamentRecord) -> ComponentItem:
    return button(pgettext("button", "I'm here"), ids.ConfirmPresence.of(record.tournament), emoji="👋")

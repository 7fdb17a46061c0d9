"""`/tournament …` and `/simul`, and the buttons and menus of tournaments and exhibitions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from discord import Client, TextChannel, Thread, app_commands

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import OpponentChoices
from bot.core.people import Person, Place
from bot.events import refusals
from bot.events.tournaments import ids, rules, simul_rules, simul_words, words
from bot.events.tournaments.cards import EventCards, Threads, TournamentLinks
from bot.events.tournaments.director import TournamentDirector
from bot.events.tournaments.forms.types import Form
from bot.events.tournaments.tournaments import Tournaments
from bot.events.tournaments.view import COMPUTER_GAMES, NO_FILLER, correct_view, list_view, manage_view
from bot.features import Kit
from bot.messages.delivery import Undelivered
from bot.play.games.ui import resign_view
from bot.play.my_games_ui import next_in
from bot.preferences.preferences import Languages
from bot.ui.component_ids import read_number
from bot.ui.components import confirm_view
from bot.ui.options import (
    Typed,
    board_options,
    choice,
    complete_moment,
    complete_terms,
    confirm_moment,
    game_choices,
    moment_option,
    refuse_with,
    refuse_without,
    time_option,
    usual_game,
)
from bot.ui.publisher import MessagePublisher
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_choice, on_press
from bot.ui.slash import Command, is_moderator, require_permissions, slash_command
from bot.ui.threads import NEEDED as THREADS_NEEDED
from bot.ui.threads import open_thread
from data.tournaments.records import SIMUL, ComputerGames, ExhibitorSide, TournamentRecord, TournamentTerms
from languages import gettext, pgettext, speaking

USUAL_TIME = "5+5"
USUAL_PLACES = 8
USUAL_MINUTES = 30
FORMS = {
    Form.SWISS: "Swiss",
    Form.ROUND_ROBIN: "Round robin",
    Form.KNOCKOUT: "Knockout",
    Form.ARENA: "Arena",
}
"""The choices of the command, which Discord translates."""

USUAL_SIMUL_TIME = "1d"
SIDES: Mapping[str, ExhibitorSide] = {"alternating": "alternating", "first": "first", "second": "second"}


def tournament_group() -> app_commands.Group:
    group = app_commands.Group(
        name="tournament",
        description="Tournaments of this server",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    )

    @slash_command(
        group, name="create", description="Create a tournament that everyone here can join", public=True
    )
    @app_commands.describe(
        game="The game that is played",
        form="How players are paired",
        time="Time for each game",
        places="Maximum number of players",
        start="When it begins, such as 18:00 or tomorrow 10:00; otherwise when full, or after a day",
        bot="Computer player that takes the empty places",
        board="Another board, or other rules",
        rounds="Rounds of a Swiss tournament",
        minutes="Duration of an arena, in minutes",
        invited="Only people you invite can join",
    )
    @app_commands.choices(
        game=game_choices(),
        form=[app_commands.Choice(name=name, value=form) for form, name in FORMS.items()],
    )
    async def create(
        request: Request,
        game: str | None = None,
        form: str | None = None,
        time: Typed | None = None,
        places: app_commands.Range[int, rules.MIN_PLACES, rules.MAX_PLACES] | None = None,
        start: Typed | None = None,
        bot: Typed | None = None,
        board: Typed | None = None,
        rounds: app_commands.Range[int, 1, rules.MAX_ROUNDS] | None = None,
        minutes: app_commands.Range[int, 5, 180] | None = None,
        invited: bool = False,
    ) -> None:
        request.own_server()
        require_permissions(request)
        _require_effect(form or Form.SWISS, rounds=rounds, minutes=minutes)

        def terms(kind: GameKind, filler: str | None) -> TournamentTerms:
            control = time_option(time or USUAL_TIME)
            if control is None:
                raise refusals.NoTimeLimit
            return TournamentTerms(
                kind.key,
                board_options(kind, board),
                form or Form.SWISS,
                control,
                places or USUAL_PLACES,
                rounds or 0,
                minutes or USUAL_MINUTES,
                invited_only=invited,
                when_full=start is None,
                filler=filler,
            )

        await _create(request, game, bot, start, terms)

    complete_terms(create)
    complete_moment(create, "start")

    @slash_command(group, name="list", description="List the tournaments of this server")
    async def list_all(request: Request) -> None:
        guild_id = request.own_server()
        tournaments = await request.kit[Tournaments].listed(guild_id)
        await request.send(list_view(tournaments), private=True)

    return group


def _require_effect(form: str, *, rounds: int | None, minutes: int | None) -> None:
    """Refuse options that other forms of tournaments have."""
    if Form(form) is not Form.SWISS:
        refuse_with(choice("form", FORMS[Form(form)]), rounds=rounds)
    if Form(form) is not Form.ARENA:
        refuse_without(choice("form", FORMS[Form.ARENA]), minutes=minutes)


def simul() -> Command:
    @slash_command(
        name="simul", description="Play many opponents at once, each on their own board", public=True
    )
    @app_commands.describe(
        game="The game that is played",
        bot="Computer player that gives the exhibition instead of you",
        places="Maximum number of opponents",
        side="Which side the exhibitor has",
        time="Time for each game (default: 1 day per move)",
        start="When it begins, such as 18:00 or tomorrow 10:00; otherwise when full, or after a day",
        board="Another board, or other rules",
        invited="Only people you invite can join",
    )
    @app_commands.choices(
        game=game_choices(),
        side=[
            app_commands.Choice(name="Moves first on every other board", value="alternating"),
            app_commands.Choice(name="Moves first on all boards", value="first"),
            app_commands.Choice(name="Moves second on all boards", value="second"),
        ],
    )
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def command(
        request: Request,
        game: str | None = None,
        bot: Typed | None = None,
        places: app_commands.Range[int, simul_rules.MIN_PLACES, simul_rules.MAX_PLACES] | None = None,
        side: str | None = None,
        time: Typed | None = None,
        start: Typed | None = None,
        board: Typed | None = None,
        invited: bool = False,
    ) -> None:
        request.own_server()
        if not isinstance(request.interaction.channel, Thread | TextChannel):
            raise BadRequest(gettext(simul_words.NO_THREADS))
        require_permissions(request, in_channels=THREADS_NEEDED)

        def terms(kind: GameKind, exhibitor: str | None) -> TournamentTerms:
            return TournamentTerms(
                kind.key,
                board_options(kind, board),
                SIMUL,
                time_option(time or USUAL_SIMUL_TIME),
                places or USUAL_PLACES,
                invited_only=invited,
                when_full=start is None,
                side=SIDES.get(side or "", "alternating"),
                exhibitor=exhibitor,
            )

        await _create(request, game, bot, start, terms)

    complete_terms(command)
    complete_moment(command, "start")
    return command


async def _create(
    request: Request,
    game: str | None,
    bot: Typed | None,
    start: Typed | None,
    terms: Callable[[GameKind, str | None], TournamentTerms],
) -> None:
    """Create an event by the options of a command; `terms` gets the game, and the computer player's text."""
    kind, place, kit = GAMES[game] if game else usual_game(), request.place, request.kit
    starts_at, spec = await moment_option(request, "start", start), None
    if bot is not None:
        spec = (await kit[OpponentChoices].find(kind, place.guild_id, bot)).spec
    made = await kit[Tournaments].create(place, request.person, terms(kind, spec), starts_at)
    try:
        await kit[EventCards].post(made.id, request)
    finally:
        # Where the answer failed, the message is posted without it.
        kit[TournamentDirector].follow_up(made.id)
    await confirm_moment(request, start, starts_at)


def _computer_games(text: str) -> ComputerGames:
    return COMPUTER_GAMES[list[str](COMPUTER_GAMES).index(text)]


@on_choice(ids.ShowTournament, read_number)
async def show(request: Request, menu: ids.ShowTournament, tournament_id: int) -> None:
    """Post a tournament's message again in its channel; elsewhere, link to it."""
    tournaments = request.kit[Tournaments]
    event_id = await tournaments.identify("tournament", tournament_id)
    record = await tournaments.load(event_id, request.guild_id)
    if record.tournament.channel_id != request.channel_id:
        await request.tell(words.list_text([record.tournament]))
        return
    require_permissions(request)
    await request.kit[EventCards].post(event_id, request)


async def id_of(request: Request, pressed: ids.OfEvent) -> int:
    return await request.kit[Tournaments].identify(pressed.kind, pressed.event)


@on_press(ids.JoinEvent)
@on_press(ids.JoinEvent.of_simuls)
async def join(request: Request, pressed: ids.JoinEvent) -> None:
    event_id = await id_of(request, pressed)
    await request.kit[Tournaments].join(event_id, request.person)
    await request.kit[EventCards].show(event_id, request)


@on_press(ids.LeaveEvent)
@on_press(ids.LeaveEvent.of_simuls)
async def leave(request: Request, pressed: ids.LeaveEvent) -> None:
    """Leave; once there is no way back, or a board to resign, ask before."""
    tournaments, event_id = request.kit[Tournaments], await id_of(request, pressed)
    way = await tournaments.way_out(event_id, request.person)
    if way.game_id is not None:
        await request.send(resign_view(way.game_id, calls_off=False), private=True)
    elif way.for_good:
        label, confirm = pgettext("button", "Leave"), ids.ConfirmLeaveTournament(pressed.event)
        await request.send(confirm_view(gettext(words.LEAVE), label, confirm), private=True)
    else:
        await tournaments.leave(event_id, request.person)
        await request.kit[EventCards].show(event_id, request)


@on_press(ids.ConfirmLeaveTournament, on_refusal=OnRefusal.REPLACE)
async def confirm_leave(request: Request, pressed: ids.ConfirmLeaveTournament) -> None:
    await request.kit[Tournaments].leave(await id_of(request, pressed), request.person)
    await request.replace(gettext(words.DONE))


@on_press(ids.ConfirmPresence)
async def confirm(request: Request, pressed: ids.ConfirmPresence) -> None:
    await request.kit[Tournaments].confirm(await id_of(request, pressed), request.person)
    await request.tell(gettext(words.CONFIRMED))


@on_press(ids.NextSimulBoard)
async def next_board(request: Request, pressed: ids.NextSimulBoard) -> None:
    record = await request.kit[Tournaments].load(await id_of(request, pressed), request.guild_id)
    here = record.tournament.boards_id or request.channel_id
    await request.send(await next_in(request, here), private=True)


async def _organising(request: Request, pressed: ids.OfEvent) -> tuple[int, Person, bool]:
    return await id_of(request, pressed), request.person, is_moderator(request)


@on_press(ids.ManageEvent)
@on_press(ids.ManageEvent.of_simuls)
async def manage(request: Request, pressed: ids.ManageEvent) -> None:
    tournaments = request.kit[Tournaments]
    record, results = await tournaments.manageable(*await _organising(request, pressed))
    await request.send(manage_view(record, await tournaments.names(record), results), private=True)


@on_press(ids.ControlEvent)
@on_press(ids.ControlEvent.of_simuls)
async def control(request: Request, pressed: ids.ControlEvent) -> None:
    tournaments, by = request.kit[Tournaments], await _organising(request, pressed)
    match pressed.how:
        case "start":
            await tournaments.start(*by)
            if not request.on_private_message:
                # The card itself shows that it has begun.
                return
        case "cancel" | "end":
            event = (await tournaments.require_held(*by)).tournament
            question, confirm = words.cancel_question(event), ids.ConfirmCancelEvent.of(event)
            await request.replace(confirm_view(question, words.cancel_label(event), confirm))
            return
        case how:
            await tournaments.pause(*by, paused=how == "pause")
    await request.replace(gettext(words.DONE))


@on_press(ids.ConfirmCancelEvent, on_refusal=OnRefusal.REPLACE)
@on_press(ids.ConfirmCancelEvent.of_simuls, on_refusal=OnRefusal.REPLACE)
async def cancel(request: Request, pressed: ids.ConfirmCancelEvent) -> None:
    await request.kit[Tournaments].cancel(*await _organising(request, pressed))
    await request.replace(gettext(words.DONE))


@on_choice(ids.InviteToEvent)
@on_choice(ids.InviteToEvent.of_simuls)
async def invite(request: Request, menu: ids.InviteToEvent, user_id: str) -> None:
    chosen = request.chosen_user(user_id)
    if chosen.is_bot:
        raise BadRequest(gettext(words.NO_BOTS[menu.kind]))
    await request.kit[Tournaments].invite(*await _organising(request, menu), chosen.person)
    await request.replace(gettext(words.DONE))


@on_choice(ids.ChooseFiller)
async def choose_filler(request: Request, menu: ids.ChooseFiller, value: str) -> None:
    filler = None if value == NO_FILLER else value
    await _choose_computers(request, menu, lambda terms: replace(terms, filler=filler))


@on_choice(ids.ChooseComputerGames, _computer_games)
async def choose_computer_games(
    request: Request, menu: ids.ChooseComputerGames, chosen: ComputerGames
) -> None:
    await _choose_computers(request, menu, lambda terms: replace(terms, computer_games=chosen))


async def _choose_computers(
    request: Request, menu: ids.OfEvent, change: Callable[[TournamentTerms], TournamentTerms]
) -> None:
    tournaments = request.kit[Tournaments]
    record = await tournaments.choose_computers(*await _organising(request, menu), change)
    await request.replace(manage_view(record, await tournaments.names(record), ()))


@on_choice(ids.RemoveEntrant, read_number)
@on_choice(ids.RemoveEntrant.of_simuls, read_number)
@on_choice(ids.RemoveLaterEntrant, read_number)
async def ask_to_remove(request: Request, menu: ids.OfEvent, chosen: int) -> None:
    by = await _organising(request, menu)
    event, entrant = await request.kit[Tournaments].require_removable(*by, chosen)
    confirm = ids.ConfirmRemoveEntrant.of(event, entrant.number, entrant.player_id or 0)
    question = gettext(words.REMOVE[event.terms.kind], player=words.entrant_name(entrant))
    await request.replace(confirm_view(question, pgettext("button", "Remove"), confirm))


@on_press(ids.ConfirmRemoveEntrant, on_refusal=OnRefusal.REPLACE)
@on_press(ids.ConfirmRemoveEntrant.of_simuls, on_refusal=OnRefusal.REPLACE)
async def remove(request: Request, pressed: ids.ConfirmRemoveEntrant) -> None:
    by = await _organising(request, pressed)
    await request.kit[Tournaments].remove(*by, pressed.number, pressed.player_id or None)
    await request.replace(gettext(words.DONE))


@on_choice(ids.ChooseResult, read_number)
async def choose_result(request: Request, menu: ids.ChooseResult, pairing_id: int) -> None:
    record, results = await request.kit[Tournaments].manageable(*await _organising(request, menu))
    pairing = next((result for result in results if result.id == pairing_id), None)
    if pairing is None:
        raise refusals.NothingToCorrect
    await request.replace(correct_view(record, pairing))


@on_press(ids.CorrectResult)
async def correct(request: Request, pressed: ids.CorrectResult) -> None:
    by = await _organising(request, pressed)
    await request.kit[Tournaments].correct(*by, pressed.pairing_id, pressed.outcome)
    await request.replace(gettext(words.DONE))


class TournamentThreads(Threads):
    """Opens threads from the messages of tournaments. No error of Discord or the connection is raised."""

    def __init__(self, kit: Kit) -> None:
        self._client = kit[Client]
        self._publisher = kit[MessagePublisher]
        self._languages = kit[Languages]

    async def open(self, record: TournamentRecord, exhibitor: str = "") -> int | Undelivered:
        """Open or find it; a failure is permanent in threads, in voice channels and without permissions."""
        tournament, message_id = record.tournament, record.tournament.message_id
        if tournament.boards_id is not None:
            return tournament.boards_id
        if self._client.get_guild(tournament.guild_id) is None:
            return Undelivered(permanent=False)
        if message_id is None:
            return Undelivered(permanent=True, message_gone=True)
        channel = self._client.get_channel(tournament.channel_id)
        if not isinstance(channel, TextChannel):
            return Undelivered(permanent=True)
        # Asked without need, Discord would count the refusal against the bot.
        if not THREADS_NEEDED.is_subset(channel.permissions_for(channel.guild.me)):
            return Undelivered(permanent=True)
        with speaking(await self._languages.for_place(Place(channel.id, tournament.guild_id), 0)):
            name = simul_words.thread_name(tournament, exhibitor)
        return await self._publisher.attempt(
            self._publisher.in_time(open_thread(channel.get_partial_message(message_id), name)),
            "thread not opened",
            {"channel": channel.id, "message": message_id},
        )

    async def is_gone(self, thread_id: int) -> bool:
        fetching = self._publisher.in_time(self._client.fetch_channel(thread_id))
        result = await self._publisher.attempt(fetching, "thread not found", {"channel": thread_id})
        return isinstance(result, Undelivered) and result.channel_gone


FEATURES = ((Threads, TournamentThreads), EventCards, TournamentDirector, Tournaments, TournamentLinks)

COMMANDS = (tournament_group, simul)

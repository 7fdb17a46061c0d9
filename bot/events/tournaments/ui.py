"""`/tournament …`, and the buttons and menus of tournaments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from discord import Permissions, Thread, app_commands

from bot.catalog import GAMES
from bot.computer.opponents.choices import OpponentChoices
from bot.events import refusals
from bot.events.tournaments import ids, simul_ids, simul_words, words
from bot.events.tournaments.director import TournamentDirector
from bot.events.tournaments.forms import Form
from bot.events.tournaments.news import Threads, TournamentNews
from bot.events.tournaments.simul_view import manage_simul_view
from bot.events.tournaments.threads_ui import TournamentThreads
from bot.events.tournaments.tournaments import Tournaments
from bot.events.tournaments.view import COMPUTER_GAMES, NO_FILLER, correct_view, list_view, manage_view
from bot.events.tournaments.web_links import TournamentLinks
from bot.ui.component_ids import ComponentId, read_number
from bot.ui.components import confirm_view
from bot.ui.moments import complete_moment, confirm_moment, moment_option
from bot.ui.options import (
    Typed,
    board_options,
    choice,
    complete_terms,
    game_choices,
    refuse_with,
    refuse_without,
    time_option,
    usual_game,
)
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_choice, on_press
from bot.ui.slash import is_moderator, slash_command
from data.tournaments.records import ComputerGames, TournamentTerms
from languages import gettext, pgettext

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
NEEDED = Permissions(view_channel=True, attach_files=True)


def tournament_group() -> app_commands.Group:
    """Create the command group."""
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
        places: app_commands.Range[int, 2, 64] | None = None,
        start: Typed | None = None,
        bot: Typed | None = None,
        board: Typed | None = None,
        rounds: app_commands.Range[int, 1, 11] | None = None,
        minutes: app_commands.Range[int, 5, 180] | None = None,
        invited: bool = False,
    ) -> None:
        request.own_server()
        _require_permissions(request)
        _require_effect(form or Form.SWISS, rounds=rounds, minutes=minutes)
        kind = GAMES[game] if game else usual_game()
        kit, place, who = request.kit, request.place, request.person
        starts_at = await moment_option(request, "start", start)
        control = time_option(time or USUAL_TIME)
        if control is None:
            raise refusals.NoTimeLimit
        filler = None
        if bot is not None:
            filler = (await kit[OpponentChoices].find(kind, place.guild_id, bot)).spec
        terms = TournamentTerms(
            game=kind.key,
            options=board_options(kind, board),
            form=form or Form.SWISS,
            time=control,
            places=places or USUAL_PLACES,
            rounds=rounds or 0,
            minutes=minutes or USUAL_MINUTES,
            invited_only=invited,
            when_full=start is None,
            filler=filler,
        )
        made = await kit[Tournaments].create(place, who, terms, starts_at)
        try:
            await kit[TournamentNews].post(made.id, place, request)
        finally:
            # Where the answer failed, the message is posted without it.
            await kit[TournamentDirector].advance(made.id)
        await confirm_moment(request, start, starts_at)

    complete_terms(create)
    complete_moment(create, "start")

    @slash_command(group, name="list", description="List the tournaments of this server")
    async def list_all(request: Request) -> None:
        guild_id = request.own_server()
        found = await request.kit[Tournaments].listed(guild_id)
        await request.send(list_view(found), private=True)

    return group


def _require_effect(form: str, *, rounds: int | None, minutes: int | None) -> None:
    """Refuse options that other forms of tournaments have."""
    if Form(form) is not Form.SWISS:
        refuse_with(choice("form", FORMS[Form(form)]), rounds=rounds)
    if Form(form) is not Form.ARENA:
        refuse_without(choice("form", FORMS[Form.ARENA]), minutes=minutes)


def _require_permissions(request: Request) -> None:
    needed = Permissions(NEEDED.value)
    if isinstance(request.interaction.channel, Thread):
        needed.update(send_messages_in_threads=True)
    else:
        needed.update(send_messages=True)
    if missing := request.missing_permissions(needed):
        raise BadRequest(words.missing(missing))


def _computer_games(text: str) -> ComputerGames:
    return COMPUTER_GAMES[list[str](COMPUTER_GAMES).index(text)]


@on_choice(ids.ShowTournament, read_number)
async def show(request: Request, menu: ids.ShowTournament, tournament_id: int) -> None:
    """Post a tournament's message again in its channel; elsewhere, link to it."""
    record = await request.kit[Tournaments].load(tournament_id, request.guild_id)
    if record.tournament.terms.is_simul:
        raise refusals.UnknownEvent
    if record.tournament.channel_id != request.channel_id:
        await request.tell(words.list_text([record.tournament]))
        return
    _require_permissions(request)
    await request.kit[TournamentNews].post(record.tournament.id, request.place, request)


Of = ids.OfTournament | simul_ids.OfSimul
"""A component of a tournament or an exhibition."""


async def id_of(request: Request, pressed: Of) -> int:
    """Return the id of the tournament that was tapped."""
    if isinstance(pressed, ids.OfTournament):
        return pressed.tournament_id
    return await request.kit[Tournaments].simul(pressed.simul_id)


async def join(request: Request, pressed: Of) -> None:
    """Take part."""
    number = await id_of(request, pressed)
    await request.kit[Tournaments].join(number, request.person)
    if isinstance(pressed, simul_ids.OfSimul):
        await request.kit[TournamentNews].show(number, request)


on_press(ids.JoinTournament)(join)
on_press(simul_ids.JoinSimul)(join)


@on_press(ids.LeaveTournament)
async def leave(request: Request, pressed: ids.LeaveTournament) -> None:
    """Take part no more; once there is no way back, ask before."""
    tournaments, number = request.kit[Tournaments], pressed.tournament_id
    if not await tournaments.leaves_for_good(number, request.person):
        await tournaments.leave(number, request.person)
        return
    label, confirm = pgettext("button", "Leave"), ids.ConfirmLeaveTournament(number)
    await request.send(confirm_view(words.leave_question(), label, confirm), private=True)


@on_press(ids.ConfirmLeaveTournament, on_refusal=OnRefusal.REPLACE)
async def confirm_leave(request: Request, pressed: ids.ConfirmLeaveTournament) -> None:
    """Take part no more, after the question."""
    await request.kit[Tournaments].leave(pressed.tournament_id, request.person)
    await request.replace(gettext(words.DONE))


@on_press(ids.ConfirmPresence)
async def confirm(request: Request, pressed: ids.ConfirmPresence) -> None:
    """Note that the person is there."""
    await request.kit[Tournaments].confirm(pressed.tournament_id, request.person)
    await request.tell(gettext(words.CONFIRMED))


async def manage(request: Request, pressed: Of) -> None:
    """Show the organiser and moderators what they can do."""
    tournaments, number = request.kit[Tournaments], await id_of(request, pressed)
    record, results = await tournaments.manageable(number, request.person, moderator=is_moderator(request))
    names = await tournaments.names(record)
    is_simul = record.tournament.terms.is_simul
    shown = manage_simul_view(record, names) if is_simul else manage_view(record, names, results)
    await request.send(shown, private=True)


on_press(ids.ManageTournament)(manage)
on_press(simul_ids.ManageSimul)(manage)


@on_press(ids.RunTournament)
async def run(request: Request, pressed: ids.RunTournament) -> None:
    """Start, pause or resume a tournament, or ask whether to cancel it."""
    tournaments = request.kit[Tournaments]
    number, who, moderator = pressed.tournament_id, request.person, is_moderator(request)
    match pressed.how:
        case "start":
            await tournaments.start(number, who, moderator=moderator)
            if not request.on_private_message:
                # The card itself shows that it has begun.
                return
        case "cancel":
            record = await tournaments.require_held(number, who, moderator=moderator)
            question, confirm = words.cancel_question(record.tournament), ids.ConfirmCancelTournament(number)
            await request.replace(confirm_view(question, words.cancel_label(), confirm))
            return
        case how:
            await tournaments.pause(number, who, paused=how == "pause", moderator=moderator)
    await request.replace(gettext(words.DONE))


async def cancel(request: Request, pressed: Of) -> None:
    """Cancel a tournament, or end an exhibition, after the question."""
    number = await id_of(request, pressed)
    await request.kit[Tournaments].cancel(number, request.person, moderator=is_moderator(request))
    await request.replace(gettext(words.DONE))


on_press(ids.ConfirmCancelTournament, on_refusal=OnRefusal.REPLACE)(cancel)
on_press(simul_ids.ConfirmEndSimul, on_refusal=OnRefusal.REPLACE)(cancel)


async def invite(request: Request, menu: Of, user_id: str) -> None:
    """Invite a person."""
    chosen, number = request.chosen_user(user_id), await id_of(request, menu)
    if chosen.is_bot:
        raise BadRequest(gettext((words if isinstance(menu, ids.OfTournament) else simul_words).NO_BOTS))
    await request.kit[Tournaments].invite(
        number, request.person, chosen.person, moderator=is_moderator(request)
    )
    await request.replace(gettext(words.DONE))


on_choice(ids.InviteToTournament)(invite)
on_choice(simul_ids.InviteToSimul)(invite)


@on_choice(ids.ChooseFiller)
async def choose_filler(request: Request, menu: ids.ChooseFiller, value: str) -> None:
    """Choose the computer player that takes the empty places."""
    filler = None if value == NO_FILLER else value
    await _choose_computers(request, menu, lambda terms: replace(terms, filler=filler))


@on_choice(ids.ChooseComputerGames, _computer_games)
async def choose_computer_games(
    request: Request, menu: ids.ChooseComputerGames, chosen: ComputerGames
) -> None:
    """Choose what becomes of games between computers."""
    await _choose_computers(request, menu, lambda terms: replace(terms, computer_games=chosen))


async def _choose_computers(
    request: Request, menu: ids.OfTournament, change: Callable[[TournamentTerms], TournamentTerms]
) -> None:
    tournaments = request.kit[Tournaments]
    record = await tournaments.choose_computers(
        menu.tournament_id, request.person, change, moderator=is_moderator(request)
    )
    await request.replace(manage_view(record, await tournaments.names(record), ()))


async def ask_to_remove(request: Request, menu: Of, chosen: int) -> None:
    """Ask whether to remove an entrant."""
    entrant = await request.kit[Tournaments].require_removable(
        await id_of(request, menu), request.person, chosen, moderator=is_moderator(request)
    )
    player_id = entrant.player_id or 0
    confirm: ComponentId
    if isinstance(menu, ids.OfTournament):
        question = words.remove_question(entrant)
        confirm = ids.ConfirmRemoveEntrant(menu.tournament_id, entrant.number, player_id)
    else:
        question = simul_words.remove_question(entrant)
        confirm = simul_ids.ConfirmRemoveFromSimul(menu.simul_id, entrant.number, player_id)
    await request.replace(confirm_view(question, pgettext("button", "Remove"), confirm))


on_choice(ids.RemoveEntrant, read_number)(ask_to_remove)
on_choice(ids.RemoveLaterEntrant, read_number)(ask_to_remove)
on_choice(simul_ids.RemoveFromSimul, read_number)(ask_to_remove)


async def remove(
    request: Request, pressed: ids.ConfirmRemoveEntrant | simul_ids.ConfirmRemoveFromSimul
) -> None:
    """Remove an entrant, after the question."""
    tournaments, moderator = request.kit[Tournaments], is_moderator(request)
    number, who = await id_of(request, pressed), request.person
    entrant = await tournaments.require_removable(number, who, pressed.number, moderator=moderator)
    if entrant.player_id != (pressed.player_id or None):
        # Before the start, the number of a player who leaves is given to the next one.
        raise refusals.NotAnEntrant
    await tournaments.remove(number, who, pressed.number, moderator=moderator)
    await request.replace(gettext(words.DONE))


on_press(ids.ConfirmRemoveEntrant, on_refusal=OnRefusal.REPLACE)(remove)
on_press(simul_ids.ConfirmRemoveFromSimul, on_refusal=OnRefusal.REPLACE)(remove)


@on_choice(ids.ChooseResult, read_number)
async def choose_result(request: Request, menu: ids.ChooseResult, pairing_id: int) -> None:
    """Ask for the right result of a pairing."""
    record, results = await request.kit[Tournaments].manageable(
        menu.tournament_id, request.person, moderator=is_moderator(request)
    )
    pairing = next((result for result in results if result.id == pairing_id), None)
    if pairing is None:
        raise refusals.NothingToCorrect
    await request.replace(correct_view(record, pairing))


@on_press(ids.CorrectResult)
async def correct(request: Request, pressed: ids.CorrectResult) -> None:
    """Correct a result."""
    await request.kit[Tournaments].correct(
        pressed.tournament_id,
        request.person,
        pressed.pairing_id,
        pressed.outcome,
        moderator=is_moderator(request),
    )
    await request.replace(gettext(words.DONE))


FEATURES = ((Threads, TournamentThreads), TournamentNews, TournamentDirector, Tournaments, TournamentLinks)

COMMANDS = (tournament_group,)

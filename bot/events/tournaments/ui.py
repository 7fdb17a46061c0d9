"""`/tournament …`, and the buttons and menus of tournaments."""

from __future__ import annotations

from discord import Permissions, Thread, app_commands

from bot.catalog import GAMES
from bot.computer.opponents.choices import OpponentChoices
from bot.events import refusals
from bot.events.tournaments import ids, words
from bot.events.tournaments.director import TournamentDirector
from bot.events.tournaments.forms import Form
from bot.events.tournaments.news import TournamentNews
from bot.events.tournaments.tournaments import Tournaments
from bot.events.tournaments.view import correct_view, list_view, manage_view
from bot.ui.component_ids import read_number
from bot.ui.confirmation import confirm_view
from bot.ui.moments import complete_moment, confirm_moment, moment_option
from bot.ui.options import (
    Typed,
    board_options,
    complete_terms,
    game_choices,
    time_option,
    usual_game,
)
from bot.ui.options_combined import choice, refuse_with, refuse_without
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.rights import is_moderator
from bot.ui.routes import OnRefusal, on_choice, on_press
from bot.ui.slash import slash_command
from data.tournaments.records import TournamentRecord, TournamentTerms
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
        services, place, who = request.services, request.place, request.person
        starts_at = await moment_option(request, "start", start)
        control = time_option(time or USUAL_TIME)
        if control is None:
            raise refusals.NoTimeLimit
        filler = None
        if bot is not None:
            filler = (await services[OpponentChoices].find(kind, place.guild_id, bot)).spec
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
        made = await services[Tournaments].create(place, who, terms, starts_at)
        try:
            await _post(request, made.id)
        finally:
            # Where the answer failed, the message is posted without it.
            await services[TournamentDirector].advance(made.id)
        await confirm_moment(request, start, starts_at)

    complete_terms(create)
    complete_moment(create, "start")

    @slash_command(group, name="list", description="List the tournaments of this server")
    async def list_all(request: Request) -> None:
        guild_id = request.own_server()
        found = await request.services[Tournaments].listed(guild_id)
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


async def _post(request: Request, tournament_id: int) -> None:
    """Answer with a tournament's message, its only one from now on."""
    services, place = request.services, request.place
    await services[TournamentNews].post(tournament_id, place, request)


@on_choice(ids.ShowTournament, read_number)
async def show(request: Request, menu: ids.ShowTournament, tournament_id: int) -> None:
    """Post a tournament's message again in its channel; elsewhere, link to it."""
    record = await request.services[Tournaments].load(tournament_id, request.guild_id)
    if record.tournament.channel_id != request.channel_id:
        await request.tell(words.list_text([record.tournament]))
        return
    _require_permissions(request)
    await _post(request, record.tournament.id)


@on_press(ids.JoinTournament)
async def join(request: Request, pressed: ids.JoinTournament) -> None:
    """Take part."""
    await request.services[Tournaments].join(pressed.tournament_id, request.person)


@on_press(ids.LeaveTournament)
async def leave(request: Request, pressed: ids.LeaveTournament) -> None:
    """Take part no more; once there is no way back, ask before."""
    tournaments, number = request.services[Tournaments], pressed.tournament_id
    if not await tournaments.leaves_for_good(number, request.person):
        await tournaments.leave(number, request.person)
        return
    label, confirm = pgettext("button", "Leave"), ids.ConfirmLeaveTournament(number)
    await request.send(confirm_view(words.leave_question(), label, confirm), private=True)


@on_press(ids.ConfirmLeaveTournament, on_refusal=OnRefusal.REPLACE)
async def confirm_leave(request: Request, pressed: ids.ConfirmLeaveTournament) -> None:
    """Take part no more, after the question."""
    await request.services[Tournaments].leave(pressed.tournament_id, request.person)
    await request.replace(gettext(words.DONE))


@on_press(ids.ConfirmPresence)
async def confirm(request: Request, pressed: ids.ConfirmPresence) -> None:
    """Note that the person is there."""
    await request.services[Tournaments].confirm(pressed.tournament_id, request.person)
    await request.tell(gettext(words.CONFIRMED))


@on_press(ids.ManageTournament)
async def manage(request: Request, pressed: ids.ManageTournament) -> None:
    """Show the organiser and moderators what they can do."""
    record, results = await request.services[Tournaments].manageable(
        pressed.tournament_id, request.person, moderator=is_moderator(request)
    )
    await request.send(manage_view(record, await _names(request, record), results), private=True)


@on_press(ids.RunTournament)
async def run(request: Request, pressed: ids.RunTournament) -> None:
    """Start, pause or resume a tournament, or ask whether to cancel it."""
    tournaments = request.services[Tournaments]
    number, who, moderator = pressed.tournament_id, request.person, is_moderator(request)
    match pressed.how:
        case "start":
            await tournaments.start(number, who, moderator=moderator)
        case "cancel":
            record = await tournaments.require_held(number, who, moderator=moderator)
            question, confirm = words.cancel_question(record.tournament), ids.ConfirmCancelTournament(number)
            await request.replace(confirm_view(question, words.cancel_label(), confirm))
            return
        case how:
            await tournaments.pause(number, who, paused=how == "pause", moderator=moderator)
    await request.replace(gettext(words.DONE))


@on_press(ids.ConfirmCancelTournament, on_refusal=OnRefusal.REPLACE)
async def cancel(request: Request, pressed: ids.ConfirmCancelTournament) -> None:
    """Cancel a tournament, after the question."""
    await request.services[Tournaments].cancel(
        pressed.tournament_id, request.person, moderator=is_moderator(request)
    )
    await request.replace(gettext(words.DONE))


@on_choice(ids.InviteToTournament)
async def invite(request: Request, menu: ids.InviteToTournament, user_id: str) -> None:
    """Invite a person."""
    chosen = request.chosen_user(user_id)
    if chosen.is_bot:
        raise BadRequest(gettext(words.NO_BOTS))
    await request.services[Tournaments].invite(
        menu.tournament_id, request.person, chosen.person, moderator=is_moderator(request)
    )
    await request.replace(gettext(words.DONE))


@on_choice(ids.RemoveEntrant, read_number)
async def remove(request: Request, menu: ids.RemoveEntrant, entrant: int) -> None:
    """Ask whether to remove an entrant."""
    await _ask_to_remove(request, menu.tournament_id, entrant)


@on_choice(ids.RemoveLaterEntrant, read_number)
async def remove_later(request: Request, menu: ids.RemoveLaterEntrant, entrant: int) -> None:
    """Ask whether to remove an entrant of a further menu."""
    await _ask_to_remove(request, menu.tournament_id, entrant)


async def _ask_to_remove(request: Request, tournament_id: int, number: int) -> None:
    entrant = await request.services[Tournaments].require_removable(
        tournament_id, request.person, number, moderator=is_moderator(request)
    )
    confirm = ids.ConfirmRemoveEntrant(tournament_id, entrant.number, entrant.player_id or 0)
    label = pgettext("button", "Remove")
    await request.replace(confirm_view(words.remove_question(entrant), label, confirm))


@on_press(ids.ConfirmRemoveEntrant, on_refusal=OnRefusal.REPLACE)
async def confirm_remove(request: Request, pressed: ids.ConfirmRemoveEntrant) -> None:
    """Remove an entrant, after the question."""
    tournaments, moderator = request.services[Tournaments], is_moderator(request)
    number, who = pressed.tournament_id, request.person
    entrant = await tournaments.require_removable(number, who, pressed.number, moderator=moderator)
    if entrant.player_id != (pressed.player_id or None):
        # Before the start, the number of a player who leaves is given to the next one.
        raise refusals.TakesNoPart
    await tournaments.remove(number, who, pressed.number, moderator=moderator)
    await request.replace(gettext(words.DONE))


@on_choice(ids.ChooseResult, read_number)
async def choose_result(request: Request, menu: ids.ChooseResult, pairing_id: int) -> None:
    """Ask for the right result of a pairing."""
    record, results = await request.services[Tournaments].manageable(
        menu.tournament_id, request.person, moderator=is_moderator(request)
    )
    pairing = next((one for one in results if one.id == pairing_id), None)
    if pairing is None:
        raise refusals.NothingToCorrect
    await request.replace(correct_view(record, pairing))


@on_press(ids.CorrectResult)
async def correct(request: Request, pressed: ids.CorrectResult) -> None:
    """Correct a result."""
    await request.services[Tournaments].correct(
        pressed.tournament_id,
        request.person,
        pressed.pairing_id,
        pressed.outcome,
        moderator=is_moderator(request),
    )
    await request.replace(gettext(words.DONE))


async def _names(request: Request, record: TournamentRecord) -> dict[int, str]:
    """Return the names of the people in a tournament, by number."""
    return await request.services[Tournaments].names(record)


COMMANDS = (tournament_group,)

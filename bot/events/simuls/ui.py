"""`/simul`, and the buttons and menus of simultaneous exhibitions."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import Permissions, app_commands

from bot.catalog import GAMES
from bot.computer.opponents.choices import OpponentChoices
from bot.events import refusals
from bot.events.simuls import ids, words
from bot.events.simuls.director import SimulDirector
from bot.events.simuls.messages import SimulBegins, SimulMessage, SimulResults
from bot.events.simuls.rules import MAX_PLACES, MIN_PLACES
from bot.events.simuls.simuls import Simuls
from bot.events.simuls.view import manage_view, simul_view
from bot.play.games.view import resign_view
from bot.play.my_games.ui import next_in
from bot.ui.component_ids import read_number
from bot.ui.confirmation import confirm_view
from bot.ui.messenger import Note, Showing, shows
from bot.ui.moments import complete_moment, confirm_moment, moment_option
from bot.ui.options import (
    Typed,
    board_options,
    complete_terms,
    game_choices,
    time_option,
    usual_game,
)
from bot.ui.posted import Subject
from bot.ui.publisher import Drawing
from bot.ui.refusals import BadRequest
from bot.ui.request import Request, mentioning
from bot.ui.rights import is_moderator
from bot.ui.routes import OnRefusal, on_choice, on_press
from bot.ui.slash import Command, slash_command
from data.simuls.records import SimulSide, SimulTerms
from languages import gettext, pgettext

USUAL_TIME = "1d"
USUAL_PLACES = 8
SIDES: Mapping[str, SimulSide] = {"alternating": "alternating", "first": "first", "second": "second"}
NEEDED = Permissions(view_channel=True, send_messages_in_threads=True, attach_files=True)
NEEDED_IN_CHANNELS = NEEDED | Permissions(send_messages=True, create_public_threads=True)


def simul() -> Command:
    """Create the command, with the registered games as choices."""

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
        places: app_commands.Range[int, MIN_PLACES, MAX_PLACES] | None = None,
        side: str | None = None,
        time: Typed | None = None,
        start: Typed | None = None,
        board: Typed | None = None,
        invited: bool = False,
    ) -> None:
        request.own_server()
        _require_permissions(request)
        kind = GAMES[game] if game else usual_game()
        services, place, who = request.services, request.place, request.person
        starts_at = await moment_option(request, "start", start)
        computer = None
        if bot is not None:
            computer = (await services[OpponentChoices].find(kind, place.guild_id, bot)).spec
        terms = SimulTerms(
            game=kind.key,
            options=board_options(kind, board),
            computer=computer,
            time=time_option(time or USUAL_TIME),
            places=places or USUAL_PLACES,
            side=SIDES.get(side or "", "alternating"),
            invited_only=invited,
            when_full=start is None,
        )
        made = await services[Simuls].create(place, who, terms, starts_at)
        await services[SimulDirector].post(made.id, place, request)
        services[SimulDirector].note(made.id)
        await confirm_moment(request, start, starts_at)

    complete_terms(command)
    complete_moment(command, "start")
    return command


def _require_permissions(request: Request) -> None:
    """Refuse where the bot can't open a thread with boards."""
    channel = request.interaction.channel
    in_thread = isinstance(channel, discord.Thread)
    if not in_thread and not isinstance(channel, discord.TextChannel):
        raise BadRequest(gettext(words.NO_THREADS))
    missing = request.missing_permissions(NEEDED if in_thread else NEEDED_IN_CHANNELS)
    if missing:
        raise BadRequest(words.missing(missing))


@on_press(ids.JoinSimul)
async def join(request: Request, pressed: ids.JoinSimul) -> None:
    """Take a place."""
    await request.services[Simuls].join(pressed.simul_id, request.person)
    await request.services[SimulDirector].show(pressed.simul_id, request)


@on_press(ids.LeaveSimul)
async def leave(request: Request, pressed: ids.LeaveSimul) -> None:
    """Give up the place; once it has begun, ask before the board is resigned."""
    game_id = await request.services[Simuls].leave(pressed.simul_id, request.person)
    if game_id is None:
        await request.services[SimulDirector].show(pressed.simul_id, request)
    else:
        await request.send(resign_view(game_id, calls_off=False), private=True)


@on_press(ids.NextSimulBoard)
async def next_board(request: Request, pressed: ids.NextSimulBoard) -> None:
    """Lead the person to the next board of the exhibition that waits for them."""
    record = await request.services[Simuls].load(pressed.simul_id, request.guild_id)
    here = record.simul.thread_id or request.channel_id
    await request.send(await next_in(request, here), private=True)


@on_press(ids.ManageSimul)
async def manage(request: Request, pressed: ids.ManageSimul) -> None:
    """Show the organiser and moderators what they can do."""
    simuls = request.services[Simuls]
    record = await simuls.manageable(pressed.simul_id, request.person, moderator=is_moderator(request))
    await request.send(manage_view(record, await simuls.names(record)), private=True)


@on_press(ids.RunSimul)
async def run(request: Request, pressed: ids.RunSimul) -> None:
    """Start an exhibition from its message, or ask from the private card whether to end it."""
    simuls, who, moderator = request.services[Simuls], request.person, is_moderator(request)
    if pressed.how == "start":
        await simuls.start(pressed.simul_id, who, moderator=moderator)
        return
    simul = (await simuls.manageable(pressed.simul_id, who, moderator=moderator)).simul
    confirm = ids.ConfirmEndSimul(simul.id)
    await request.replace(confirm_view(words.end_question(simul), words.end_label(simul), confirm))


@on_press(ids.ConfirmEndSimul, on_refusal=OnRefusal.REPLACE)
async def end(request: Request, pressed: ids.ConfirmEndSimul) -> None:
    """Cancel or end an exhibition, after the question."""
    await request.services[Simuls].end(pressed.simul_id, request.person, moderator=is_moderator(request))
    await request.replace(gettext(words.DONE))


@on_choice(ids.InviteToSimul)
async def invite(request: Request, menu: ids.InviteToSimul, user_id: str) -> None:
    """Invite a person."""
    chosen = request.chosen_user(user_id)
    if chosen.is_bot:
        raise BadRequest(gettext(words.NO_BOTS))
    await request.services[Simuls].invite(
        menu.simul_id, request.person, chosen.person, moderator=is_moderator(request)
    )
    await request.replace(gettext(words.DONE))


@on_choice(ids.RemoveFromSimul, read_number)
async def ask_to_remove(request: Request, menu: ids.RemoveFromSimul, chosen: int) -> None:
    """Ask whether to remove an opponent."""
    opponent = await request.services[Simuls].require_removable(
        menu.simul_id, request.person, chosen, moderator=is_moderator(request)
    )
    confirm = ids.ConfirmRemoveFromSimul(menu.simul_id, opponent.number, opponent.player_id)
    label = pgettext("button", "Remove")
    await request.replace(confirm_view(words.remove_question(opponent), label, confirm))


@on_press(ids.ConfirmRemoveFromSimul, on_refusal=OnRefusal.REPLACE)
async def remove(request: Request, pressed: ids.ConfirmRemoveFromSimul) -> None:
    """Remove an opponent, after the question."""
    simuls, moderator = request.services[Simuls], is_moderator(request)
    number, who = pressed.simul_id, request.person
    opponent = await simuls.require_removable(number, who, pressed.number, moderator=moderator)
    if opponent.player_id != pressed.player_id:
        # Before the start, the board of an opponent who leaves is given to the next one.
        raise refusals.NotInSimul
    await simuls.remove(number, who, pressed.number, moderator=moderator)
    await request.replace(gettext(words.DONE))


@shows(
    SimulMessage,
    lambda shown: {"simul": shown.record.simul.id, "version": shown.record.simul.version},
    subject=lambda shown: Subject("simul", shown.record.simul.id),
)
async def draw_card(content: SimulMessage, scene: Showing) -> Drawing:
    """Draw an exhibition's card."""
    return simul_view(content)


@shows(SimulBegins, lambda news: {"simul begins": news.record.simul.id})
async def draw_begins(news: SimulBegins, scene: Showing) -> Note:
    """Call those who play in an exhibition."""
    return Note(words.begins(news), mentioning(words.called(news)))


@shows(SimulResults, lambda news: {"simul over": news.record.simul.id})
async def draw_results(news: SimulResults, scene: Showing) -> Note:
    """Announce an exhibition's results."""
    return Note(words.results(news.record))


COMMANDS = (simul,)

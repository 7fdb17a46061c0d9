"""`/simul`, and the buttons and menus of simultaneous exhibitions."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import Permissions, app_commands

from bot.catalog import GAMES
from bot.computer.opponents.choices import OpponentChoices
from bot.events.tournaments import simul_ids as ids
from bot.events.tournaments import simul_words as words
from bot.events.tournaments.director import TournamentDirector
from bot.events.tournaments.news import TournamentNews
from bot.events.tournaments.simul_messages import SimulBegins, SimulMessage, SimulResults
from bot.events.tournaments.simul_rules import MAX_PLACES, MIN_PLACES
from bot.events.tournaments.simul_view import simul_view
from bot.events.tournaments.tournaments import Tournaments
from bot.events.tournaments.ui import id_of
from bot.play.games.ui import resign_view
from bot.play.my_games.ui import next_in
from bot.ui.components import confirm_view
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
from bot.ui.publisher import Drawing, Subject
from bot.ui.refusals import BadRequest
from bot.ui.request import Request, mentioning
from bot.ui.routes import on_press
from bot.ui.slash import Command, is_moderator, slash_command
from data.tournaments.records import SIMUL, ExhibitorSide, TournamentTerms
from languages import gettext

USUAL_TIME = "1d"
USUAL_PLACES = 8
SIDES: Mapping[str, ExhibitorSide] = {"alternating": "alternating", "first": "first", "second": "second"}
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
        kit, place, who = request.kit, request.place, request.person
        starts_at = await moment_option(request, "start", start)
        exhibitor = None
        if bot is not None:
            exhibitor = (await kit[OpponentChoices].find(kind, place.guild_id, bot)).spec
        terms = TournamentTerms(
            game=kind.key,
            options=board_options(kind, board),
            form=SIMUL,
            time=time_option(time or USUAL_TIME),
            places=places or USUAL_PLACES,
            rounds=0,
            minutes=0,
            invited_only=invited,
            when_full=start is None,
            filler=None,
            side=SIDES.get(side or "", "alternating"),
            exhibitor=exhibitor,
        )
        made = await kit[Tournaments].create(place, who, terms, starts_at)
        await kit[TournamentNews].post(made.id, place, request)
        kit[TournamentDirector].note(made.id)
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


@on_press(ids.LeaveSimul)
async def leave(request: Request, pressed: ids.LeaveSimul) -> None:
    """Give up the place; once it has begun, ask before the board is resigned."""
    tournaments, number = request.kit[Tournaments], await id_of(request, pressed)
    game_id = await tournaments.game_to_resign(number, request.person)
    if game_id is not None:
        await request.send(resign_view(game_id, calls_off=False), private=True)
        return
    await tournaments.leave(number, request.person)
    await request.kit[TournamentNews].show(number, request)


@on_press(ids.NextSimulBoard)
async def next_board(request: Request, pressed: ids.NextSimulBoard) -> None:
    """Lead the person to the next board of the exhibition that waits for them."""
    record = await request.kit[Tournaments].load(await id_of(request, pressed), request.guild_id)
    here = record.tournament.boards_id or request.channel_id
    await request.send(await next_in(request, here), private=True)


@on_press(ids.RunSimul)
async def run(request: Request, pressed: ids.RunSimul) -> None:
    """Start an exhibition from its message, or ask from the private card whether to end it."""
    tournaments, number = request.kit[Tournaments], await id_of(request, pressed)
    who, moderator = request.person, is_moderator(request)
    if pressed.how == "start":
        await tournaments.start(number, who, moderator=moderator)
        return
    simul = (await tournaments.require_held(number, who, moderator=moderator)).tournament
    confirm = ids.ConfirmEndSimul(simul.number)
    await request.replace(confirm_view(words.end_question(simul), words.end_label(simul), confirm))


@shows(
    SimulMessage,
    lambda shown: {"simul": shown.record.tournament.number, "version": shown.record.tournament.version},
    subject=lambda shown: Subject("simul", shown.record.tournament.number),
)
async def draw_card(content: SimulMessage, scene: Showing) -> Drawing:
    """Draw an exhibition's card."""
    return simul_view(content, on_web=scene.on_web)


@shows(SimulBegins, lambda news: {"simul begins": news.record.tournament.number})
async def draw_begins(news: SimulBegins, scene: Showing) -> Note:
    """Call those who play in an exhibition."""
    return Note(words.begins(news), mentioning(words.called(news)))


@shows(SimulResults, lambda news: {"simul over": news.record.tournament.number})
async def draw_results(news: SimulResults, scene: Showing) -> Note:
    """Announce an exhibition's results."""
    return Note(words.results(news.record))


COMMANDS = (simul,)

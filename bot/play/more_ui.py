"""`/game …` and the menu under More: requests to the opponent or the computer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

import discord
from discord import app_commands

from bot.catalog import GAMES
from bot.computer.opponents.choices import OpponentChoices
from bot.core.publisher import Publisher
from bot.core.refusals import Refusal
from bot.core.snapshot import GameSnapshot
from bot.play.assist.ui import ask_handover, ask_hints, give_back
from bot.play.games.changes import require_ply
from bot.play.games.conditionals import can_be_planned, require_plan, require_plannable
from bot.play.games.conditionals_ui import ShowPlans, plan
from bot.play.games.finding import Require, any_game
from bot.play.games.handover import HandOvers, require_handed_over, require_own_play
from bot.play.games.ids import (
    AtPly,
    More,
    OfGame,
    ShowOwnView,
    TakeOverFrom,
    WatchOnWeb,
    next_button,
    open_button,
    rules_button,
    stand_ins,
    watch_button,
)
from bot.play.games.referee import Referee
from bot.play.games.ui import ask_resign, ask_take_back, draw_own_view
from bot.play.games.which_ui import WHICH_GAME, own_game, own_game_choices
from bot.play.questions import Questions, require_askable
from bot.play.questions_ui import MENU, WHICH_COMPUTER, post_question
from bot.play.web_links import Activities
from bot.ui.candidates import effort_lines
from bot.ui.component_ids import SETS
from bot.ui.components import button, select
from bot.ui.layout import Part, View, row, view
from bot.ui.opponent_menu import Menu, menu_for, page_of
from bot.ui.options import Typed, player_choices
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_press
from bot.ui.slash import completion, slash_command
from data.games.records import QuestionKind
from languages import gettext, gettext_noop, pgettext


def menu_view(request: Request, snapshot: GameSnapshot, kinds: Sequence[QuestionKind]) -> View:
    """Return the menu of a player: what they can ask now, buttons for their own view, their next game and
    the rules, ways to watch the game elsewhere, and the computer's search effort."""
    game = snapshot.game
    side = snapshot.side_of(request.user_id)
    ways = []
    if side is not None and can_be_planned(game):
        # Translators: a button; it plans answers to the opponent's moves.
        ways.append(button(gettext("Plan moves"), ShowPlans(game.id), emoji="🔮"))
    if side is not None and game.delegates[side] is not None:
        take_over = TakeOverFrom(game.id, stand_ins(snapshot))
        ways.append(button(pgettext("button", "Take over"), take_over, emoji="✋"))
    # Translators: a button; it shows the board as the reader likes it.
    ways.append(button(gettext("My view"), ShowOwnView(game.id), emoji="👁️"))
    ways += [next_button(game.id), rules_button(snapshot.kind)]
    links = [watch_button(WatchOnWeb(game.id))] if request.kit.settings.web_url else []
    links += [open_button(game.id)] if request.kit[Activities].enabled else []
    below: list[Part] = [row(*items) for items in (ways, links) if items]
    if effort := effort_lines(snapshot):
        below.append("\n".join(effort))
    if not kinds:
        return view(gettext("You can't ask for anything right now."), *below)
    options = [discord.SelectOption(label=gettext(MENU[kind]), value=kind.value) for kind in kinds]
    if any(seat.player_id is None for seat in game.seats):
        # Translators: above the menu of what a player can ask of the computer.
        heading = gettext("What would you like?")
    else:
        # Translators: above the menu of what a player can ask of their opponent or of the computer.
        heading = gettext("What would you like? Your opponent has to agree.")
    # Translators: in the empty menu of what a player can ask.
    menu = select(gettext("Choose"), options, Ask(game.id, game.ply))
    return view(heading, row(menu), *below)


def computers_view(snapshot: GameSnapshot, menu: Menu) -> View:
    """Draw the computer players that can play on for the person."""
    game_id = snapshot.game.id
    chosen = menu.select(
        gettext("Choose a level, or a style"),
        ChooseComputer(game_id),
        partial(ChooseOtherComputer, game_id),
    )
    return view(gettext(WHICH_COMPUTER), row(chosen))


class Ask(AtPly, action="ask"):
    """Request what is chosen from the menu, which was opened at `ply`."""


class ChooseComputer(OfGame, action="ask_level", timeless=SETS):
    """Choose the level of the computer player that is to play on."""


class ChooseOtherComputer(OfGame, action="ask_other", timeless=SETS):
    """Choose a style or a custom opponent to play for the player."""

    group: Literal["style", "own"]
    page: int


@on_press(More)
async def more(request: Request, pressed: More) -> None:
    await open_menu(request, pressed.game_id)


async def open_menu(request: Request, game_id: int) -> None:
    """Show the player privately what they can ask."""
    request.game_id = game_id
    snapshot, kinds = await request.kit[Questions].askable(game_id, request.person)
    await request.send(menu_view(request, snapshot, kinds), private=True)


@on_choice(Ask, QuestionKind)
async def ask(request: Request, menu: Ask, chosen: QuestionKind) -> None:
    snapshot = await request.kit[Referee].require_playing(menu.game_id, request.person)
    require_ply(snapshot, menu.ply)
    await ask_for(request, menu.game_id, chosen)


async def ask_for(request: Request, game_id: int, kind: QuestionKind) -> None:
    """Ask the opponent, or act at once where no consent is needed."""
    request.game_id = game_id
    match kind:
        case QuestionKind.THINKING:
            await ask_hints(request, game_id)
        case QuestionKind.HAND_OVER:
            snapshot, _ = await request.kit[HandOvers].require_own_side(game_id, request.person)
            menu = await menu_for(request, snapshot.kind)
            await request.send(computers_view(snapshot, menu), private=True)
        case QuestionKind.TAKE_BACK if await _against_computer(request, game_id):
            await ask_take_back(request, game_id)
        case _:
            await post_question(request, game_id, kind)


async def choose_computer(request: Request, menu: ChooseComputer | ChooseOtherComputer, chosen: str) -> None:
    """Hand over to a computer player, ask whether that is allowed, or turn the menu's page."""
    kit = request.kit
    snapshot = await kit[Referee].require_playing(menu.game_id, request.person)
    if (page := page_of(chosen)) is not None:
        await request.replace(computers_view(snapshot, await menu_for(request, snapshot.kind, page)))
        return
    await ask_handover(request, menu.game_id, await kit[OpponentChoices].by_handle(snapshot.kind, chosen))


async def _against_computer(request: Request, game_id: int) -> bool:
    snapshot = await request.kit[Referee].require_playing(game_id, request.person)
    return any(seat.computer is not None for seat in snapshot.game.seats)


on_choice(ChooseComputer)(choose_computer)
on_choice(ChooseOtherComputer)(choose_computer)


TAKE_OVER = "take over"
"""Value of the choice that ends a computer's play for the player; the others are kinds of questions."""

MAX_PLANNED = 500
"""Maximum characters of conditional moves in one command."""


def game_group() -> app_commands.Group:
    group = app_commands.Group(
        name="game",
        description="Your game: its board, resigning, requests to your opponent, planned moves",
    )

    @slash_command(
        group,
        name="board",
        description="Post your game's board again at the end of this channel",
        public=True,
    )
    @app_commands.describe(game=WHICH_GAME)
    async def board(request: Request, game: Typed | None = None) -> None:
        await request.kit[Publisher].post((await own_game(request, game)).id, request)

    @slash_command(group, name="resign", description="Resign your game in this channel")
    @app_commands.describe(game=WHICH_GAME)
    async def resign(request: Request, game: Typed | None = None) -> None:
        await ask_resign(request, (await own_game(request, game)).id)

    @slash_command(
        group,
        name="ask",
        description="Ask for a draw, a takeback, what I think, or a computer to play for you",
    )
    @app_commands.describe(
        what="What to ask for (default: choose from a menu)",
        bot="Which computer player plays for you, if you ask for one",
        game=WHICH_GAME,
    )
    @app_commands.choices(
        what=[
            *(app_commands.Choice(name=name, value=kind.value) for kind, name in MENU.items()),
            # Translators: in the menu of what a player can ask of their opponent or of the computer.
            app_commands.Choice(name=gettext_noop("Make my own moves again"), value=TAKE_OVER),
        ]
    )
    async def ask(
        request: Request,
        what: app_commands.Choice[str] | None = None,
        bot: Typed | None = None,
        game: Typed | None = None,
    ) -> None:
        asked = what.value if what else QuestionKind.HAND_OVER.value if bot else None
        if bot and asked != QuestionKind.HAND_OVER.value:
            what_for = gettext(MENU[QuestionKind.HAND_OVER])
            # Translators: {what} is “Let a computer play for me”.
            raise BadRequest(gettext("`bot:` only works with “{what}”.", what=what_for))
        chosen = await own_game(request, game, require=_required(asked))
        if asked is None:
            await open_menu(request, chosen.id)
        elif asked == TAKE_OVER:
            await give_back(request, chosen.id)
        elif bot:
            choice = await request.kit[OpponentChoices].find(GAMES[chosen.game], request.guild_id, bot)
            await ask_handover(request, chosen.id, choice)
        else:
            await ask_for(request, chosen.id, QuestionKind(asked))

    @completion(ask, "bot")
    async def players(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        try:
            chosen = await own_game(request, request.interaction.namespace.game, require=require_own_play)
        except Refusal:
            return []
        return await player_choices(request, GAMES[chosen.game], typed)

    @slash_command(
        group,
        name="view",
        description="See a game your way, for you alone: in your theme, from your side, or in words",
    )
    @app_commands.describe(game=WHICH_GAME)
    async def view(request: Request, game: Typed | None = None) -> None:
        chosen = await own_game(request, game)
        await request.send(await draw_own_view(request, chosen.id), private=True)

    @slash_command(
        group, name="if", description="Plan your answers to your opponent's moves; only you can see them"
    )
    @app_commands.describe(
        moves="Your opponent's move, your answer, and so on, such as c4 d3; leave empty to see your plans",
        game=WHICH_GAME,
    )
    async def conditional(
        request: Request,
        moves: app_commands.Range[str, 1, MAX_PLANNED] | None = None,
        game: Typed | None = None,
    ) -> None:
        require = require_plan if moves else require_plannable
        await plan(request, (await own_game(request, game, require=require)).id, moves)

    @completion(board, "game")
    @completion(resign, "game")
    @completion(ask, "game")
    @completion(conditional, "game")
    @completion(view, "game")
    async def games(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        return await own_game_choices(request, typed, require=_required_by(request))

    return group


def _required_by(request: Request) -> Require:
    """Return the requirement on a game of the command being typed and its options so far."""
    assert request.interaction.command is not None
    typed = request.interaction.namespace
    match request.interaction.command.name:
        case "ask":
            return _required(typed.what or (QuestionKind.HAND_OVER.value if typed.bot else None))
        case "if":
            return require_plan if typed.moves else require_plannable
        case _:
            return any_game


def _required(asked: str | None) -> Require:
    """Return the requirement on a game in which a player asks for this; any game will do for the menu."""
    if asked is None:
        return any_game
    return require_handed_over if asked == TAKE_OVER else partial(require_askable, kind=QuestionKind(asked))


COMMANDS = (game_group,)

"""`/game …`: the board, resigning, and requests to the opponent or the computer."""

from __future__ import annotations

from functools import partial

from discord import app_commands

from bot.catalog import GAMES
from bot.computer.opponents.choices import OpponentChoices
from bot.core.publisher import Publisher
from bot.core.refusals import Refusal
from bot.play.assist.ui import ask_handover, give_back
from bot.play.conditionals.ui import plan
from bot.play.games.conditionals import require_plan, require_plannable
from bot.play.games.finding import Require, any_game
from bot.play.games.handover import require_handed_over, require_own_play
from bot.play.games.ui import ask_resign, send_own_view
from bot.play.games.which_ui import WHICH_GAME, own_game, own_game_choices
from bot.play.more.ui import ask_for, open_menu
from bot.play.questions import words
from bot.play.questions.questions import require_askable
from bot.play.questions.words import MENU
from bot.ui.options import Typed, player_choices
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.slash import completion, slash_command
from data.games.records import QuestionKind
from languages import gettext

TAKE_OVER = "take over"
"""Value of the choice that ends a computer's play for the player; the others are kinds of questions."""

MAX_PLANNED = 500
"""Maximum characters of conditional moves in one command."""


def game_group() -> app_commands.Group:
    """Create the command group."""
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
            app_commands.Choice(name=words.TAKE_OVER, value=TAKE_OVER),
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
            raise BadRequest(gettext(words.BOT_IGNORED, what=gettext(MENU[QuestionKind.HAND_OVER])))
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
        await send_own_view(request, (await own_game(request, game)).id)

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

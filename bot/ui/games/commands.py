"""`/game …`: requests to the opponent or the computer in any game of the player."""

from __future__ import annotations

from functools import partial

from discord import app_commands

from bot.assist.handover import require_handed_over, require_own_play
from bot.assist.hints import require_hintable
from bot.catalog import GAMES
from bot.games.conditionals import require_plan, require_plannable
from bot.games.finding import Require, any_game
from bot.questions.questions import require_askable
from bot.refusals import Refusal
from bot.ui.assist.handlers import ask_handover, ask_hints, give_back
from bot.ui.conditionals.handlers import plan
from bot.ui.games.handlers import send_own_view
from bot.ui.games.which import WHICH_GAME, own_game, own_game_choices
from bot.ui.options import Typed, player_choices
from bot.ui.questions.handlers import ask_for
from bot.ui.questions.words import MENU
from bot.ui.request import Request
from bot.ui.slash import completion, slash_command
from data import QuestionKind

MAX_PLANNED = 500
"""Maximum characters of conditional moves in one command."""


def game_group() -> app_commands.Group:
    """Create the command group."""
    group = app_commands.Group(
        name="game",
        description="Offer a draw, take a move back, or get the computer's help in your game",
    )

    @slash_command(
        group, name="ask", description="Ask your opponent for a draw, a move back, other colours, …"
    )
    @app_commands.describe(what="What to ask for", game=WHICH_GAME)
    @app_commands.choices(
        what=[app_commands.Choice(name=name, value=kind.value) for kind, name in MENU.items()]
    )
    async def ask(request: Request, what: app_commands.Choice[str], game: Typed | None = None) -> None:
        kind = QuestionKind(what.value)
        chosen = await own_game(request, game, require=partial(require_askable, kind=kind))
        await ask_for(request, chosen.id, kind)

    @slash_command(
        group,
        name="computer",
        description="Let a computer player take over your side; the game becomes unrated",
    )
    @app_commands.describe(bot="Who plays for you", game=WHICH_GAME)
    async def computer(request: Request, bot: Typed, game: Typed | None = None) -> None:
        chosen = await own_game(request, game, require=require_own_play)
        choice = await request.services.computer.choices.find(GAMES[chosen.game], request.guild_id, bot)
        await ask_handover(request, chosen.id, choice)

    @completion(computer, "bot")
    async def players(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        try:
            chosen = await own_game(request, request.interaction.namespace.game, require=require_own_play)
        except Refusal:
            return []
        return await player_choices(request, GAMES[chosen.game], typed)

    @slash_command(group, name="takeover", description="Take your side back from the computer")
    @app_commands.describe(game=WHICH_GAME)
    async def takeover(request: Request, game: Typed | None = None) -> None:
        await give_back(request, (await own_game(request, game, require=require_handed_over)).id)

    @slash_command(
        group,
        name="thinking",
        description="See privately what I think of each of your moves; the game becomes unrated",
    )
    @app_commands.describe(game=WHICH_GAME)
    async def thinking(request: Request, game: Typed | None = None) -> None:
        await ask_hints(request, (await own_game(request, game, require=require_hintable)).id)

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

    @completion(ask, "game")
    @completion(conditional, "game")
    @completion(computer, "game")
    @completion(takeover, "game")
    @completion(thinking, "game")
    @completion(view, "game")
    async def games(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        return await own_game_choices(request, typed, require=_required_by(request))

    return group


def _required_by(request: Request) -> Require:
    """Return the requirement on a game of the command being typed and its options so far."""
    assert request.interaction.command is not None
    typed = request.interaction.namespace
    match request.interaction.command.name:
        case "ask" if typed.what:
            return partial(require_askable, kind=QuestionKind(typed.what))
        case "if":
            return require_plan if typed.moves else require_plannable
        case "computer":
            return require_own_play
        case "takeover":
            return require_handed_over
        case "thinking":
            return require_hintable
        case _:
            return any_game

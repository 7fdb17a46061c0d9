"""`/reversi …` and the like: the same commands, and the same entry in people's menus, for every game."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.catalog import GameKind
from bot.games.terms import Terms
from bot.ui.games import words
from bot.ui.games.components import ask_resign
from bot.ui.games.own_games import own_game, own_game_choices
from bot.ui.games.rules import show_rules
from bot.ui.games.starting import start_game
from bot.ui.language import gettext
from bot.ui.options import Typed, board_choices, board_options, player_choices, time_choices
from bot.ui.refusals import BadRequest
from bot.ui.request import ChosenUser, Request
from bot.ui.slash import completion, slash_command, user_menu
from data import SideChoice

WHICH_GAME = "Which of your games in this channel; the latest if you leave it out"


def game_group(kind: GameKind) -> app_commands.Group:
    """The command group of one game."""
    group = app_commands.Group(
        name=kind.key,
        description=kind.summary,
    )
    colours = [
        app_commands.Choice(name=f"{kind.sides[0].name} (moves first)", value="first"),
        app_commands.Choice(name=kind.sides[1].name, value="second"),
        app_commands.Choice(name="Random", value="random"),
    ]

    @slash_command(
        group,
        name="start",
        description=f"Start a game of {kind.title}: with a friend, anyone, or the bot",
        public=True,
    )
    @app_commands.describe(
        opponent="The member you challenge; leave it out for a card that anyone in this channel can join",
        bot="Play against me instead: at a level, as one of this server's own opponents, or in a style",
        colour="Your side; random if you leave it out",
        board="A board other than the usual one",
        rated="On another board: whether the game counts, for a rating on that board; no if left out",
        time="How much time there is, for the whole game or for each move; left out: as is usual here",
    )
    @app_commands.choices(colour=colours)
    async def start(
        request: Request,
        opponent: discord.User | None = None,
        bot: Typed | None = None,
        colour: app_commands.Choice[str] | None = None,
        board: Typed | None = None,
        time: Typed | None = None,
        rated: bool | None = None,
    ) -> None:
        options = board_options(kind, board)
        if rated is not None and not options:
            raise BadRequest(gettext(words.ALWAYS_RATED))
        terms = Terms(_colour(colour), options, rated=bool(rated))
        chosen = None if opponent is None else ChosenUser.of(opponent)
        await start_game(request, kind, chosen, bot, terms, time)

    @completion(start, "bot")
    async def bots(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        return await player_choices(request, kind, typed)

    @completion(start, "board")
    async def boards(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        return board_choices(kind, typed)

    @completion(start, "time")
    async def times(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        return time_choices(typed)

    @slash_command(
        group,
        name="board",
        description="Post the board of your game again at the end of this channel",
        public=True,
    )
    @app_commands.describe(game=WHICH_GAME)
    async def board(request: Request, game: Typed | None = None) -> None:
        chosen = await own_game(request, game, kind)
        await request.services.games.publisher.post(chosen.id, request)

    @slash_command(group, name="resign", description="Resign your game in this channel")
    @app_commands.describe(game=WHICH_GAME)
    async def resign(request: Request, game: Typed | None = None) -> None:
        chosen = await own_game(request, game, kind)
        await ask_resign(request, chosen.id)

    @completion(board, "game")
    @completion(resign, "game")
    async def games(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        return await own_game_choices(request, typed, kind)

    @slash_command(group, name="rules", description=f"How {kind.title} is played")
    async def rules(request: Request) -> None:
        await show_rules(request, kind)

    return group


def _colour(choice: app_commands.Choice[str] | None) -> SideChoice:
    return choice.value if choice else "random"  # type: ignore[return-value]


def challenge_menu(kind: GameKind) -> app_commands.ContextMenu:
    """The entry in the menu of a person that challenges them to one game; in that of Flipfour, a card to
    start from."""

    async def challenge(request: Request, user: discord.User) -> None:
        chosen = None if user == request.interaction.client.user else ChosenUser.of(user)
        await start_game(request, kind, chosen, None)

    return user_menu(f"Challenge to {kind.title}", challenge)

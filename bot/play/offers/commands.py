"""The commands that start a game: `/reversi start`, and the menu of a person."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.play.games import words
from bot.play.games.terms import Terms
from bot.play.offers.ui import start_game
from bot.ui.options import Typed, board_options, complete_terms
from bot.ui.refusals import BadRequest
from bot.ui.request import ChosenUser, Request
from bot.ui.slash import slash_command, user_menu
from data.games.records import SideChoice
from languages import gettext


def game_group(kind: GameKind) -> app_commands.Group:
    """Create the command group of one game."""
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
        description=f"Start a game of {kind.title} against a friend, anyone, or the computer",
        public=True,
    )
    @app_commands.describe(
        opponent="The person you challenge; leave empty for a card that anyone in this channel can join",
        bot="Play the computer: a level, a style, or a custom opponent",
        colour="Your side (default: random)",
        board="A board other than the standard one",
        rated="On another board: count the game for that board's own rating (default: no)",
        time="Time per game (5+5) or per move (3 days); default: this server's usual time",
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

    complete_terms(start, kind)
    return group


def _colour(choice: app_commands.Choice[str] | None) -> SideChoice:
    return choice.value if choice else "random"  # type: ignore[return-value]


def challenge_menu(kind: GameKind) -> app_commands.ContextMenu:
    """Create the entry in a user's menu that challenges them to one game; for Flipfour, a start card."""

    async def challenge(request: Request, user: discord.User) -> None:
        chosen = None if user == request.interaction.client.user else ChosenUser.of(user)
        await start_game(request, kind, chosen, None)

    return user_menu(f"Challenge to {kind.title}", challenge)


def commands() -> Iterator[app_commands.Group | app_commands.ContextMenu]:
    """Yield the commands of every game."""
    for kind in GAMES.values():
        yield game_group(kind)
        yield challenge_menu(kind)


COMMANDS = (commands,)

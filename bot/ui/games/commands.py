"""`/reversi …` and the like: the same commands, and the same entry in people's menus, for every game."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.catalog import GameKind
from bot.games.terms import Terms
from bot.ui.access import Command, chosen_by_option, services_of
from bot.ui.answers import PUBLIC
from bot.ui.games import words
from bot.ui.games.components import ask_resign
from bot.ui.games.own_games import own_game, own_game_choices
from bot.ui.games.rules import show_rules
from bot.ui.games.starting import start_game
from bot.ui.language import gettext
from bot.ui.options import Typed, board_choices, board_options, player_choices, time_choices
from bot.ui.refusals import BadRequest
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

    @group.command(
        name="start",
        description=f"Start a game of {kind.title}: with a friend, anyone, or the bot",
        extras=PUBLIC,
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
        interaction: Command,
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
        chosen = None if opponent is None else chosen_by_option(opponent)
        await start_game(interaction, kind, chosen, bot, terms, time)

    @start.autocomplete("bot")
    async def bots(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
        return await player_choices(interaction, kind, typed)

    @start.autocomplete("board")
    async def boards(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
        return board_choices(kind, typed)

    @start.autocomplete("time")
    async def times(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
        return time_choices(typed)

    @group.command(
        name="board",
        description="Post the board of your game again at the end of this channel",
        extras=PUBLIC,
    )
    @app_commands.describe(game=WHICH_GAME)
    async def board(interaction: Command, game: Typed | None = None) -> None:
        chosen = await own_game(interaction, game, kind)
        await services_of(interaction).games.publisher.post(chosen.id, interaction)

    @group.command(name="resign", description="Resign your game in this channel")
    @app_commands.describe(game=WHICH_GAME)
    async def resign(interaction: Command, game: Typed | None = None) -> None:
        chosen = await own_game(interaction, game, kind)
        await ask_resign(interaction, chosen.id)

    @board.autocomplete("game")
    @resign.autocomplete("game")
    async def games(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
        return await own_game_choices(interaction, typed, kind)

    @group.command(name="rules", description=f"How {kind.title} is played")
    async def rules(interaction: Command) -> None:
        await show_rules(interaction, kind)

    return group


def _colour(choice: app_commands.Choice[str] | None) -> SideChoice:
    return choice.value if choice else "random"  # type: ignore[return-value]


def challenge_menu(kind: GameKind) -> app_commands.ContextMenu:
    """The entry in the menu of a person that challenges them to one game; in that of Flipfour, a card to
    start from."""

    async def challenge(interaction: Command, user: discord.User) -> None:
        chosen = None if user == interaction.client.user else chosen_by_option(user)
        await start_game(interaction, kind, chosen, None)

    return app_commands.ContextMenu(
        name=f"Challenge to {kind.title}",
        callback=challenge,
        extras=PUBLIC,
    )

"""`/match`: two computer players play each other in the channel; `/strength`: how much better one is."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.games.people import Place
from bot.matches.strength import MOST_GAMES, USUAL_GAMES, Report
from bot.refusals import NotAMember
from bot.ui.access import Command, person, place_of, services_of
from bot.ui.answers import PUBLIC
from bot.ui.language import gettext
from bot.ui.matches import words
from bot.ui.matches.components import is_moderator, post_exhibition
from bot.ui.options import (
    Typed,
    board_choices,
    board_options,
    game_choices,
    player_choices,
    usual_game,
)
from bot.ui.refusals import BadRequest


def match() -> app_commands.Command[Any, ..., None]:
    """The command, with the games there are to choose from."""

    @app_commands.command(
        name="match", description="Watch two computer players play each other", extras=PUBLIC
    )
    @app_commands.describe(
        first="The computer player that moves first",
        second="The computer player that moves second",
        game=f"Which game; {usual_game().title} if you leave it out",
        board="A board other than the usual one",
    )
    @app_commands.choices(game=game_choices())
    async def command(
        interaction: Command,
        first: Typed,
        second: Typed,
        game: app_commands.Choice[str] | None = None,
        board: Typed | None = None,
    ) -> None:
        kind = GAMES[game.value] if game else usual_game()
        players = await _players(interaction, kind, first, second)
        begun = await services_of(interaction).matches.exhibitions.start(
            kind,
            place_to_write(interaction),
            person(interaction),
            players,
            board_options(kind, board),
            moderator=is_moderator(interaction),
        )
        await post_exhibition(interaction, *begun)

    _complete(command)
    return command


def strength() -> app_commands.Command[Any, ..., None]:
    """The command, with the games there are to choose from."""

    @app_commands.command(
        name="strength", description="Measure how much stronger one computer player is", extras=PUBLIC
    )
    @app_commands.describe(
        first="One computer player",
        second="The other computer player",
        games=f"How many games, in pairs with the sides swapped; {USUAL_GAMES} if you leave it out",
        game=f"Which game; {usual_game().title} if you leave it out",
        board="A board other than the usual one",
    )
    @app_commands.choices(game=game_choices())
    async def command(
        interaction: Command,
        first: Typed,
        second: Typed,
        games: app_commands.Range[int, 2, MOST_GAMES] = USUAL_GAMES,
        game: app_commands.Choice[str] | None = None,
        board: Typed | None = None,
    ) -> None:
        services, kind = services_of(interaction), GAMES[game.value] if game else usual_game()
        players = await _players(interaction, kind, first, second)
        test = await services.matches.strength_tests.begin(
            kind,
            place_to_write(interaction),
            person(interaction),
            players,
            games,
            board_options(kind, board),
            moderator=is_moderator(interaction),
        )
        message_id = None
        try:
            message_id = await services.matches.strength_publisher.post(Report(test), interaction)
        finally:
            # Even if that could not be sent: then it is sent with the first results.
            services.matches.strength_tests.go_on(test, message_id)

    _complete(command)
    return command


def place_to_write(interaction: Command) -> Place:
    """Where the command was used, if the bot can write there by itself: nobody will click for every move."""
    place = place_of(interaction)
    if place.by_clicks:
        raise NotAMember
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    may_write = may.send_messages_in_threads if in_thread else may.send_messages
    if interaction.guild_id is not None and not (may.view_channel and may.attach_files and may_write):
        raise BadRequest(gettext(words.PERMISSIONS_NEEDED))
    return place


async def _players(interaction: Command, kind: GameKind, first: str, second: str) -> tuple[str, str]:
    """What was typed for two computer players, as games store it."""
    find, guild_id = services_of(interaction).computer.choices.find, interaction.guild_id
    return (await find(kind, guild_id, first)).spec, (await find(kind, guild_id, second)).spec


def _complete(command: app_commands.Command[Any, ..., None]) -> None:
    """Let the lists of computer players and boards appear while people type."""

    @command.autocomplete("first")
    @command.autocomplete("second")
    async def players(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
        return await player_choices(interaction, _chosen(interaction), typed)

    @command.autocomplete("board")
    async def boards(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
        return board_choices(_chosen(interaction), typed)


def _chosen(interaction: Command) -> GameKind:
    """The game chosen so far in the command that is being typed."""
    return GAMES.get(interaction.namespace.game or "", usual_game())

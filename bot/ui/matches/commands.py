"""`/match`: two computer players play each other in the channel; `/strength`: how much better one is."""

from __future__ import annotations

from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.games.people import Place
from bot.matches.strength import MOST_GAMES, USUAL_GAMES, Report
from bot.ui.access import services_of
from bot.ui.games.components import person
from bot.ui.matches.components import is_moderator, post_match
from bot.ui.options import board_choices, board_options, player_choices
from bot.ui.refusals import BadRequest

Command: TypeAlias = discord.Interaction[Any]

CONTEXTS = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
INSTALLS = app_commands.allowed_installs(guilds=True, users=False)


def match() -> app_commands.Command[Any, ..., None]:
    """The command, with the games there are to choose from."""

    @app_commands.command(name="match", description="Watch two computer players play each other")
    @app_commands.describe(
        first="The computer player that moves first",
        second="The computer player that moves second",
        game=f"Which game; {_usual().title} if you leave it out",
        board="Another board than the usual one",
    )
    @app_commands.choices(game=_games())
    @CONTEXTS
    @INSTALLS
    async def command(
        interaction: Command,
        first: str,
        second: str,
        game: app_commands.Choice[str] | None = None,
        board: str | None = None,
    ) -> None:
        kind = GAMES[game.value] if game else _usual()
        players = await _seats(interaction, kind, first, second)
        begun = await services_of(interaction).exhibitions.start(
            kind,
            place_to_write(interaction),
            person(interaction.user),
            players,
            board_options(kind, board),
            moderator=is_moderator(interaction),
        )
        await interaction.response.defer(thinking=True)
        await post_match(interaction, *begun)

    _complete(command)
    return command


def strength() -> app_commands.Command[Any, ..., None]:
    """The command, with the games there are to choose from."""

    @app_commands.command(name="strength", description="Measure how much stronger one computer player is")
    @app_commands.describe(
        first="One computer player",
        second="The other computer player",
        games=f"How many games, in pairs with the sides exchanged; {USUAL_GAMES} if you leave it out",
        game=f"Which game; {_usual().title} if you leave it out",
        board="Another board than the usual one",
    )
    @app_commands.choices(game=_games())
    @CONTEXTS
    @INSTALLS
    async def command(
        interaction: Command,
        first: str,
        second: str,
        games: app_commands.Range[int, 2, MOST_GAMES] = USUAL_GAMES,
        game: app_commands.Choice[str] | None = None,
        board: str | None = None,
    ) -> None:
        services, kind = services_of(interaction), GAMES[game.value] if game else _usual()
        players = await _seats(interaction, kind, first, second)
        test = await services.strength_tests.begin(
            kind,
            place_to_write(interaction),
            person(interaction.user),
            players,
            games,
            board_options(kind, board),
        )
        message_id = None
        try:
            await interaction.response.defer(thinking=True)
            message_id = await services.strength_publisher.post(Report(test), interaction)
        finally:
            # Even if that could not be sent: then it is sent with the first results.
            services.strength_tests.go_on(test, message_id)

    _complete(command)
    return command


def place_to_write(interaction: Command) -> Place:
    """Where the command was used, if the bot can write there by itself: nobody will tap for every move."""
    assert interaction.channel_id is not None
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    may_write = may.send_messages_in_threads if in_thread else may.send_messages
    if interaction.guild_id is not None and not (may.view_channel and may.attach_files and may_write):
        raise BadRequest(
            "I can't do that here: I need the permissions to see this channel, to send messages and to "
            "attach files in it. A moderator can give them to me, or try it in another channel."
        )
    return Place(interaction.channel_id, interaction.guild_id)


async def _seats(interaction: Command, kind: GameKind, first: str, second: str) -> tuple[str, str]:
    """What was typed for two computer players, as seats hold it."""
    opponent_choices, guild_id = services_of(interaction).opponent_choices, interaction.guild_id
    return (await opponent_choices.find(kind, guild_id, first)).seat, (
        await opponent_choices.find(kind, guild_id, second)
    ).seat


def _complete(command: app_commands.Command[Any, ..., None]) -> None:
    """Let the lists for computer players and boards appear while people type."""

    @command.autocomplete("first")
    @command.autocomplete("second")
    async def players(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
        return await player_choices(interaction, _chosen(interaction), typed)

    @command.autocomplete("board")
    async def boards(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
        return board_choices(_chosen(interaction), typed)


def _chosen(interaction: Command) -> GameKind:
    """The game chosen so far in the command that is being typed."""
    return GAMES.get(interaction.namespace.game or "", _usual())


def _usual() -> GameKind:
    return next(iter(GAMES.values()))


def _games() -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=kind.title, value=kind.key) for kind in GAMES.values()]

"""`/reversi …` and its like: the same commands for every game."""

from __future__ import annotations

import io
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.catalog import GameKind
from bot.games.people import Place
from bot.games.referee import require_challengeable
from bot.ui.access import services_of
from bot.ui.games.components import ask_resign, person
from bot.ui.games.own_games import own_game, own_game_choices
from bot.ui.options import board_choices, board_options, player_choices
from bot.ui.refusals import BadRequest
from data import Colour

Command: TypeAlias = discord.Interaction[Any]

PRESENT_LEVEL = "medium"
"""The level of somebody who challenges Flipfour itself."""


def game_group(kind: GameKind) -> app_commands.Group:
    """The command group of one game."""
    group = app_commands.Group(
        name=kind.key,
        description=kind.summary,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    colours = [
        app_commands.Choice(name=f"{kind.sides[0].name} (moves first)", value="first"),
        app_commands.Choice(name=kind.sides[1].name, value="second"),
        app_commands.Choice(name="by lot", value="random"),
    ]

    @group.command(
        name="start", description=f"Start a game of {kind.title}: with a friend, anybody, or the bot"
    )
    @app_commands.describe(
        opponent="The member you challenge; leave it out to let anybody in this channel join",
        bot="Play against me instead: at a level, as one of this server's own opponents, or in a style",
        colour="Your side; by lot if you leave it out",
        board="Another board than the usual one; such games are not rated",
    )
    @app_commands.choices(colour=colours)
    async def start(
        interaction: Command,
        opponent: discord.User | None = None,
        bot: str | None = None,
        colour: app_commands.Choice[str] | None = None,
        board: str | None = None,
    ) -> None:
        await _start(interaction, kind, opponent, bot, _colour(colour), board_options(kind, board))

    @start.autocomplete("bot")
    async def bots(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
        return await player_choices(interaction, kind, typed)

    @start.autocomplete("board")
    async def boards(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
        return board_choices(kind, typed)

    @group.command(name="board", description="Post the board of your game afresh at the end of this channel")
    @app_commands.describe(game="Which of your games in this channel; the latest if you leave it out")
    async def board(interaction: Command, game: str | None = None) -> None:
        chosen = await own_game(interaction, game, kind)
        await interaction.response.defer(thinking=True)
        await services_of(interaction).publisher.post(chosen.id, interaction)

    @group.command(name="resign", description="Give up your game in this channel")
    @app_commands.describe(game="Which of your games in this channel; the latest if you leave it out")
    async def resign(interaction: Command, game: str | None = None) -> None:
        chosen = await own_game(interaction, game, kind)
        await ask_resign(interaction, chosen.id)

    @board.autocomplete("game")
    @resign.autocomplete("game")
    async def games(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
        return await own_game_choices(interaction, typed, kind)

    @group.command(name="rules", description=f"How {kind.title} is played")
    async def rules(interaction: Command) -> None:
        png, words = kind.rules_picture()
        picture = discord.File(io.BytesIO(png), filename=f"{kind.key}-rules.png")
        view = discord.ui.LayoutView(timeout=None)
        container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container()
        container.add_item(discord.ui.TextDisplay(f"### {kind.title}\n{kind.rules()}"))
        gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
        gallery.add_item(media=picture, description=words)
        container.add_item(gallery)
        container.add_item(discord.ui.TextDisplay(f"Play: `/{kind.key} start`"))
        view.add_item(container)
        await interaction.response.send_message(view=view, file=picture, ephemeral=True)

    return group


def _colour(choice: app_commands.Choice[str] | None) -> Colour:
    return choice.value if choice else "random"  # type: ignore[return-value]


async def _start(
    interaction: Command,
    kind: GameKind,
    opponent: discord.User | discord.Member | None,
    computer: str | None,
    colour: Colour,
    options: str,
) -> None:
    services, challenger = services_of(interaction), person(interaction.user)
    asked_at = services.pool.now()
    if opponent is not None and computer is not None:
        raise BadRequest("Choose either an `opponent` or a `bot` level, not both.")
    if opponent is not None and interaction.client.user == opponent:
        opponent, computer = None, PRESENT_LEVEL
    if opponent is not None and opponent.bot:
        raise BadRequest(
            f"{opponent.mention} is a bot and can't press buttons. Play me: choose a `bot` level."
        )
    if opponent is None and computer is None and interaction.guild_id is None:
        raise BadRequest(
            "Nobody else can join you here. Choose a `bot` level, or start the game in a server."
        )
    if opponent is not None and interaction.guild_id is None:
        raise BadRequest(
            "Nobody else can see this chat. Challenge people in a server; here, choose a `bot` level."
        )
    assert interaction.channel_id is not None
    place = Place(interaction.channel_id, interaction.guild_id)
    challenged = person(opponent) if opponent else None
    # Refused before the channel sees that something is coming: what follows a deferral is public.
    require_challengeable(challenger, challenged)
    seat = (
        (await services.opponent_choices.find(kind, place.guild_id, computer)).seat
        if computer is not None
        else None
    )
    await interaction.response.defer(thinking=True)
    if seat is not None:
        snapshot = await services.referee.play_computer(kind, place, challenger, seat, colour, options)
    else:
        snapshot = await services.referee.challenge(kind, place, challenger, challenged, colour, options)
    await services.publisher.post(snapshot.game.id, interaction)
    if snapshot.computer_to_move:
        await services.flow.go_on(snapshot, interaction, asked_at)

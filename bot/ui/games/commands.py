"""`/reversi …` and the like: the same commands for every game."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.catalog import GameKind
from bot.games.challenges import require_challengeable
from bot.games.people import Place
from bot.ui.access import Command, asked_at, person, person_of, services_of
from bot.ui.answers import PUBLIC
from bot.ui.games import words
from bot.ui.games.components import ask_resign
from bot.ui.games.own_games import own_game, own_game_choices
from bot.ui.games.rules import show_rules
from bot.ui.language import gettext
from bot.ui.options import Typed, board_choices, board_options, player_choices
from bot.ui.refusals import BadRequest
from bot.ui.replies import tell
from data import SideChoice

WHICH_GAME = "Which of your games in this channel; the latest if you leave it out"


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
        board="A board other than the usual one; games on it are not rated",
    )
    @app_commands.choices(colour=colours)
    async def start(
        interaction: Command,
        opponent: discord.User | None = None,
        bot: Typed | None = None,
        colour: app_commands.Choice[str] | None = None,
        board: Typed | None = None,
    ) -> None:
        await _start(interaction, kind, opponent, bot, _colour(colour), board_options(kind, board))

    @start.autocomplete("bot")
    async def bots(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
        return await player_choices(interaction, kind, typed)

    @start.autocomplete("board")
    async def boards(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
        return board_choices(kind, typed)

    @group.command(
        name="board",
        description="Post the board of your game again at the end of this channel",
        extras=PUBLIC,
    )
    @app_commands.describe(game=WHICH_GAME)
    async def board(interaction: Command, game: Typed | None = None) -> None:
        chosen = await own_game(interaction, game, kind)
        await services_of(interaction).publisher.post(chosen.id, interaction)

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


async def _start(
    interaction: Command,
    kind: GameKind,
    opponent: discord.User | None,
    computer: str | None,
    colour: SideChoice,
    options: str,
) -> None:
    services = services_of(interaction)
    challenged_me = opponent is not None and opponent == interaction.client.user
    opponent, computer = await _chosen_opponent(interaction, kind, opponent, computer)
    assert interaction.channel_id is not None
    place = Place(interaction.channel_id, interaction.guild_id)
    challenger, challenged = person(interaction), person_of(opponent) if opponent else None
    require_challengeable(challenger, challenged)
    player = None
    if computer is not None:
        player = (await services.opponent_choices.find(kind, place.guild_id, computer)).spec
    if player is not None:
        snapshot = await services.challenges.play_computer(kind, place, challenger, player, colour, options)
    else:
        snapshot = await services.challenges.challenge(kind, place, challenger, challenged, colour, options)
    await services.flow.open(snapshot, interaction, asked_at(interaction))
    if challenged_me and computer is not None:
        await tell(interaction, words.level_chosen(kind, computer))


async def _chosen_opponent(
    interaction: Command, kind: GameKind, opponent: discord.User | None, computer: str | None
) -> tuple[discord.User | None, str | None]:
    """The person and the computer player that the options mean, at most one of them.

    Whoever challenges Flipfour itself gets the level that suits them.

    `BadRequest` for options that do not go together, or not here.
    """
    if opponent is not None and computer is not None:
        raise BadRequest(gettext(words.ONE_OPPONENT))
    if opponent is not None and opponent == interaction.client.user:
        return None, await services_of(interaction).level_advice.suggested(kind, interaction.user.id)
    if opponent is not None and opponent.bot:
        raise BadRequest(words.bot_opponent(opponent.mention))
    if opponent is not None and interaction.guild_id is None:
        raise BadRequest(gettext(words.PRIVATE_CHAT))
    return opponent, computer

"""`/leaderboard` and `/profile`."""

from __future__ import annotations

from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.catalog import GAMES
from bot.ui.stats import leaderboard_view, profile_view
from data import Pool

Command: TypeAlias = discord.Interaction[Any]

SCOPE_CHOICES = [
    app_commands.Choice(name="this server", value="server"),
    app_commands.Choice(name="everywhere", value="everywhere"),
]
POOL_CHOICES = [
    app_commands.Choice(name="games between people", value=Pool.PEOPLE.value),
    app_commands.Choice(name="games against the computer", value=Pool.COMPUTER.value),
]


def leaderboard() -> app_commands.Command[Any, ..., None]:
    """The command, with the games there are to choose from."""
    games = [app_commands.Choice(name=kind.title, value=kind.key) for kind in GAMES.values()]
    usual = next(iter(GAMES))

    @app_commands.command(name="leaderboard", description="The best players, by rating")
    @app_commands.describe(
        game=f"Which game; {GAMES[usual].title} if you leave it out",
        where="Players of this server, or everybody",
        against="Games between people (the usual list), or games against the computer",
    )
    @app_commands.choices(game=games, where=SCOPE_CHOICES, against=POOL_CHOICES)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def command(
        interaction: Command,
        game: app_commands.Choice[str] | None = None,
        where: app_commands.Choice[str] | None = None,
        against: app_commands.Choice[str] | None = None,
    ) -> None:
        in_server = interaction.guild_id is not None and (where is None or where.value == "server")
        query = leaderboard_view.Query(
            game=game.value if game else usual,
            pool=Pool(against.value) if against else Pool.PEOPLE,
            in_server=in_server,
            page=0,
            asker_id=interaction.user.id,
        )
        await interaction.response.defer(thinking=True)
        await leaderboard_view.answer(interaction, query)

    return command


@app_commands.command(name="profile", description="Ratings, results and recent games of a player")
@app_commands.describe(player="Whose; yours if you leave it out")
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
async def profile(interaction: Command, player: discord.User | None = None) -> None:
    """Post a profile."""
    await profile_view.answer(interaction, player or interaction.user)

"""`/games` and `/next`."""

from __future__ import annotations

from discord import app_commands

from bot.ui.access import Command
from bot.ui.my_games.components import lead_to_next, list_games


@app_commands.command(name="games", description="Your games: whose turn it is, and how much time there is")
async def games(interaction: Command) -> None:
    """Show the list, to the person alone."""
    await list_games(interaction)


@app_commands.command(name="next", description="The next game that is waiting for your move")
async def next_game(interaction: Command) -> None:
    """Lead the person to it."""
    await lead_to_next(interaction)

"""`/play` and `/help`: one card, under both names that people look for."""

from __future__ import annotations

from discord import app_commands

from bot.ui.access import Command
from bot.ui.help.components import show_card


@app_commands.command(name="play", description="Play against me: choose a game, and a level if you like")
async def play(interaction: Command) -> None:
    """Show the card."""
    await show_card(interaction)


@app_commands.command(name="help", description="What you can play here, and where to read more")
async def help_command(interaction: Command) -> None:
    """Show the card."""
    await show_card(interaction)

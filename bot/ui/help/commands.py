"""`/play` and `/help`: one card, under both names that people look for."""

from __future__ import annotations

from bot.ui.help.components import show_card
from bot.ui.request import Request
from bot.ui.slash import slash_command


@slash_command(name="play", description="Play against me: choose a game, and a level if you like")
async def play(request: Request) -> None:
    """Show the card."""
    await show_card(request)


@slash_command(name="help", description="What you can play here, and where to read more")
async def help_command(request: Request) -> None:
    """Show the card."""
    await show_card(request)

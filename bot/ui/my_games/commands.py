"""`/games` and `/next`."""

from __future__ import annotations

from bot.ui.my_games.components import lead_to_next, list_games
from bot.ui.request import Request
from bot.ui.slash import slash_command


@slash_command(name="games", description="Your games: whose turn it is, and how much time there is")
async def games(request: Request) -> None:
    """Show the list, to the person alone."""
    await list_games(request)


@slash_command(name="next", description="The next game that is waiting for your move")
async def next_game(request: Request) -> None:
    """Lead the person to it."""
    await lead_to_next(request)

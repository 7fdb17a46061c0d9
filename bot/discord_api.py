"""Where Discord's API is: at Discord itself, or behind a proxy that lets several bots share one budget.

discord.py keeps both addresses in its classes; they are set here and nowhere else, for the whole process.
"""

from __future__ import annotations

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route

from bot.settings import API_VERSION


def use_api(address: str) -> None:
    """Send all requests to `address`, which has no version in it."""
    Route.BASE = f"{address}{API_VERSION}"


async def find_gateway(http: HTTPClient) -> None:
    """Connect to the gateway that this API names. Raises `discord.GatewayNotFound`."""
    _, address, _ = await http.get_bot_gateway()
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address)

"""A minimal bot that only acknowledges clicks."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import discord

from bot.hosting.discord_api import find_gateway, use_api


class Bare(discord.Client):
    """A client that acknowledges clicks."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Acknowledge a click without changing the message."""
        await interaction.response.defer()


async def main() -> None:
    """Connect with the token and address from the environment."""
    use_api(os.environ["DISCORD_API"])
    async with Bare(intents=discord.Intents(guilds=True)) as client:
        await client.login(os.environ["DISCORD_TOKEN"])
        await find_gateway(client.http)
        await client.connect()


if __name__ == "__main__":
    asyncio.run(main())

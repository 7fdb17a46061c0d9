"""The least a bot can do: acknowledge whatever is clicked, and nothing else."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import discord

from bot.process.discord_api import find_gateway, use_api


class Bare(discord.Client):
    """Acknowledges clicks."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Leave the message as it is."""
        await interaction.response.defer()


async def main() -> None:
    """Connect, with the token and the address of the environment."""
    use_api(os.environ["DISCORD_API"])
    async with Bare(intents=discord.Intents(guilds=True)) as client:
        await client.login(os.environ["DISCORD_TOKEN"])
        await find_gateway(client.http)
        await client.connect()


if __name__ == "__main__":
    asyncio.run(main())

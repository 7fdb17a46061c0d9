"""Discord's side of the Activity: whether the application has one, and who is in an instance."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import structlog
from aiohttp import ClientError
from discord.http import Route

from bot.core.masking import described
from bot.ui.request import ENTRY_POINT, LOOKUP_SECONDS
from bot.web.activity import Instance, InstancesUnknownError

log = structlog.get_logger(__name__)

START_SECONDS = 10.0
"""Maximum time of a request at the start, which nobody waits for."""


class DiscordInstances:
    """Asks Discord about instances, with the bot's token."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def find(self, instance_id: str) -> Instance | None:
        """Return an instance, None for one that has ended."""
        route = Route(
            "GET",
            "/applications/{application_id}/activity-instances/{instance_id}",
            application_id=self._client.application_id,
            instance_id=instance_id,
        )
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                answer: Any = await self._client.http.request(route)
        except discord.NotFound:
            return None
        except (discord.DiscordException, ClientError, OSError, TimeoutError) as error:
            raise InstancesUnknownError(described(error)) from error
        try:
            location = answer["location"]
            server = location.get("guild_id")
            return Instance(
                # A call of friends has no channel.
                int(location.get("channel_id") or 0),
                None if server is None else int(server),
                frozenset(map(int, answer["users"])),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InstancesUnknownError("Discord's answer names no place") from error


async def has_activity(client: discord.Client) -> bool:
    """Return whether the application has an Activity: Discord marks it, or has added the entry point."""
    if client.application_flags.embedded:
        return True
    assert client.application_id is not None
    try:
        async with asyncio.timeout(START_SECONDS):
            commands = await client.http.get_global_commands(client.application_id)
    except (discord.DiscordException, ClientError, OSError, TimeoutError) as error:
        log.warning(
            "it is unknown whether the application has an Activity; the next start looks again",
            error=described(error),
        )
        return False
    return any(command.get("type") == ENTRY_POINT for command in commands)

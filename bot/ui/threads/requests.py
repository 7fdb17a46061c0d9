"""Threads, as Discord is asked for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
import structlog

from bot.ui.publisher import CONNECTION_LOST, MessagePublisher

log = structlog.get_logger(__name__)

ARCHIVED_AFTER: Final = 10080
"""Minutes without a message after which Discord archives a thread: a week, the longest there is."""


class ThreadRequests:
    """Opens threads, and opens them again. Nothing that Discord or the connection does raises an error."""

    def __init__(self, client: discord.Client, publisher: MessagePublisher) -> None:
        self._client = client
        self._publisher = publisher

    async def open(
        self, channel: discord.TextChannel, message_id: int, name: str, people: Sequence[int]
    ) -> int | None:
        """Open a thread from a message, and take people into it; its id, None when it cannot be opened."""
        about = {"channel": channel.id, "message": message_id}
        try:
            message = channel.get_partial_message(message_id)
            thread = await self._publisher.in_time(
                message.create_thread(name=name, auto_archive_duration=ARCHIVED_AFTER)
            )
        except discord.HTTPException as error:
            log.info("a thread could not be opened", code=error.code, error=error.text, **about)
            return None
        except CONNECTION_LOST as error:
            log.info("a thread could not be opened", error=repr(error), **about)
            return None
        for person in people:
            try:
                await self._publisher.in_time(thread.add_user(discord.Object(person)))
            except (discord.HTTPException, *CONNECTION_LOST) as error:
                log.info("somebody was not taken into a thread", user=person, error=repr(error))
        return thread.id

    async def reopen(self, channel_id: int) -> tuple[bool, int | None]:
        """Open an archived thread again; returns whether it is open then, and the channel it belongs to:
        None for what is no thread."""
        parent_id = None
        try:
            channel = await self._publisher.in_time(self._client.fetch_channel(channel_id))
            if not isinstance(channel, discord.Thread):
                return False, None
            parent_id = channel.parent_id
            await self._publisher.in_time(channel.edit(archived=False))
        except (discord.HTTPException, discord.InvalidData, *CONNECTION_LOST) as error:
            log.info("a thread stays closed", channel=channel_id, error=repr(error))
            return False, parent_id
        return True, parent_id

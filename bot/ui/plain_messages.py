"""Messages of plain text, as Discord is asked to send them."""

from __future__ import annotations

from collections.abc import Mapping

import discord
import structlog

from bot.games.people import Place
from bot.ui.components import ComponentItem
from bot.ui.publisher import CONNECTION_LOST, MessagePublisher, NotShown, Shown, nonce, not_shown

log = structlog.get_logger(__name__)


class _Buttons(discord.ui.View):
    """The buttons below a plain text, of which nothing is kept, as with `bot.ui.layout.View`."""

    def __init__(self, *items: ComponentItem) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)

    def is_dispatchable(self) -> bool:
        """Whether discord.py is to keep the view."""
        return False


class PlainMessages:
    """Sends messages, and removes them. Nothing that Discord or the connection does raises an error."""

    def __init__(self, client: discord.Client, publisher: MessagePublisher) -> None:
        self._client = client
        self._publisher = publisher

    async def send(
        self,
        text: str,
        place: Place,
        mentions: discord.AllowedMentions,
        about: Mapping[str, object],
        button: ComponentItem | None = None,
    ) -> Shown | NotShown:
        """Send a new message of plain text, which tells the people in `mentions`, with at most one button."""
        channel = self._client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        view = discord.utils.MISSING if button is None else _Buttons(button)
        sending = channel.send(text, allowed_mentions=mentions, nonce=nonce(about, None), view=view)
        try:
            return Shown((await self._publisher.in_time(sending)).id)
        except discord.HTTPException as error:
            log.info("a message could not be sent", code=error.code, error=error.text, **about)
            return not_shown(error)
        except CONNECTION_LOST as error:
            log.info("a message could not be sent", error=repr(error), **about)
            return NotShown(permanent=False)

    async def open_direct(self, person_id: int) -> Place | NotShown:
        """The direct messages with somebody."""
        try:
            opened = await self._publisher.in_time(self._client.create_dm(discord.Object(person_id)))
            return Place(opened.id, None)
        except discord.HTTPException as error:
            log.info("no direct messages", code=error.code, error=error.text, user=person_id)
            return not_shown(error)
        except CONNECTION_LOST as error:
            log.info("no direct messages", error=repr(error), user=person_id)
            return NotShown(permanent=False)

    async def remove(self, channel_id: int, message_id: int) -> bool:
        """Delete a message; returns whether that is settled: done, or refused for good."""
        return await self._publisher.remove(Place(channel_id, None), message_id)

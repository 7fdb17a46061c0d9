"""The threads of simultaneous exhibitions on Discord."""

from __future__ import annotations

import discord
import structlog

from bot.core.masking import described
from bot.core.people import Place
from bot.events.simuls.director import NoThread
from bot.events.simuls.words import thread_name
from bot.messages.delivery import Undelivered
from bot.preferences.languages import Languages
from bot.ui.publisher import (
    UNKNOWN_MESSAGE,
    MessagePublisher,
    refused_for_good,
    too_old_to_edit,
)
from bot.ui.request import CONNECTION_LOST
from bot.ui.threads import open_thread
from data.simuls.records import SimulRecord
from languages import speaking

log = structlog.get_logger(__name__)

NEEDED = discord.Permissions(create_public_threads=True, send_messages_in_threads=True)


class SimulThreads:
    """Opens the threads of exhibitions. No error of Discord or the connection is raised."""

    def __init__(
        self,
        client: discord.Client,
        publisher: MessagePublisher,
        languages: Languages,
    ) -> None:
        self._client = client
        self._publisher = publisher
        self._languages = languages

    async def open(self, record: SimulRecord, exhibitor: str) -> int | NoThread:
        """Open the thread below an exhibition's message, or find it there; return its id."""
        simul = record.simul
        if simul.thread_id is not None:
            return simul.thread_id
        if simul.message_id is None:
            return NoThread.CARD_DELETED
        guild = self._client.get_guild(simul.guild_id)
        if guild is None:
            return NoThread.LATER
        channel = guild.get_channel(simul.channel_id)
        # Asked without need, Discord would count the refusal against the bot.
        if channel is not None and not channel.permissions_for(guild.me).is_superset(NEEDED):
            return NoThread.REFUSED
        place = Place(simul.channel_id, simul.guild_id)
        with speaking(await self._languages.for_place(place, simul.organiser_id)):
            name = thread_name(simul, exhibitor)
        messages = self._client.get_partial_messageable(simul.channel_id, guild_id=simul.guild_id)
        card = messages.get_partial_message(simul.message_id)
        about = {"simul": simul.id, "channel": simul.channel_id}
        try:
            return await self._publisher.in_time(open_thread(card, name))
        except discord.HTTPException as error:
            log.info("thread of an exhibition not opened", code=error.code, error=described(error), **about)
            if error.code == UNKNOWN_MESSAGE:
                return NoThread.CARD_DELETED
            return NoThread.REFUSED if refused_for_good(error) else NoThread.LATER
        except CONNECTION_LOST as error:
            log.info("thread of an exhibition not opened", error=described(error), **about)
            return NoThread.LATER

    async def is_gone(self, thread_id: int) -> bool:
        """Return whether a thread was deleted."""
        fetching = self._publisher.in_time(self._client.fetch_channel(thread_id))
        found = await self._publisher.attempt(fetching, "thread not found", {"channel": thread_id})
        return isinstance(found, Undelivered) and found.channel_gone

    def is_old(self, message_id: int) -> bool:
        """Return whether a message is so old that Discord throttles its edits."""
        return too_old_to_edit(message_id)

"""The threads of tournaments and exhibitions, in which their boards are."""

from __future__ import annotations

import discord

from bot.core.people import Place
from bot.events.tournaments.cards import Threads
from bot.events.tournaments.simul_words import thread_name
from bot.features import Kit
from bot.messages.delivery import Undelivered
from bot.preferences.preferences import Languages
from bot.ui.publisher import MessagePublisher
from bot.ui.threads import NEEDED, open_thread
from data.tournaments.records import TournamentRecord
from languages import speaking


class TournamentThreads(Threads):
    """Opens threads from the messages of tournaments. No error of Discord or the connection is raised."""

    def __init__(self, kit: Kit) -> None:
        self._client = kit[discord.Client]
        self._publisher = kit[MessagePublisher]
        self._languages = kit[Languages]

    async def open(self, record: TournamentRecord, exhibitor: str = "") -> int | Undelivered:
        """Open or find it; a failure is permanent in threads, in voice channels and without permissions."""
        tournament, message_id = record.tournament, record.tournament.message_id
        if tournament.boards_id is not None:
            return tournament.boards_id
        if self._client.get_guild(tournament.guild_id) is None:
            return Undelivered(permanent=False)
        if message_id is None:
            return Undelivered(permanent=True, message_gone=True)
        channel = self._client.get_channel(tournament.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return Undelivered(permanent=True)
        # Asked without need, Discord would count the refusal against the bot.
        if not NEEDED.is_subset(channel.permissions_for(channel.guild.me)):
            return Undelivered(permanent=True)
        with speaking(await self._languages.for_place(Place(channel.id, tournament.guild_id), 0)):
            name = thread_name(tournament, exhibitor)
        return await self._publisher.attempt(
            self._publisher.in_time(open_thread(channel.get_partial_message(message_id), name)),
            "thread not opened",
            {"channel": channel.id, "message": message_id},
        )

    async def is_gone(self, thread_id: int) -> bool:
        fetching = self._publisher.in_time(self._client.fetch_channel(thread_id))
        found = await self._publisher.attempt(fetching, "thread not found", {"channel": thread_id})
        return isinstance(found, Undelivered) and found.channel_gone

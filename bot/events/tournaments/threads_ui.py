"""The thread of a tournament, in which its boards are."""

from __future__ import annotations

import discord

from bot.core.people import Place
from bot.events.tournaments import words
from bot.messages.delivery import Undelivered
from bot.preferences.languages import Languages
from bot.ui.publisher import MessagePublisher
from bot.ui.threads import NEEDED, open_thread
from data.tournaments.records import TournamentRecord
from languages import speaking


class TournamentThreads:
    """Opens threads from the messages of tournaments."""

    def __init__(self, client: discord.Client, publisher: MessagePublisher, languages: Languages) -> None:
        self._client = client
        self._publisher = publisher
        self._languages = languages

    async def open(self, record: TournamentRecord) -> int | Undelivered:
        """Open a tournament's thread from its message, and return its id.

        A failure is permanent where there can be no thread: in other threads, in voice channels, without
        permissions. No error of Discord or the connection is raised.
        """
        tournament = record.tournament
        channel = self._client.get_channel(tournament.channel_id)
        message_id = tournament.message_id
        if not isinstance(channel, discord.TextChannel) or message_id is None:
            return Undelivered(permanent=True)
        if not NEEDED.is_subset(channel.permissions_for(channel.guild.me)):
            return Undelivered(permanent=True)
        with speaking(await self._languages.for_place(Place(channel.id, tournament.guild_id), 0)):
            name = words.title(tournament)
        return await self._publisher.attempt(
            self._publisher.in_time(open_thread(channel.get_partial_message(message_id), name)),
            "thread not opened",
            {"channel": channel.id, "message": message_id},
        )

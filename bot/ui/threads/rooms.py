"""Threads of games on Discord."""

from __future__ import annotations

import discord

from bot.games.people import Names
from bot.games.snapshot import GameSnapshot
from bot.ui.board_picture import picture_names
from bot.ui.language import gettext
from bot.ui.permissions import missing_permissions
from bot.ui.request import Request
from bot.ui.threads import words
from bot.ui.threads.requests import ThreadRequests

NEEDED = discord.Permissions(create_public_threads=True, send_messages_in_threads=True, attach_files=True)


class ThreadPosts:
    """Opens threads."""

    def __init__(self, requests: ThreadRequests, names: Names) -> None:
        self._requests = requests
        self._names = names

    async def open(self, snapshot: GameSnapshot, request: Request) -> int | None:
        """Open a thread for a game from its message, and take the people who play into it."""
        game = snapshot.game
        if not isinstance(request.interaction.channel, discord.TextChannel) or game.message_id is None:
            return None
        if missing := missing_permissions(request, NEEDED):
            await request.tell(words.no_thread(missing))
            return None
        name = words.thread_name(snapshot.kind, await picture_names(self._names, game, game.guild_id))
        people = [seat.player_id for seat in game.seats if seat.player_id is not None]
        thread_id = await self._requests.open(request.interaction.channel, game.message_id, name, people)
        if thread_id is None:
            await request.tell(gettext(words.NO_THREAD_NOW))
        return thread_id

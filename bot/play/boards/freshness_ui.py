"""Checks whether a game's message is deleted, old or far up in its channel."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Literal

import discord
import structlog
from cachetools import LRUCache

from bot.core.discord_time import discord_now
from bot.core.masking import described
from bot.features import Kit
from bot.ui.publisher import UNKNOWN_CHANNEL
from bot.ui.request import CONNECTION_LOST, QUIET
from data.games.records import Game

log = structlog.get_logger(__name__)

LASTS = timedelta(minutes=50)
"""Age after which a board is reposted: Discord throttles edits of messages older than an hour."""

MAX_BELOW = 20
"""Maximum messages below a board before it is reposted."""

REST = timedelta(minutes=2)
"""Minimum age before a board is reposted; the count of newer messages is cached as long."""

CACHE_SIZE = 10_000
"""Maximum boards whose last count of newer messages is cached."""

ANSWER_SECONDS = 2.0
"""Time limit of Discord's answer, in seconds: a person is waiting for theirs."""


class Freshness:
    """Decides which boards are reposted.

    The bot is not told of messages in a channel, so it counts those below a board, rarely and only when the
    game changes. Without permission to read the history, the age alone decides.
    """

    def __init__(self, kit: Kit) -> None:
        self._client = kit[discord.Client]
        self._counted: LRUCache[int, datetime] = LRUCache(CACHE_SIZE)
        """Times of the last count of the messages below a board."""

    async def is_stale(self, game: Game) -> bool:
        """Return whether the next update reposts the board because it is old or far up."""
        if game.message_id is None or game.by_clicks:
            # There, updates always go to the message with the button.
            return False
        posted = discord.utils.snowflake_time(game.message_id)
        if discord_now() - posted > LASTS:
            return True
        # The boards of a simultaneous exhibition stay where they are: all are below each other.
        return not game.in_simul and await self._is_far_up(game, game.message_id)

    async def missing(self, game: Game) -> Literal["message", "channel"] | None:
        """Return what was deleted according to Discord: the game's message, or its channel as well."""
        if game.message_id is None or game.by_clicks:
            return None
        channel = self._client.get_partial_messageable(game.channel_id, guild_id=game.guild_id)
        message = channel.get_partial_message(game.message_id)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                try:
                    await message.fetch()
                except discord.Forbidden:
                    # Without Read Message History the bot cannot read its own message, but it can edit it:
                    # this edit changes nothing.
                    await message.edit(allowed_mentions=QUIET)
        except discord.NotFound as error:
            return "channel" if error.code == UNKNOWN_CHANNEL else "message"
        except (discord.HTTPException, *CONNECTION_LOST) as error:
            log.info("board not checked for deletion", game=game.id, error=described(error))
        return None

    async def _is_far_up(self, game: Game, message_id: int) -> bool:
        now = discord_now()
        since = self._counted.get(message_id, discord.utils.snowflake_time(message_id))
        if not MAX_BELOW or now - since < REST:
            return False
        self._counted[message_id] = now
        channel = self._client.get_partial_messageable(game.channel_id, guild_id=game.guild_id)
        below = channel.history(after=discord.Object(message_id), limit=MAX_BELOW + 1)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return len([message async for message in below]) > MAX_BELOW
        except (discord.HTTPException, *CONNECTION_LOST) as error:
            log.info("messages below a board not counted", game=game.id, error=described(error))
            return False

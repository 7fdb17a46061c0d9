"""Whether the message of a game is where people look: not deleted, not old, not far up in its channel."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Literal

import discord
import structlog
from cachetools import LRUCache

from bot.ui.publisher import CONNECTION_LOST, UNKNOWN_CHANNEL
from bot.ui.request import QUIET
from data import Game

log = structlog.get_logger(__name__)

REST = timedelta(minutes=2)
"""A board stays where it is for so long, whatever is written below it, and so does what was found out."""

CACHE_SIZE = 10_000
"""Maximum boards whose last count of newer messages is cached."""

ANSWER_SECONDS = 2.0
"""How long to wait for Discord's answer, in seconds: a person is waiting for theirs."""


class Freshness:
    """Finds out which messages are to be left for a new one.

    What is written in a channel does not reach the bot, so it asks how many messages stand below one: when a
    game changes, and seldom. Where it may not read what was written before, the age alone decides.
    """

    def __init__(self, client: discord.Client, *, lasts: timedelta, most_below: int) -> None:
        """A message is left when it is older than `lasts`, or more than `most_below` others stand below it
        (0: their number does not matter)."""
        self._client = client
        self._lasts = lasts
        self._most_below = most_below
        self._counted: LRUCache[int, datetime] = LRUCache(CACHE_SIZE)
        """Times of the last count of the messages below a board."""

    async def is_stale(self, game: Game) -> bool:
        """Whether the game gets a new message when it is shown next: its present one is old or far up."""
        if game.message_id is None or game.by_clicks:
            # By clicks it is always the message with the button that is brought up to date.
            return False
        posted = discord.utils.snowflake_time(game.message_id)
        return discord.utils.utcnow() - posted > self._lasts or await self._is_far_up(game, game.message_id)

    async def missing(self, game: Game) -> Literal["message", "channel"] | None:
        """What Discord says has been deleted: the game's message, or its channel as well."""
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
            log.info("it is not known whether a board is still there", game=game.id, error=repr(error))
        return None

    async def _is_far_up(self, game: Game, message_id: int) -> bool:
        now = discord.utils.utcnow()
        since = self._counted.get(message_id, discord.utils.snowflake_time(message_id))
        if not self._most_below or now - since < REST:
            return False
        self._counted[message_id] = now
        channel = self._client.get_partial_messageable(game.channel_id, guild_id=game.guild_id)
        below = channel.history(after=discord.Object(message_id), limit=self._most_below + 1)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return len([message async for message in below]) > self._most_below
        except (discord.HTTPException, *CONNECTION_LOST) as error:
            log.info("the messages below a board could not be counted", game=game.id, error=repr(error))
            return False

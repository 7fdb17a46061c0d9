"""Boards that are no longer current: deleted, old, far up in their channel, or replaced by a newer one."""

from __future__ import annotations

import asyncio
import re
from datetime import datetime, timedelta
from typing import Literal

import discord
import structlog
from cachetools import LRUCache

from bot.core.background import for_each
from bot.core.discord_time import discord_now
from bot.core.masking import described
from bot.core.people import Place
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.messages.delivery import Delivered, Undelivered
from bot.play.games import ids
from bot.play.games.finding import ShownGames
from bot.play.games.words import players_line, where_now
from bot.preferences.preferences import Languages
from bot.ui.components import button
from bot.ui.layout import row, view
from bot.ui.publisher import UNKNOWN_CHANNEL, MessagePublisher, clicked
from bot.ui.request import CONNECTION_LOST, QUIET, Request
from bot.ui.words import game_link
from data.games.records import Game, GameState
from data.games.waiting import LeftBoard
from languages import gettext, speaking

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
        if now - since < REST:
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


PICTURE = re.compile(r"\w+-(\d+)-\d+\.png")
"""The name of a board's picture, with the number of its game."""

AT_ONCE = 16
"""Maximum messages edited concurrently, so that a hanging request delays no others."""


class LeftBoardPosts:
    """Replaces abandoned boards, once, by a link to the current one."""

    def __init__(self, kit: Kit) -> None:
        self._publisher = kit[MessagePublisher]
        self._games = kit[ShownGames]
        self._languages = kit[Languages]
        self._in_progress: set[int] = set()

    async def close(
        self, snapshot: GameSnapshot, channel_id: int, message_id: int, request: Request | None = None
    ) -> None:
        """Replace an abandoned board by a link to the current one, or delete it if the game is an offer.

        The person behind `request` is told in any case if they used this board.
        """
        if message_id in self._in_progress:
            return
        self._in_progress.add(message_id)
        try:
            await self._close(snapshot, channel_id, message_id, request)
        finally:
            self._in_progress.discard(message_id)

    async def close_all(self) -> None:
        """Replace the boards that could not be replaced before, several concurrently."""
        await for_each(await self._games.left_boards(), self._close_left, at_once=AT_ONCE)

    async def _close(
        self, snapshot: GameSnapshot, channel_id: int, message_id: int, request: Request | None
    ) -> None:
        if snapshot.game.state is GameState.OFFERED:
            await self._publisher.remove(Place.of(snapshot.game), message_id, request)
            await self._games.forget_left(message_id)
            return
        game = snapshot.game
        about, place = {"game": game.id, "message": message_id}, Place(channel_id, game.guild_id)
        with speaking(await self._languages.for_game(game)):
            # Finds the board should it move again.
            find = button(gettext("Show me the board"), ids.FindBoard(game.id), emoji="🔎")
            shown = view(f"{players_line(snapshot)}\n{where_now(game_link(game))}", row(find))
        closed = await self._publisher.conclude(shown, place, message_id, about, request)
        if isinstance(closed, Delivered) or closed.permanent:
            await self._games.forget_left(message_id)
        if request is not None and message_id == clicked(request):
            request.redirected = True
            if isinstance(closed, Undelivered):
                await request.tell(where_now(game_link(game)))

    async def _close_left(self, left: LeftBoard) -> None:
        try:
            game = await self._games.find(left.game_id)
            if game is not None:
                await self.close(GameSnapshot.of(game), left.channel_id, left.message_id)
        except Exception:
            # A bug in one message must not delay the others.
            log.exception("abandoned board not replaced", game=left.game_id)


def shows_board(request: Request, game_id: int) -> bool:
    """Return whether the click was on a public message with a picture of the game, current or abandoned."""
    if clicked(request) is None or request.message is None or request.redirected:
        return False
    pictures = (PICTURE.fullmatch(file.filename) for file in request.message.attachments)
    return any(picture is not None and picture[1] == str(game_id) for picture in pictures)

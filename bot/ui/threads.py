"""Threads of games on Discord."""

from __future__ import annotations

from typing import Final

import discord
import structlog

from bot.catalog import GameKind
from bot.core.people import Names
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.messages.delivery import Undelivered
from bot.ui.pictures import picture_names
from bot.ui.publisher import MessagePublisher
from bot.ui.request import Request
from bot.ui.untrusted import cut
from languages import gettext, gettext_noop

log = structlog.get_logger(__name__)

ARCHIVE_MINUTES: Final = 10080
"""Minutes without a message until Discord archives a thread: a week, the maximum."""

NEEDED = discord.Permissions(create_public_threads=True, send_messages_in_threads=True, attach_files=True)


MAX_NAME = 100
"""Maximum characters of a thread's name, set by Discord."""


NO_THREAD_NOW = gettext_noop("I couldn't open a thread for this game, so it stays here.")


THREAD_EXISTS = 160004
"""The message has a thread already: a killed process opened it."""


async def open_thread(message: discord.PartialMessage, name: str) -> int:
    """Open a thread from a message, or find it open; return its id. Raises errors of Discord."""
    try:
        thread = await message.create_thread(name=cut(name, MAX_NAME), auto_archive_duration=ARCHIVE_MINUTES)
    except discord.HTTPException as error:
        if error.code == THREAD_EXISTS:
            # A thread has the id of the message that it was opened from.
            return message.id
        raise
    return thread.id


class DiscordThreads:
    """Opens and reopens threads. No error of Discord or the connection is raised."""

    def __init__(self, kit: Kit) -> None:
        self._client = kit[discord.Client]
        self._publisher = kit[MessagePublisher]
        self._names = kit[Names]

    async def open(self, snapshot: GameSnapshot, request: Request) -> int | None:
        """Open a thread from a game's message and add its players; return its id.

        If that is impossible, tell the player who made the request why and return None.
        """
        game, channel = snapshot.game, request.interaction.channel
        if not isinstance(channel, discord.TextChannel) or game.message_id is None:
            return None
        if missing := request.missing_permissions(NEEDED):
            await request.tell(no_thread(missing))
            return None
        message = channel.get_partial_message(game.message_id)
        with request.publicly():
            name = thread_name(
                snapshot.kind, await picture_names(self._names, game, game.guild_id, whole=True)
            )
        thread = await self._publisher.attempt(
            self._publisher.in_time(message.create_thread(name=name, auto_archive_duration=ARCHIVE_MINUTES)),
            "thread not opened",
            {"channel": channel.id, "message": message.id},
        )
        if isinstance(thread, Undelivered):
            await request.tell(gettext(NO_THREAD_NOW))
            return None
        for seat in game.seats:
            if seat.player_id is not None:
                adding = self._publisher.in_time(thread.add_user(discord.Object(seat.player_id)))
                await self._publisher.attempt(
                    adding, "player not added to a thread", {"user": seat.player_id}
                )
        return thread.id

    async def reopen(self, channel_id: int) -> tuple[bool, int | None]:
        """Open an archived thread again.

        Return whether it is open now, and the id of its channel; None for what is not a thread.
        """
        fetching = self._publisher.in_time(self._client.fetch_channel(channel_id))
        try:
            channel = await self._publisher.attempt(fetching, "thread not found", {"channel": channel_id})
        except discord.InvalidData:
            return False, None
        if not isinstance(channel, discord.Thread):
            return False, None
        opening = self._publisher.in_time(channel.edit(archived=False))
        opened = await self._publisher.attempt(opening, "thread not reopened", {"channel": channel_id})
        return not isinstance(opened, Undelivered), channel.parent_id


def thread_name(kind: GameKind, players: tuple[str, str]) -> str:
    first, second = players
    # Translators: the name of a thread: the players and the game.
    return cut(gettext("{first} – {second} · {game}", first=first, second=second, game=kind.title), MAX_NAME)


def no_thread(permissions: str) -> str:
    return gettext(
        "In this server each game gets its own thread, but I lack the permission "
        "{permissions} in this channel, so the game stays here. A server manager can "
        "grant it.",
        permissions=permissions,
    )

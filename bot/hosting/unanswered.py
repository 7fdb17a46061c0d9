"""Commands that a killed process left at "is thinking…", or answered without storing it.

Every command is noted while it is acknowledged and forgotten when it is answered. The next start checks those
left, while their tokens are valid: one that shows "is thinking…" says that it was interrupted, and a posted
but unstored message of a game, strength test or puzzle is adopted.
"""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import structlog

from bot.core.background import BackgroundTasks
from bot.core.masking import described
from bot.core.people import Place
from bot.hosting.pending_commands import PendingCommands
from bot.preferences.languages import Languages
from bot.ui.posted import subject_of
from bot.ui.publisher import REQUEST_SECONDS
from bot.ui.request import CONNECTION_LOST, PLACEHOLDER, QUIET, TOKEN_LIFETIME
from bot.ui.words import CUT_OFF
from data.messages.unanswered import Unanswered
from languages import gettext, speaking

log = structlog.get_logger(__name__)


class _Original(int):
    """Discord's name for the answer to an interaction, where discord.py accepts only a number."""

    def __format__(self, _: str) -> str:
        return "@original"


class UnansweredCommands:
    """Notes commands until they are answered, and ends those that a killed process left."""

    def __init__(
        self,
        client: discord.Client,
        pending: PendingCommands,
        background: BackgroundTasks,
        languages: Languages,
    ) -> None:
        self._client = client
        self._pending = pending
        self._background = background
        self._languages = languages

    def note(self, command: discord.Interaction[Any]) -> None:
        """Note a command in the background until its task has ended."""
        task = asyncio.current_task()
        assert task is not None
        assert command.channel_id is not None
        left = Unanswered(command.id, command.token, command.channel_id, command.guild_id)
        noting = self._background.spawn(self._pending.note(left))
        task.add_done_callback(lambda ended: self._ended(ended, command.id, noting))

    async def recover(self) -> None:
        """End the commands that an earlier process left."""
        for command in await self._pending.left(TOKEN_LIFETIME):
            try:
                # The recovery of all games waits for this.
                async with asyncio.timeout(REQUEST_SECONDS):
                    await self._recover(command)
            except (discord.HTTPException, *CONNECTION_LOST) as error:
                log.warning(
                    "could not end an interrupted command", request=command.id, error=described(error)
                )
            await self._pending.forget(command.id)

    def _ended(self, task: asyncio.Task[Any], command_id: int, noting: asyncio.Task[None]) -> None:
        if not task.cancelled():
            self._background.spawn(self._forget(command_id, noting))

    async def _forget(self, command_id: int, noting: asyncio.Task[None]) -> None:
        await asyncio.wait({noting})
        await self._pending.forget(command_id)

    async def _recover(self, command: Unanswered) -> None:
        assert self._client.application_id is not None
        webhook = discord.Webhook.partial(self._client.application_id, command.token, client=self._client)
        try:
            message = await webhook.fetch_message(_Original())
        except discord.NotFound:
            # It was never acknowledged, or it was answered with another message.
            return
        if message.flags.loading or message.content == PLACEHOLDER:
            # It is not known whose command it was.
            with speaking(await self._languages.for_place(Place(command.channel_id, command.guild_id), 0)):
                text = gettext(CUT_OFF)
            await webhook.edit_message(message.id, content=text, allowed_mentions=QUIET)
            return
        subject = subject_of(message)
        if subject is None or (subject.kind == "game" and message.flags.ephemeral):
            return
        old = await self._pending.adopt(subject.kind, subject.id, command.channel_id, message.id)
        if old is not None and old.message_id is not None:
            await self._delete(old.channel_id, old.message_id)

    async def _delete(self, channel_id: int, message_id: int) -> None:
        """Delete a board that a new one has replaced."""
        try:
            await self._client.get_partial_messageable(channel_id).get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            log.info("could not delete an old message", message=message_id, error=described(error))

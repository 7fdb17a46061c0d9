"""Commands that wait for an answer, stored so that the next start can end those a killed process left."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

import discord
import structlog

from bot.core.masking import described
from bot.core.people import Place
from bot.features import Kit
from bot.messages.delivery import Adopted, Delivered, MessageAdopted
from bot.preferences.preferences import Languages
from bot.ui.publisher import REQUEST_SECONDS, subject_of
from bot.ui.request import CONNECTION_LOST, PLACEHOLDER, QUIET, TOKEN_LIFETIME
from bot.ui.words import CUT_OFF
from data import StorageError
from data.messages.channels import Unanswered, UnansweredStore
from languages import gettext, speaking

log = structlog.get_logger(__name__)


class _Original(int):
    """Discord's name for the answer to an interaction, where discord.py accepts only a number."""

    def __format__(self, _: str) -> str:
        return "@original"


class UnansweredCommands:
    """Stores commands until they are answered, and ends those that a killed process left."""

    def __init__(self, kit: Kit) -> None:
        self._client = kit[discord.Client]
        self._store = kit[UnansweredStore]
        self._background = kit.background
        self._languages = kit[Languages]
        self._adopted = kit[MessageAdopted]
        self._own: set[int] = set()

    def record(self, command: discord.Interaction[Any]) -> None:
        """Store a command in the background until its task has ended."""
        task = asyncio.current_task()
        assert task is not None
        assert command.channel_id is not None
        self._own.add(command.id)
        left = Unanswered(command.id, command.token, command.channel_id, command.guild_id)
        recording = self._background.spawn(
            _logged(self._store.record(left), "could not record a pending command")
        )

        def forget(ended: asyncio.Task[Any]) -> None:
            if not ended.cancelled():
                self._background.spawn(self._forget(command.id, recording))

        task.add_done_callback(forget)

    async def recover(self) -> None:
        """End the commands that an earlier process left."""
        for command in await self._store.not_older_than(TOKEN_LIFETIME):
            if command.id in self._own:
                continue
            try:
                # The recovery of all games waits for this.
                async with asyncio.timeout(REQUEST_SECONDS):
                    await self._recover(command)
            except (discord.HTTPException, *CONNECTION_LOST) as error:
                log.warning(
                    "could not end an interrupted command", request=command.id, error=described(error)
                )
            await self._forget(command.id)

    async def _forget(self, command_id: int, recording: asyncio.Task[None] | None = None) -> None:
        if recording is not None:
            await asyncio.wait({recording})
        await _logged(self._store.forget(command_id), "could not forget a pending command")
        self._own.discard(command_id)

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
        if subject is None or message.flags.ephemeral:
            return
        posted = Adopted(subject.kind, subject.id, Delivered(message.id, command.channel_id))
        for adopting in self._adopted.tell(posted):
            await adopting


async def _logged(storing: Awaitable[None], failure: str) -> None:
    """Store something; a failure of the storage is only logged."""
    try:
        await storing
    except StorageError as error:
        log.warning(failure, error=described(error))

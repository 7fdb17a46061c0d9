"""Commands that wait for an answer, stored so that the next start can end those a killed process left."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import discord
import structlog

from bot.core.background import BackgroundTasks
from bot.core.masking import described
from bot.core.people import Place
from bot.play.games.finding import ShownGames
from bot.preferences.preferences import Languages
from bot.ui.publisher import REQUEST_SECONDS, subject_of
from bot.ui.request import CONNECTION_LOST, PLACEHOLDER, QUIET, TOKEN_LIFETIME
from bot.ui.words import CUT_OFF
from data import Storage, StorageError
from data.games.records import Game
from data.jobs.reviews import StrengthTestStore
from data.messages.channels import Unanswered, UnansweredStore
from data.puzzles.puzzle_posts import PuzzlePostStore
from languages import gettext, speaking

log = structlog.get_logger(__name__)


class PendingCommands:
    """Stores commands until they are answered."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._games = ShownGames(storage)
        self._own: set[int] = set()

    async def note(self, command: Unanswered) -> None:
        """Store a command of this process; a storage failure is only logged."""
        self._own.add(command.id)
        try:
            await self._storage[UnansweredStore].note(command)
        except StorageError as error:
            log.warning("could not note a pending command", error=described(error))

    async def forget(self, command_id: int) -> None:
        """Forget an answered command; a storage failure is only logged."""
        try:
            await self._storage[UnansweredStore].forget(command_id)
        except StorageError as error:
            log.warning("could not forget a pending command", error=described(error))
        self._own.discard(command_id)

    async def left(self, lifetime: timedelta) -> tuple[Unanswered, ...]:
        """Return the commands of earlier processes whose tokens are still valid."""
        commands = await self._storage[UnansweredStore].not_older_than(lifetime)
        return tuple(command for command in commands if command.id not in self._own)

    async def adopt(self, kind: str, subject_id: int, channel_id: int, message_id: int) -> Game | None:
        """Note a message that was posted but not stored.

        Returns the game if the message replaces an older one of it.
        """
        if kind == "game":
            return await self._games.adopt(subject_id, channel_id, message_id)
        if kind == "strength test":
            for test in await self._storage[StrengthTestStore].in_progress():
                if test.id == subject_id and test.message_id is None:
                    await self._storage[StrengthTestStore].record_message(test.id, message_id)
        if kind == "puzzle":
            await self._storage[PuzzlePostStore].record_message(subject_id, message_id)
        return None


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

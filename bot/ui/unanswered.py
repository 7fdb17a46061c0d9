"""Commands that a bot which was killed left at "is thinking…", or answered without noting it.

Every command is noted while it is acknowledged and forgotten when it is answered. The next start looks at
those that were left, as long as their tokens are worth something: one that shows "is thinking…" says that it
was cut off, and a game or a strength test whose message was posted, but not noted, gets that message instead
of a second one.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import aiohttp
import discord
import structlog

from bot.process.background import BackgroundTasks
from bot.ui.language import gettext
from bot.ui.posted import Subject, subject_of
from bot.ui.request import PLACEHOLDER, QUIET, TOKEN_LIFETIME
from bot.ui.words import CUT_OFF
from data import Storage, StorageError, Unanswered

log = structlog.get_logger(__name__)


class _Original(int):
    """Discord's name for the message that answers an interaction, where discord.py takes a number only."""

    def __format__(self, _: str) -> str:
        return "@original"


class UnansweredCommands:
    """Notes commands until they are answered, and ends those that were left."""

    def __init__(self, client: discord.Client, storage: Storage, background: BackgroundTasks) -> None:
        self._client = client
        self._storage = storage
        self._background = background
        self._own: set[int] = set()
        """What was noted by this process: nobody has cut it off."""

    def note(self, command: discord.Interaction[Any]) -> None:
        """Note a command until the task that carries it out has ended; nobody waits for that."""
        task = asyncio.current_task()
        assert task is not None
        assert command.channel_id is not None
        self._own.add(command.id)
        left = Unanswered(command.id, command.token, command.channel_id, command.guild_id)
        writing = self._background.spawn(self._write(self._storage.unanswered.note(left)))
        task.add_done_callback(lambda ended: self._ended(ended, left, writing))

    async def settle(self) -> None:
        """End what a process before this one left."""
        for command in await self._storage.unanswered.not_older_than(TOKEN_LIFETIME):
            if command.id in self._own:
                continue
            try:
                await self._settle(command)
            except (discord.HTTPException, aiohttp.ClientError) as error:
                log.warning("a command that was cut off stays so", request=command.id, error=repr(error))
            await self._storage.unanswered.forget(command.id)

    def _ended(self, task: asyncio.Task[Any], command: Unanswered, writing: asyncio.Task[None]) -> None:
        if not task.cancelled():
            self._background.spawn(self._forget(command, writing))

    async def _forget(self, command: Unanswered, writing: asyncio.Task[None]) -> None:
        await asyncio.wait({writing})
        await self._write(self._storage.unanswered.forget(command.id))
        self._own.discard(command.id)

    async def _settle(self, command: Unanswered) -> None:
        assert self._client.application_id is not None
        webhook = discord.Webhook.partial(self._client.application_id, command.token, client=self._client)
        try:
            message = await webhook.fetch_message(_Original())
        except discord.NotFound:
            # It was never acknowledged, or its answer stands elsewhere.
            return
        if message.flags.loading or message.content == PLACEHOLDER:
            await webhook.edit_message(message.id, content=gettext(CUT_OFF), allowed_mentions=QUIET)
            return
        match subject_of(message):
            case Subject("game", game_id) if not message.flags.ephemeral:
                await self._note_game(game_id, command.channel_id, message.id)
            case Subject("strength test", test_id):
                await self._note_strength_test(test_id, message.id)
            case Subject("puzzle", post_id):
                await self._storage.puzzle_posts.note_message(post_id, message.id)

    async def _note_game(self, game_id: int, channel_id: int, message_id: int) -> None:
        game = await self._storage.game(game_id)
        if game is not None and (game.message_id or 0) < message_id:
            # Which version it shows is not known: it is shown once more.
            await self._storage.waiting.mark_shown(replace(game, version=0), channel_id, message_id)
            if game.message_id is not None:
                await self._delete(game.channel_id, game.message_id)

    async def _note_strength_test(self, test_id: int, message_id: int) -> None:
        for test in await self._storage.strength_tests.in_progress():
            if test.id == test_id and test.message_id is None:
                await self._storage.strength_tests.note(replace(test, message_id=message_id))

    async def _delete(self, channel_id: int, message_id: int) -> None:
        """The board that a new one has replaced."""
        try:
            await self._client.get_partial_messageable(channel_id).get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            log.info("an old message stays", message=message_id, error=repr(error))

    @staticmethod
    async def _write(writing: Any) -> None:
        try:
            await writing
        except StorageError as error:
            log.warning("it could not be noted that a command waits for an answer", error=str(error))

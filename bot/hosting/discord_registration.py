"""Registering the commands with Discord, until it has them.

Discord may refuse or fail to register commands, and allows few registrations a day. The commands of the
version before are still there meanwhile, so the bot starts and serves them.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta

import structlog
from discord import HTTPException
from discord.ext import commands

from bot.core.runtime import Rest
from bot.core.schedule import Backoff
from bot.hosting.discord_api import sync_commands

log = structlog.get_logger(__name__)

START_SECONDS = 10.0
"""Time that a start waits for the registration: after a rate limit it can take hours."""

RETRY = Backoff(timedelta(minutes=1), timedelta(hours=6))


class CommandRegistration:
    """Registers the commands, and retries in the background."""

    def __init__(self, bot: commands.Bot, rest: Rest) -> None:
        self._bot = bot
        self._rest = rest
        self._task: asyncio.Task[None] | None = None
        self.fault: str | None = None
        """Why Discord does not have this version's commands, as far as it is known."""

    async def start(self) -> None:
        """Register the commands if that succeeds soon, or else in the background; raises no error."""
        first = asyncio.create_task(self._try())
        self._task = asyncio.create_task(self._until_registered(first))
        done, _ = await asyncio.wait({first}, timeout=START_SECONDS)
        if not done:
            self.fault = "not registered yet: Discord has not answered"
            log.warning("registering the commands takes long; the bot starts with those that are registered")

    def close(self) -> None:
        """Stop; the next start tries again."""
        if self._task is not None:
            self._task.cancel()

    async def _until_registered(self, attempt: asyncio.Task[bool]) -> None:
        failures = 0
        while not await attempt:
            failures += 1
            await self._rest(RETRY.after(failures).total_seconds())
            attempt = asyncio.create_task(self._try())

    async def _try(self) -> bool:
        try:
            await sync_commands(self._bot)
        except Exception as error:  # noqa: BLE001 - whatever it is, commands are no reason to be away
            self.fault = f"not registered: {_reason(error)}"
            log.warning("commands could not be registered; will retry", reason=_reason(error))
            return False
        self.fault = None
        return True


def _reason(error: Exception) -> str:
    if isinstance(error, HTTPException):
        return f"Discord answered {error.status} (code {error.code}) {error.text}".strip()
    return type(error).__name__

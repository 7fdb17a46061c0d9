"""Thinking outside of the simulation: simcord waits for nothing that takes real time."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import simcord


class DetachedSearches:
    """Runs searches in threads, and lets real time pass, where simcord does not wait for it."""

    def __init__(self) -> None:
        self.env: simcord.Env

    async def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Like `asyncio.to_thread`."""
        # simcord knows its work by a context variable: the thread is started without it, and the function,
        # which may call back into the bot, runs with it.
        outside, inside = contextvars.Context(), contextvars.copy_context()
        search = outside.run(asyncio.ensure_future, _in_thread(inside.run, function, *arguments))
        return await self.env.external_wait(search, reason="the computer is thinking")

    async def wait(self, turn: Coroutine[Any, Any, Any]) -> None:
        """Waits until a worker is free."""
        waiting = contextvars.Context().run(asyncio.ensure_future, turn)
        await self.env.external_wait(waiting, reason="other games are thought about first")

    async def rest(self, seconds: float) -> None:
        """Like `asyncio.sleep`."""
        sleep = contextvars.Context().run(asyncio.ensure_future, asyncio.sleep(seconds))
        await self.env.external_wait(sleep, reason="a match is to be followed by people")


async def _in_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    return await asyncio.to_thread(function, *arguments)

"""Edits the progress of a search into its board: only the text, and never delaying the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class ProgressEdits:
    """Runs at most one edit per game at a time; `send` reads the newest progress when it is called."""

    def __init__(self, send: Callable[[int], Awaitable[None]]) -> None:
        self._send = send
        self._running: dict[int, asyncio.Task[None]] = {}
        self._news: set[int] = set()

    def ask(self, game_id: int) -> None:
        """Show new progress, after the edit in progress."""
        self._news.add(game_id)
        if game_id not in self._running:
            self._running[game_id] = asyncio.create_task(self._show_news(game_id))

    def drop(self, game_id: int) -> None:
        """Cancel the edit in progress, since the board itself is about to be edited."""
        self._news.discard(game_id)
        if (edit := self._running.pop(game_id, None)) is not None:
            edit.cancel()

    def close(self) -> None:
        """Cancel all edits."""
        for game_id in [*self._running]:
            self.drop(game_id)

    async def _show_news(self, game_id: int) -> None:
        try:
            while game_id in self._news:
                self._news.discard(game_id)
                await self._send(game_id)
        finally:
            if self._running.get(game_id) is asyncio.current_task():
                del self._running[game_id]

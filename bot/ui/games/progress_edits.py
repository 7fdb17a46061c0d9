"""How far a search is, edited into its board: the text alone, and never in the way of the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class ProgressEdits:
    """At most one edit for each game is on its way; `send` takes what is newest when it is called."""

    def __init__(self, send: Callable[[int], Awaitable[None]]) -> None:
        self._send = send
        self._on_their_way: dict[int, asyncio.Task[None]] = {}
        self._news: set[int] = set()

    def ask(self, game_id: int) -> None:
        """There is news of a search: show it, after the edit that is on its way."""
        self._news.add(game_id)
        if game_id not in self._on_their_way:
            self._on_their_way[game_id] = asyncio.create_task(self._show_news(game_id))

    def drop(self, game_id: int) -> None:
        """Something more important is to be shown: give up the edit on its way, whether it hangs or waits."""
        self._news.discard(game_id)
        if (edit := self._on_their_way.pop(game_id, None)) is not None:
            edit.cancel()

    def close(self) -> None:
        """Show no more news."""
        for game_id in [*self._on_their_way]:
            self.drop(game_id)

    async def _show_news(self, game_id: int) -> None:
        try:
            while game_id in self._news:
                self._news.discard(game_id)
                await self._send(game_id)
        finally:
            if self._on_their_way.get(game_id) is asyncio.current_task():
                del self._on_their_way[game_id]

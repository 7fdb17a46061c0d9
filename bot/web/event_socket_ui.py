"""The connection of an event's page: one stream for its card and all its boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aiohttp import web

from bot.services.services import Services
from bot.web.event_view import EventFrames
from bot.web.socket_ui import LivePage
from bot.web.stream import EventKey
from languages import Language


class EventConnection(LivePage):
    """One page that shows an event."""

    def __init__(
        self,
        services: Services,
        frames: EventFrames,
        socket: web.WebSocketResponse,
        key: EventKey,
        language: Language,
        who: Callable[[], Any],
    ) -> None:
        super().__init__(services, socket, [key], language, who)
        self._frames = frames
        self._key = key
        self._sent: dict[object, str] = {}

    async def _send_changes(self) -> None:
        shown = await self._frames.event(self._key, self._watched[self._key], self._language)
        await self._send_new("event", shown.text)
        self._follow(shown.games)
        for game_id in shown.games:
            text = await self._frames.board(game_id, self._watched[game_id], self._language)
            if text:
                await self._send_new(game_id, text)
        who = await self._who()
        self.person_id = None if who is None else who.id
        await self._send_new("you", await self._frames.own(self._key, who))

    def _follow(self, games: tuple[int, ...]) -> None:
        """Hear of the changes of these games alone."""
        for key in set(self._watched) - {self._key, *games}:
            self._leave(key)
            self._sent.pop(key, None)
        for game_id in games:
            if game_id not in self._watched or self._watched[game_id].ended:
                self._join(game_id)

    async def _send_new(self, what: object, text: str) -> None:
        if self._sent.get(what) != text:
            self._sent[what] = text
            await self._send(text)

"""The page of a tournament or an exhibition, which shows all boards small.

/e/CODE        the event, live
/e/CODE/live   its socket
"""

from __future__ import annotations

from aiohttp import web

from bot.core.web_routes import LOOK, SOCKET, add_routes
from bot.web import words
from bot.web.connection_ui import CloseCode, refuse_socket
from bot.web.event_socket_ui import EventConnection
from bot.web.event_view import EventFrames
from bot.web.page_limits import EVENT, find_event
from bot.web.site_ui import Site
from bot.web.stream import EventKey


class EventPages:
    """The pages of events, beside those of games."""

    def __init__(self, pages: Site) -> None:
        self._pages = pages
        self._frames: EventFrames | None = None

    def add_to(self, app: web.Application) -> None:
        """Add the pages to a server."""
        add_routes(app, LOOK, [web.get(EVENT, self.event)])
        add_routes(app, SOCKET, [self._pages.socket(f"{EVENT}/live", self.live)])

    async def event(self, request: web.Request) -> web.StreamResponse:
        kit = self._pages.kit
        language = await self._pages.language(request, kit)
        if kit is None:
            return self._pages.notice(language, words.starting(language), 503)
        event = await find_event(kit, request)
        if event is None:
            return self._pages.notice(language, words.page_not_found(language), 404)
        key = EventKey(event.tournament.id)
        if (moved := await self._pages.elsewhere(kit, key, language, request.path)) is not None:
            return moved
        return self._pages.page(language, "event", {"live": self._pages.path(f"{request.path}/live")})

    async def live(self, request: web.Request) -> web.StreamResponse:
        kit = self._pages.require_kit()
        event = await find_event(kit, request)
        if event is None:
            return await refuse_socket(request, CloseCode.NO_GAME)
        frames = self._frames = self._frames or EventFrames(kit)
        visitor = await self._pages.visitor(request, kit)
        return await self._pages.connect(
            request,
            kit,
            visitor,
            lambda *given: EventConnection(event, frames, *given),
            EventKey(event.tournament.id),
        )

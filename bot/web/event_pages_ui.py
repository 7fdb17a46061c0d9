"""The pages of tournaments and exhibitions, which show all boards small, and each on a page of its own.

/e/CODE             an event, live
/e/CODE/GAME        one of its boards
…/live              their sockets
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from bot.account.linked_roles.visits import PublicPages
from bot.events.tournaments.web_links import PAGES_OF_EVENTS, TournamentLinks
from bot.services.services import Services
from bot.web import words
from bot.web.connection_ui import CloseCode, refuse_socket
from bot.web.event_socket_ui import EventConnection
from bot.web.event_view import EventFrames
from bot.web.processes import WebProcesses
from bot.web.stream import EventKey
from data.tournaments.records import Tournament

if TYPE_CHECKING:
    from bot.web.pages_ui import WebPages

MAX_DIGITS = 15
"""Maximum digits of a game's number in an address."""


class EventPages:
    """The pages of events, beside those of games."""

    def __init__(self, pages: WebPages) -> None:
        self._pages = pages
        self._frames: EventFrames | None = None

    def add_to(self, app: web.Application, host: str) -> None:
        """Add the pages to a server."""
        board = f"{PAGES_OF_EVENTS}{{code}}/{{game:[0-9]{{1,{MAX_DIGITS}}}}}"
        app.add_routes(
            [
                web.get(f"{PAGES_OF_EVENTS}{{code}}", self.event),
                web.get(f"{PAGES_OF_EVENTS}{{code}}/live", self.live),
                web.get(board, self.board),
                web.get(f"{board}/live", self.live_board),
            ]
        )
        PublicPages.of(app).add(host, PAGES_OF_EVENTS)

    async def event(self, request: web.Request) -> web.StreamResponse:
        """Show an event."""
        return await self._show(request, "event")

    async def board(self, request: web.Request) -> web.StreamResponse:
        """Show a board of an event."""
        return await self._show(request, "game")

    async def _show(self, request: web.Request, kind: str) -> web.StreamResponse:
        services = self._pages.services
        language = await self._pages.language(request, services)
        if services is None:
            return self._pages.notice(language, words.starting(language), 503)
        event = await _found(services, request)
        if event is None:
            return self._pages.notice(language, words.page_not_found(language), 404)
        key = EventKey(event.id)
        if (moved := await self._pages.elsewhere(services, key, language, request.path)) is not None:
            return moved
        about = {"live": self._pages.path(f"{request.path}/live")}
        if kind == "game":
            about["event"] = self._pages.path(request.path.rpartition("/")[0])
        return self._pages.page(language, kind, about)

    async def live(self, request: web.Request) -> web.StreamResponse:
        """Connect a page to its event."""
        services, event = await self._watched(request)
        if not await services[WebProcesses].has(EventKey(event.id)):
            return await refuse_socket(request, CloseCode.ELSEWHERE)
        frames = self._frames = self._frames or EventFrames(services)
        visitor = await self._pages.visitor(request, services)
        return await self._pages.connect(
            request, services, visitor, lambda *given: EventConnection(event, frames, *given)
        )

    async def live_board(self, request: web.Request) -> web.StreamResponse:
        """Connect a page to a board of an event."""
        services, event = await self._watched(request)
        visitor = await self._pages.visitor(request, services)
        game_id = int(request.match_info["game"])
        return await self._pages.connect_game(request, services, game_id, visitor, event)

    async def _watched(self, request: web.Request) -> tuple[Services, Tournament]:
        """Return the use-cases and the event of a page that connects; refuse one of another site."""
        services = self._pages.require_services(request)
        event = await _found(services, request)
        if event is None:
            raise web.HTTPNotFound
        return services, event


async def _found(services: Services, request: web.Request) -> Tournament | None:
    """Return the event to which an address leads."""
    links, code = services[TournamentLinks], request.match_info["code"]
    game = request.match_info.get("game")
    return await (links.find(code) if game is None else links.find_board(code, int(game)))

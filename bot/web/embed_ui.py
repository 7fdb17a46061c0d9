"""Boards for other sites' pages: a game to watch, without cookies and without anything to press.

/embed/CODE          the page, which any site may frame
/embed/CODE/live     its socket
"""

from __future__ import annotations

from aiohttp import web

from bot.account.linked_roles.page_ui import preferred
from bot.core.visitors import groups_of
from bot.core.web_routes import LOOK, SOCKET, add_routes
from bot.settings.web import WebSetup
from bot.web import words
from bot.web.connection_ui import nobody
from bot.web.found import find_game
from bot.web.pages_ui import Visitor, WebPages, content_policy


class EmbedPages:
    """The pages for frames."""

    def __init__(self, setup: WebSetup, pages: WebPages) -> None:
        self._setup = setup
        self._pages = pages

    def add_to(self, app: web.Application) -> None:
        """Add the pages to a server."""
        add_routes(app, LOOK, [web.get("/embed/{code}", self.game)])
        add_routes(app, SOCKET, [self._pages.socket("/embed/{code}/live", self.live)])

    async def game(self, request: web.Request) -> web.StreamResponse:
        """Show a game."""
        kit, code = self._pages.kit, request.match_info["code"]
        language = preferred(request.headers.get("Accept-Language", ""))
        policy = content_policy(self._setup.origin, "*")
        if kit is None:
            return self._pages.notice(language, words.starting(language), 503, policy=policy)
        found = await find_game(kit, request)
        if found is None:
            return self._pages.notice(language, words.page_not_found(language), 404, policy=policy)
        moved = await self._pages.elsewhere(kit, found.game_id, language, request.path)
        if moved is not None:
            return moved
        given = {
            "live": f"{self._setup.path}/embed/{code}/live",
            "whole": f"{self._setup.path}/g/{code}",
            "signIn": None,
            "signOut": None,
        }
        return self._pages.page(language, "game", given, policy=policy)

    async def live(self, request: web.Request) -> web.StreamResponse:
        """Connect a page to its game, as a visitor who is not signed in."""
        kit = self._pages.require_kit()
        language = preferred(request.headers.get("Accept-Language", ""))
        visitor = Visitor(language, nobody, None, groups_of(request))
        return await self._pages.connect_game(request, kit, await find_game(kit, request), visitor)

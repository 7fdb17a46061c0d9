"""The pages and their addresses, and boards for other sites' pages."""

from __future__ import annotations

from functools import partial

from aiohttp import web

from bot.core.visitors import LOOK, SOCKET, add_routes, groups_of
from bot.features import Kit
from bot.settings.web import WebSetup
from bot.web.connection_ui import Permitted, nobody
from bot.web.event_pages_ui import EventPages
from bot.web.page_limits import BOARD, GAME, FoundGame, find_game
from bot.web.puzzle_page_ui import PuzzlePages
from bot.web.review_page_ui import ReviewPages
from bot.web.site_ui import Site, Visitor, browser_language, content_policy
from bot.web.socket_ui import PageConnection
from languages import Language


class WebPages(Site):
    """The pages of games, and with `add_to` all others."""

    def add_to(self, app: web.Application) -> None:
        boards = (GAME, BOARD)
        add_routes(app, LOOK, [self.shown(board, self.game) for board in boards])
        add_routes(app, LOOK, [web.get("/web/{version}/{name}", self.asset)])
        add_routes(app, SOCKET, [self.socket(f"{board}/live", self.live) for board in boards])
        ReviewPages(self).add_to(app)
        PuzzlePages(self).add_to(app)
        EventPages(self).add_to(app)

    async def game(self, request: web.Request, kit: Kit, language: Language) -> web.StreamResponse:
        game = await find_game(kit, request)
        await self.require_here(kit, game.game_id, request.path)
        at = self.path(request.path)
        about = {"live": f"{at}/live", "review": f"{at}/review"}
        if game.event is not None:
            about["event"] = at.rpartition("/")[0]
        return self.page(language, "game", about)

    async def live(self, request: web.Request) -> web.StreamResponse:
        kit = self.require_kit()
        game = await find_game(kit, request)
        return await self.connect_game(request, kit, game, await self.visitor(request, kit))

    async def connect_game(
        self,
        request: web.Request,
        kit: Kit,
        found: FoundGame,
        visitor: Visitor,
        *,
        permitted: Permitted | None = None,
    ) -> web.StreamResponse:
        """Connect a page to a game; one that came by no link is `permitted` otherwise."""
        connection = partial(PageConnection, found.game_id, event=found.event, permitted=permitted)
        return await self.connect(request, kit, visitor, connection, found.game_id)


class EmbedPages:
    def __init__(self, setup: WebSetup, pages: WebPages) -> None:
        self._setup = setup
        self._pages = pages

    def add_to(self, app: web.Application) -> None:
        add_routes(app, LOOK, [self._pages.shown("/embed/{code}", self.game, framed=True)])
        add_routes(app, SOCKET, [self._pages.socket("/embed/{code}/live", self.live)])

    async def game(self, request: web.Request, kit: Kit, language: Language) -> web.StreamResponse:
        game, code = await find_game(kit, request), request.match_info["code"]
        await self._pages.require_here(kit, game.game_id, request.path)
        about = {
            "live": f"{self._setup.path}/embed/{code}/live",
            "whole": f"{self._setup.path}/g/{code}",
            "signIn": None,
            "signOut": None,
        }
        policy = content_policy(self._setup.origin, "*")
        return self._pages.page(language, "game", about, policy=policy)

    async def live(self, request: web.Request) -> web.StreamResponse:
        """Connect a page to its game, as a visitor who is not signed in."""
        kit = self._pages.require_kit()
        visitor = Visitor(browser_language(request), nobody, None, groups_of(request))
        return await self._pages.connect_game(request, kit, await find_game(kit, request), visitor)

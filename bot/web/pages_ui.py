"""The pages and their addresses, on the server of the health page.

    /g/CODE          a game, live
    /g/CODE/live     its socket
    /web/HASH/NAME   scripts and styles

`bot.web.event_pages_ui` adds those of events.

No script or style is inside a page, nothing comes from elsewhere, and nothing is changed by a request for a
page: people act through the socket alone, which checks where its page comes from.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from typing import Any

from aiohttp import web

from bot.account.linked_roles.page_ui import preferred
from bot.account.linked_roles.visits import PublicPages, client_of
from bot.account.settings.words import THEMES as THEME_WORDS
from bot.core.people import Person
from bot.play.web_links.web_links import WebLinks
from bot.preferences.languages import Languages
from bot.services.services import Services
from bot.settings.web import WebSetup
from bot.web import words
from bot.web.assets import content_type, page_assets
from bot.web.event_pages_ui import EventPages
from bot.web.game_view import GameFrames
from bot.web.identity_ui import Identity
from bot.web.messages import MAX_MESSAGE
from bot.web.page_limits import LEAVE_BUDGET, PageLimits
from bot.web.sessions import WebSessions
from bot.web.socket_ui import LivePage, PageConnection
from bot.web.stream import EventKey
from languages import ENGLISH, Language, current, gettext, speaking

SECURITY = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Resource-Policy": "same-origin",
}

VIEWPORT = "width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=overlays-content"

FRAMED_BY = "https://discord.com https://*.discord.com https://*.discordsays.com"

PRELOADED = {"game": ("board", "live"), "event": ("mini", "live")}
"""The scripts of a kind of page that browsers load at once."""


class WebPages:
    """The pages; `services` returns those of the running bot, None while it starts or is on standby."""

    def __init__(self, setup: WebSetup, services: Callable[[], Services | None], identity: Identity) -> None:
        self._setup = setup
        self._running = services
        self._identity = identity
        self._frames: GameFrames | None = None
        self._limits = PageLimits()

    def add_to(self, app: web.Application) -> None:
        """Add the pages to a server."""
        app.add_routes(
            [
                web.get("/g/{code}", self.game),
                web.get("/g/{code}/live", self.live),
                web.get("/web/{version}/{name}", self.asset),
            ]
        )
        PublicPages.of(app).add(self._setup.host, "/g/", "/web/")
        EventPages(self).add_to(app, self._setup.host)

    async def game(self, request: web.Request) -> web.StreamResponse:
        """Show a game."""
        services = self.services
        language = await self.language(request, services)
        if services is None:
            return self.notice(language, words.starting(language), 503)
        if await services[WebLinks].find(request.match_info["code"]) is None:
            return self.notice(language, words.page_not_found(language), 404)
        return self.page(language, "game", {"live": f"{self.path_of(request.path)}/live"})

    async def live(self, request: web.Request) -> web.StreamResponse:
        """Connect a page to its game."""
        services = self.require_services(request)
        game_id = await services[WebLinks].find(request.match_info["code"])
        if game_id is None:
            raise web.HTTPNotFound
        return await self.connect_game(request, services, game_id)

    def require_services(self, request: web.Request) -> Services:
        """Return the use-cases for the socket of one of our pages; raises for any other, and meanwhile."""
        services = self.services
        if request.headers.get("Origin") not in self.origins:
            raise web.HTTPForbidden
        if services is None or services.background.closing:
            raise web.HTTPServiceUnavailable
        return services

    async def connect_game(
        self, request: web.Request, services: Services, game_id: int, event: EventKey | None = None
    ) -> web.StreamResponse:
        """Connect a page to a game, maybe one of an event."""
        frames = self._frames = self._frames or GameFrames(services)
        return await self.connect(
            request,
            services,
            lambda socket, language, who: PageConnection(
                services, frames, socket, game_id, language, who, self._limits, event
            ),
        )

    async def connect(
        self,
        request: web.Request,
        services: Services,
        connection: Callable[[web.WebSocketResponse, Language, Callable[[], Any]], LivePage],
    ) -> web.StreamResponse:
        """Connect a page, if there is room for one more."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=MAX_MESSAGE, autoping=True)
        language = await self.language(request, services)

        async def who() -> Person | None:
            return await self._identity.person(request, services[WebSessions])

        person, client = await who(), client_of(request)
        person_id = None if person is None else person.id
        if not self._limits.has_room(client, person_id):
            raise web.HTTPTooManyRequests
        page = connection(socket, language, who)
        with self._limits.opened(client, person_id):
            await socket.prepare(request)
            if LEAVE_BUDGET in request.app:
                request.app[LEAVE_BUDGET](request.transport)
            await page.run()
        return socket

    async def asset(self, request: web.Request) -> web.StreamResponse:
        """Return a file, which browsers may keep for ever."""
        assets, name = page_assets(), request.match_info["name"]
        if name not in assets.files:
            raise web.HTTPNotFound
        current_version = request.match_info["version"] == assets.version
        kept = "public, max-age=31536000, immutable" if current_version else "no-cache"
        headers = {**SECURITY, "Cache-Control": kept}
        response = web.Response(body=assets.files[name], content_type=content_type(name), headers=headers)
        response.charset = "utf-8"
        response.enable_compression()
        return response

    @property
    def services(self) -> Services | None:
        """The use-cases of the running bot; None while it starts or is on standby."""
        return self._running()

    @property
    def origins(self) -> frozenset[str]:
        """The origins whose pages may connect."""
        return frozenset({self._setup.origin})

    async def language(self, request: web.Request, services: Services | None) -> Language:
        """Return the language of a signed-in person, else that of the browser."""
        who = None if services is None else await self._identity.person(request, services[WebSessions])
        browser = preferred(request.headers.get("Accept-Language", ""))
        if who is None or services is None:
            return browser
        own = await services[Languages].for_person(who.id)
        return browser if own is ENGLISH else own

    def page(self, language: Language, kind: str, about: dict[str, Any]) -> web.Response:
        """Return a page of a kind, which its script fills."""
        with speaking(language):
            given = {
                **about,
                "kind": kind,
                "words": words.page_words(),
                "themes": {name: gettext(label) for name, label in THEME_WORDS.items()},
                "signIn": self.path_of("/sign-in") if self._identity.can_sign_in else None,
                "signOut": self.path_of("/sign-out") if self._identity.can_sign_in else None,
            }
            return self._document(given)

    def notice(self, language: Language, text: tuple[str, str], status: int = 200) -> web.Response:
        """Return a page with a heading and a text."""
        with speaking(language):
            return self._document({"kind": "notice"}, text, status)

    def _document(
        self, given: dict[str, Any], text: tuple[str, str] | None = None, status: int = 200
    ) -> web.Response:
        at = self.path_of(f"/web/{page_assets().version}")
        heading, paragraph = text or ("Flipfour", "")
        # In an attribute, not in a script: nothing that a page contains can run.
        data = escape(json.dumps(given, ensure_ascii=False), quote=True)
        body = f"<h1>{escape(heading)}</h1><p>{escape(paragraph)}</p>" if text else ""
        preloaded = "\n".join(
            f'<link rel="modulepreload" href="{at}/{name}.js">' for name in PRELOADED.get(given["kind"], ())
        )
        document = f"""\
<!doctype html>
<html lang="{current().locales[0]}" data-theme="classic">
<head>
<meta charset="utf-8">
<meta name="viewport" content="{VIEWPORT}">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex,nofollow">
<title>{escape(heading)}</title>
<link rel="icon" href="{at}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{at}/themes.css">
<link rel="stylesheet" href="{at}/page.css">
{preloaded}
<script type="module" src="{at}/page.js"></script>
</head>
<body data-page="{data}"><main id="main" class="{given["kind"]}">{body}</main></body>
</html>
"""
        headers = {**SECURITY, "Cache-Control": "no-store", "Content-Security-Policy": self._policy()}
        return web.Response(text=document, content_type="text/html", status=status, headers=headers)

    def _policy(self) -> str:
        sockets = self._setup.origin.replace("http", "ws", 1)
        return (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'self'; "
            f"frame-ancestors {FRAMED_BY}"
        )

    def path_of(self, path: str) -> str:
        """Return a path as browsers see it."""
        return f"{self._setup.path}{path}"

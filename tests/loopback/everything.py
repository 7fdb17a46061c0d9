"""The bot with everything that has pages, and what requests to them cause."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextvars import ContextVar
from typing import Any

import pytest
from aiohttp import ClientSession, web

from bot.core.visitors import STATEMENTS, Recheck, Statement
from bot.events.tournaments.cards import TournamentLinks
from bot.hosting.health import application
from bot.hosting.web_server import Purpose, served
from bot.play.web_links import WebLinks
from bot.run import health_served, people_pages
from bot.web.open_pages import WebSessions
from bot.web.site_ui import page_assets
from tests.loopback.activity import ActivityScene
from tests.loopback.linked import new_key
from tests.loopback.running import Scene
from tests.ports import HOST, free_port

EVENT_GAME = 2
"""The board of the exhibition."""

_serving: ContextVar[str | None] = ContextVar("_serving", default=None)


class Everything(ActivityScene):
    """All pages on both ports; Ann plays Ben in a game and in an exhibition."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        scene.settings |= {"linked_roles_keys": new_key(), "health_port": free_port()}
        for path in ("/sign-in", "/linked-role"):
            scene.discord.oauth.redirect_uris.add(f"{self.address}{path}/callback")
        self.held: list[asyncio.StreamWriter] = []
        """Connections whose requests are never finished."""
        self.caused: list[tuple[str, str]] = []
        """What requests caused, with their paths: what was written, and what Discord was asked."""

    async def serve(self) -> None:
        bot, settings = self.scene.bot, self.scene.bot._settings
        self.people = people_pages(bot, settings)
        self.people.middlewares.append(self._noted)
        self.supervisors = application(bot.health, bot.metrics)
        await self._serving.enter_async_context(served(self.people, HOST, settings.web_port, Purpose.WEB))
        await self._serving.enter_async_context(health_served(bot, settings))

    async def plays(self) -> None:
        scene, kit = self.scene, self.scene.bot.kit
        await scene.begin(scene.ann, scene.ben)
        await scene.ann.types("simul", game="connect4", places=1, side="second")
        await scene.ben.taps("Join")
        await scene.until(lambda: scene.boards(EVENT_GAME), "the board of the exhibition")
        ann = await kit[WebSessions].person_of(scene.ann.id)
        self.instance = scene.discord.join(scene.channel, scene.ann.user)
        self.game = (await kit[WebLinks].for_person(1, ann)).rpartition("/")[2]
        self.event = (await kit[TournamentLinks].for_person(1, ann)).rpartition("/")[2]
        await self.sign_in_again()

    async def sign_in_again(self) -> None:
        """Sign Ann in, outside of Discord and in its frame."""
        token = await self.scene.bot.kit[WebSessions].sign_in(self.scene.ann.id)
        self.cookie = f"flipfour_session={token}; __Secure-flipfour_session={token}"

    def path(self, canonical: str) -> str:
        """Return the path of a route that leads to something."""
        in_event = canonical.startswith("/e/")
        values = {
            "code": self.event if in_event else self.game,
            "game": str(EVENT_GAME if in_event else 1),
            "instance": self.instance,
            "version": page_assets().version,
            "name": "page.js",
        }
        query = f"?instance={self.instance}" if canonical == "/activity/open" else ""
        return re.sub(r"\{(\w+)[^}]*\}", lambda found: values[found[1]], canonical) + query

    def sockets(self) -> list[str]:
        """Return the routes of sockets."""
        return [route for _, route, stated in self.stated() if stated.recheck is Recheck.OPEN_PAGES]

    @property
    def web_port(self) -> int:
        return self.scene.bot._settings.web_port

    @property
    def health_port(self) -> int:
        return self.scene.bot._settings.health_port

    def origin_of(self, path: str) -> str:
        """Return the origin of the pages that use a path."""
        return self.origin if path.startswith("/activity") else self.address

    def body_of(self, method: str) -> dict[str, str] | None:
        """Return what the page of the Activity sends."""
        if method != "POST":
            return None
        code = self.scene.discord.oauth.authorise(self.scene.ann.id)
        return {"code": code, "instance": self.instance}

    def stated(self) -> Iterator[tuple[str, str, Statement]]:
        """Yield the method, the path and the statement of each route for people."""
        for route, statement in self.people[STATEMENTS].items():
            assert route.resource is not None
            if route.method != "HEAD":
                yield route.method, route.resource.canonical, statement

    def watch_causes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Note what requests cause from now on."""
        database = self.scene.bot.kit.storage._database
        write, request = database.write, ClientSession._request

        async def written(work: Any, *given: Any, **options: Any) -> Any:
            self._note("written")
            return await write(work, *given, **options)

        async def asked(session: ClientSession, *given: Any, **options: Any) -> Any:
            self._note("asked")
            return await request(session, *given, **options)

        monkeypatch.setattr(database, "write", written)
        monkeypatch.setattr(ClientSession, "_request", asked)

    def _note(self, what: str) -> None:
        if (path := _serving.get()) is not None:
            self.caused.append((what, path))

    @web.middleware
    async def _noted(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        _serving.set(request.path)
        return await handler(request)

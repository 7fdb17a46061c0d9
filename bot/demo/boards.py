"""The demo's boards in the browser, served to this machine only; the address says which person looks."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

from aiohttp import web

from bot.app import Flipfour
from bot.settings.web import WebSetup
from bot.web.identity_ui import DemoIdentity
from bot.web.pages_ui import WebPages

HOST = "127.0.0.1"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class DemoBoards:
    """The pages on a free port, which is known before they are served."""

    def __init__(self) -> None:
        self._listener = socket.create_server((HOST, 0))
        self.address = f"http://{HOST}:{self._listener.getsockname()[1]}"

    @asynccontextmanager
    async def served(self, bot: Flipfour, people: Callable[[], Mapping[str, int]]) -> AsyncIterator[None]:
        """Serve the pages meanwhile; `people` returns the ids of the demo's people by name."""
        app = web.Application(middlewares=[self._only_by_address])
        pages = WebPages(WebSetup(self.address), lambda: bot.kit_on_duty, DemoIdentity(people))
        pages.add_to(app)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.SockSite(runner, self._listener).start()
            yield
        finally:
            await runner.cleanup()

    @web.middleware
    async def _only_by_address(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Hide the pages from sites whose name leads to this machine; their scripts can set other headers."""
        if f"http://{request.headers.get('Host', '')}" != self.address:
            raise web.HTTPNotFound
        return await handler(request)

"""The demo's boards in the browser: pages of this machine alone, as whoever of its people one is there."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from aiohttp import web

from bot.app import Flipfour
from bot.settings.web import WebSetup
from bot.web.identity_ui import DemoIdentity
from bot.web.pages_ui import WebPages

HOST = "127.0.0.1"


class DemoBoards:
    """The pages on a free port, which is known before they are served."""

    def __init__(self) -> None:
        self._listener = socket.create_server((HOST, 0))
        self.address = f"http://{HOST}:{self._listener.getsockname()[1]}"

    @asynccontextmanager
    async def served(self, bot: Flipfour, people: Callable[[], Mapping[str, int]]) -> AsyncIterator[None]:
        """Serve the pages meanwhile; `people` returns the ids of the demo's people by name."""
        app = web.Application()
        pages = WebPages(WebSetup(self.address), lambda: bot.services_on_duty, DemoIdentity(people))
        pages.add_to(app)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.SockSite(runner, self._listener).start()
            yield
        finally:
            await runner.cleanup()

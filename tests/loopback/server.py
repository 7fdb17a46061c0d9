"""The sockets by which the Discord of this machine is reached."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from tests.loopback.oauth import AUTHORISE_PATH, OAuth
from tests.loopback.requests import VERSION_PATH
from tests.loopback.rest import Rest
from tests.loopback.state import DiscordState

LARGEST_REQUEST = 32 * 1024 * 1024


class LoopbackDiscord(DiscordState):
    """A Discord that listens on this machine."""

    def __init__(self, host: str = "127.0.0.1", **options: Any) -> None:
        """`host` is the address to listen on, `options` are those of `DiscordState`."""
        super().__init__(**options)
        self._host = host
        self._rest = Rest(self)
        self._runner: web.AppRunner | None = None
        self._port = 0

    @property
    def api(self) -> str:
        """Value for the setting `DISCORD_API`."""
        return f"{self.address}{VERSION_PATH.rpartition('/')[0]}"

    @property
    def oauth(self) -> OAuth:
        """What people have granted the application."""
        return self._rest.oauth

    async def open(self) -> None:
        """Listen: on any free port and, after `close`, on the same one again."""
        app = web.Application(client_max_size=LARGEST_REQUEST)
        self._rest.add_routes(app)
        app.router.add_get(AUTHORISE_PATH, self.oauth.page)
        app.router.add_get("/gateway", self.gateway.connect)
        app.router.add_get("/gateway/resume", self.gateway.connect)
        app.router.add_get("/attachments/{channel_id}/{file_id}/{name}", self._download)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, self._host, self._port, reuse_address=True).start()
        self._port = self._runner.addresses[0][1]
        self.address = f"http://{self._host}:{self._port}"

    async def close(self) -> None:
        if self._runner is not None:
            self.gateway.cut()
            await self._runner.cleanup()
            self._runner = None

    async def _download(self, request: web.Request) -> web.Response:
        file = self.files.get(request.path)
        if file is None:
            raise web.HTTPNotFound
        return web.Response(body=file.content, content_type=str(file.payload()["content_type"]))

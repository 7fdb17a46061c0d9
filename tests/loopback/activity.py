"""The bot with an Activity over sockets: what its page requests, without a browser."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from aiohttp import ClientSession

from bot.hosting.web_server import served
from bot.play.web_links import Activities
from bot.run import people_pages
from tests.loopback.discord_client import add_client
from tests.loopback.people import Person
from tests.loopback.running import Scene
from tests.ports import HOST, free_port


@dataclass(frozen=True)
class Reply:
    """An answer of the bot's pages."""

    status: int
    told: Any
    headers: Any


class ActivityScene:
    """The bot with its pages, of an application with an Activity."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        port = free_port()
        self.address = f"http://{HOST}:{port}"
        scene.discord.enable_activities()
        secret = scene.discord.oauth.client_secret
        scene.settings = {"web_port": port, "web_url": self.address, "discord_client_secret": secret}
        self._serving = AsyncExitStack()

    async def start(self) -> None:
        await self.scene.start()
        activities = self.scene.bot.kit[Activities]
        await self.scene.until(lambda: activities.enabled, "the Activity is found")
        await self.serve()

    async def serve(self) -> None:
        bot = self.scene.bot
        page = people_pages(bot, bot._settings)
        add_client(page, self.scene.discord)
        await self._serving.enter_async_context(served(page, HOST, bot._settings.web_port))

    async def stop(self) -> None:
        await self._serving.aclose()
        self._serving = AsyncExitStack()
        await self.scene.stop()

    @property
    def origin(self) -> str:
        return f"https://{self.scene.discord.bot.id}.discordsays.com"

    async def sign_in(
        self, person: Person, instance: str, *, code: str = "", origin: str = "", cookie: str = ""
    ) -> Reply:
        """Send a code, as the page does."""
        body = {"code": code or self.scene.discord.oauth.authorise(person.id), "instance": instance}
        headers = {"Origin": origin or self.origin, "Cookie": cookie}
        async with (
            ClientSession() as browser,
            browser.post(f"{self.address}/activity/session", json=body, headers=headers) as answer,
        ):
            told = await answer.json() if answer.status == 200 else None
            return Reply(answer.status, told, answer.headers.copy())

    async def signed_in(self, person: Person, instance: str) -> str:
        """Sign a person in and return their cookie."""
        reply = await self.sign_in(person, instance)
        assert reply.status == 200
        return str(reply.headers["Set-Cookie"]).partition(";")[0]

    async def open(self, cookie: str, instance: str, custom: str = "", locale: str = "") -> Reply:
        """Find out which game the page shows."""
        query = {"instance": instance, "custom": custom, "locale": locale}
        async with (
            ClientSession(headers={"Cookie": cookie}) as browser,
            browser.get(f"{self.address}/activity/open", params=query) as answer,
        ):
            told = await answer.json() if answer.status == 200 else None
            return Reply(answer.status, told, answer.headers.copy())

    async def live(self, cookie: str, path: str) -> list[Any]:
        """Connect to a game; return the first two messages, or the code with which the socket was closed."""
        headers = {"Cookie": cookie, "Origin": self.origin}
        async with (
            ClientSession(headers=headers) as browser,
            browser.ws_connect(f"{self.address}/activity/{path}") as socket,
        ):
            first = await socket.receive()
            if socket.close_code is not None:
                return [socket.close_code]
            return [first.json(), await socket.receive_json()]

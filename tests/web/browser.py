"""Pages in Chromium, on a simulated Discord with the bot at work in it."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.hosting.web_server import served
from bot.settings.web import WebSetup
from bot.web.identity_ui import DemoIdentity
from bot.web.links import WebLinks
from bot.web.pages_ui import BoardPages
from tests.e2e.world import Person, World

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
DESKTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}


def free_port() -> int:
    """Return a port of this machine that is free now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@dataclass
class WebWorld:
    """A simulated Discord, and the pages of its games."""

    world: World
    address: str
    errors: list[str] = field(default_factory=list)
    """What pages wrote to their consoles as errors."""

    @property
    def people(self) -> dict[str, int]:
        """The ids of people by name."""
        world = self.world
        return {"Ann": world.ann.id, "Ben": world.ben.id, "Chloe": world.chloe.id}

    async def link(self, game: int, person: Person, seen_by: str = "") -> str:
        """Return the address of a game's page as one of the people opens it."""
        links = self.world.bot.services[WebLinks]
        address = await links.for_person(game, (await self._person(person)))
        return f"{address}?as={seen_by}" if seen_by else address

    async def _person(self, person: Person) -> Any:
        from bot.web.sessions import WebSessions

        return await self.world.bot.services[WebSessions].known(person.id)

    async def watch(self, page: Any, address: str) -> None:
        """Open a page and wait until it is live."""
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        await page.goto(address)
        await page.wait_for_selector('.state[data-state="open"]')


@asynccontextmanager
async def web_world(database: Path, **settings: Any) -> AsyncIterator[WebWorld]:
    """Run the bot in a simulated Discord, with its pages."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    world = World(database, web_url=address, health_port=port, **settings)
    await world.start()
    pages = WebWorld(world, address)
    app = web.Application()
    BoardPages(WebSetup(address), lambda: world.bot.services, DemoIdentity(lambda: pages.people)).add_to(app)
    async with served(app, "127.0.0.1", port):
        yield pages
    await world.end()

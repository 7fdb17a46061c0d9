"""Pages in Chromium, on a simulated Discord with the bot at work in it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import web
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.hosting.web_server import served
from bot.play.web_links import WebLinks
from bot.settings.web import WebSetup
from bot.web.open_pages import WebSessions
from bot.web.pages_ui import EmbedPages, WebPages
from bot.web.site_ui import DemoIdentity, Identity
from tests.chromium import PATIENCE
from tests.e2e.world import Person, World
from tests.ports import free_port

DESKTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}

NOBODY = 1
"""Id of a person who plays nowhere."""


@dataclass
class WebWorld:
    """A simulated Discord, and the pages of its games."""

    world: World
    address: str
    port: int
    errors: list[str] = field(default_factory=list)
    """What pages wrote to their consoles as errors."""

    identity: Identity | None = None
    """Who looks at pages; by default it is named by their addresses, as in the demo."""

    serving: AsyncExitStack = field(default_factory=AsyncExitStack)

    @property
    def people(self) -> dict[str, int]:
        """The ids of people by name."""
        world = self.world
        return {"": NOBODY, "Ann": world.ann.id, "Ben": world.ben.id, "Chloe": world.chloe.id}

    async def until(self, condition: Callable[[], object], what: str, seconds: float = 0.0) -> None:
        """Wait until Discord shows the effect of an action on a page; `settle` doesn't know about pages.

        Discord's clock advances by `seconds` before each check.
        """
        latest = time.monotonic() + PATIENCE / 1000
        while not condition():
            assert time.monotonic() < latest, f"{what}: {[post.text for post in self.world.posts()]}"
            await asyncio.to_thread(time.sleep, 0.02)
            await self.world.pass_time(seconds)

    async def serve(self) -> None:
        app = web.Application()
        identity = self.identity or DemoIdentity(lambda: self.people)
        setup = WebSetup(self.address)
        pages = WebPages(setup, lambda: self.world.bot.kit, identity)
        pages.add_to(app)
        EmbedPages(setup, pages).add_to(app)
        await self.serving.enter_async_context(served(app, "127.0.0.1", self.port))

    async def close(self) -> None:
        await self.serving.aclose()

    async def kill(self) -> None:
        """Kill the bot with its pages and start another one, which does not serve any yet."""
        await self.close()
        self.serving = AsyncExitStack()
        await self.world.kill()

    async def link(self, game: int, person: Person, seen_by: str = "") -> str:
        """Return the address of a game's page as one of the people opens it."""
        kit = self.world.bot.kit
        player = await kit[WebSessions].person_of(person.id)
        address = await kit[WebLinks].for_person(game, player)
        return f"{address}?as={seen_by}" if seen_by else address

    async def watch(self, page: Any, address: str) -> None:
        """Open a page and wait until it is live."""
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        await page.goto(address)
        await page.wait_for_selector('.state[data-state="open"]')

    def _note(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(message.text)


def sign_out_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no one be signed in."""

    async def nobody(identity: DemoIdentity, request: object, sessions: object) -> None:
        return None

    monkeypatch.setattr(DemoIdentity, "person", nobody)


async def hide(world: World) -> None:
    """Hide the channel from everyone but the bot and the players."""
    denied = discord.Permissions(view_channel=True).value
    seen = [world.flipfour.id, world.ann.id, world.ben.id]
    overwrites = [Overwrite(world.server.id, OverwriteType.ROLE, deny=denied)]
    overwrites += [Overwrite(person, OverwriteType.MEMBER, allow=denied) for person in seen]
    world.env.backend.edit_channel(world.channel.id, {}, overwrites=overwrites)
    await world.env.settle()


@asynccontextmanager
async def web_world(database: Path, **settings: Any) -> AsyncIterator[WebWorld]:
    """Run the bot in a simulated Discord, with its pages."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    world = World(database, web_url=address, web_port=port, **settings)
    await world.start()
    pages = WebWorld(world, address, port)
    await pages.serve()
    yield pages
    await pages.close()
    await world.end()

"""What ends the permission of open pages: each page ends, or shows what visitors see, unasked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any, cast

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, web

from bot.account.privacy.own_data import OwnData
from bot.core.people import Person
from bot.core.visitors import STATEMENTS, Recheck
from bot.events.tournaments.cards import TournamentLinks
from bot.hosting.web_server import served
from bot.play.web_links import WebLinks
from bot.settings.web import WebSetup
from bot.web import activity
from bot.web.activity import Instance, Instances
from bot.web.activity_ui import ActivityPages
from bot.web.connection_ui import CloseCode
from bot.web.open_pages import OpenPages, WebSessions
from bot.web.pages_ui import EmbedPages, WebPages
from bot.web.sign_in_ui import COOKIE, CookieIdentity, FrameIdentity
from data.people.web import WebStore
from tests.e2e.tournaments import pending
from tests.web.browser import WebWorld, hide
from tests.web.test_connections import reason_of_end
from tests.web.test_event_pages import round_robin

APPLICATION = 5
DISCORD = f"https://{APPLICATION}.discordsays.com"
VISITOR = "a visitor's page"

LINKED = {"signed out": VISITOR, "lost session": VISITOR, "deleted": VISITOR, "hidden": CloseCode.NO_GAME}
OWN = dict.fromkeys(("signed out", "lost session", "deleted"), CloseCode.SIGNED_OUT)

PAGES: Mapping[str, Mapping[str, object]] = {
    "/g/{code}/live": {**LINKED, "withdrawn": CloseCode.NO_GAME},
    "/g/{code}/review/live": {**LINKED, "withdrawn": CloseCode.NO_GAME},
    "/e/{code}/live": {**LINKED, "withdrawn": CloseCode.NO_GAME},
    "/e/{code}/{game}/live": {**LINKED, "withdrawn": CloseCode.NO_GAME},
    "/e/{code}/{game}/review/live": {**LINKED, "withdrawn": CloseCode.NO_GAME},
    "/embed/{code}/live": {"hidden": CloseCode.NO_GAME, "withdrawn": CloseCode.NO_GAME},
    "/activity/{instance}/{game}/live": {**OWN, "left": CloseCode.NO_GAME},
    "/puzzles/live": OWN,
}
"""Every socket, and what it comes to when something ends; it stays as it is after anything else."""


class Scene:
    """All pages, open in the browser of Ann, who is signed in and plays."""

    def __init__(self, pages: WebWorld) -> None:
        self.pages, self.world = pages, pages.world
        self.kit = pages.world.bot.kit
        self.here = {self.world.ann.id}
        self.app = web.Application()
        self.open: dict[str, ClientWebSocketResponse] = {}
        self.token = ""
        self._until = AsyncExitStack()

    @property
    def ann(self) -> Person:
        return Person(self.world.ann.id, "Ann")

    async def find(self, instance_id: str) -> Instance | None:
        """Return who is in the Activity."""
        return Instance(self.world.channel.id, self.world.server.id, frozenset(self.here))

    async def serve(self) -> None:
        """Serve all pages in place of those for the demo."""
        setup = WebSetup(self.pages.address, "secret")
        identity, unused = CookieIdentity(setup), cast(Any, None)
        await self.pages.close()
        pages = WebPages(setup, lambda: self.kit, identity)
        instances: Any = Instances(self.find, self.kit.runtime.monotonic)
        for each in (
            pages,
            EmbedPages(setup, pages),
            ActivityPages(setup, pages, FrameIdentity(setup), unused, instances, lambda: APPLICATION),
        ):
            each.add_to(self.app)
        await self._until.enter_async_context(served(self.app, "127.0.0.1", self.pages.port))

    async def visit(self) -> None:
        """Open every page, and wait until it says who looks at it."""
        await round_robin(self.world)
        game = next(row[0] for row in await pending(self.world) if self.world.ann.id in row)
        self.token = await self.kit[WebSessions].sign_in(self.ann.id)
        link = (await self.kit[WebLinks].for_person(game, self.ann)).rpartition("/")[2]
        event = (await self.kit[TournamentLinks].for_person(1, self.ann)).rpartition("/")[2]
        session = await self._until.enter_async_context(
            ClientSession(headers={"Cookie": f"{COOKIE}={self.token}; __Secure-{COOKIE}={self.token}"})
        )
        for route in PAGES:
            code = event if route.startswith("/e/") else link
            address = f"{self.pages.address}{route.format(code=code, game=game, instance='i-1')}"
            headers = {"Origin": DISCORD if route.startswith("/activity/") else self.pages.address}
            self.open[route] = await session.ws_connect(address, headers=headers)
            assert is_signed_in(await you(self.open[route])) != route.startswith("/embed/")

    async def outcome(self, route: str, cause: str) -> object:
        """Return what a page comes to."""
        page, ends = self.open[route], PAGES[route].get(cause)
        if ends is VISITOR:
            while is_signed_in(await you(page)):
                pass
            return VISITOR
        if ends is not None:
            return await reason_of_end(page)
        await page.send_json({"do": "beat"})
        while (message := await page.receive_json())["t"] != "beat":
            assert message["t"] != "you"
        return None

    async def close(self) -> None:
        await self._until.aclose()

    # --- what ends permissions -----------------------------------------------------------------------------

    async def signed_out(self) -> None:
        await self.kit[WebSessions].sign_out_everywhere(self.ann.id)

    async def lost_session(self) -> None:
        """End the session as another process does, or time: nobody is told."""
        await self.kit[WebStore].sign_out(self.token)
        await self.kit[OpenPages].check()

    async def deleted(self) -> None:
        await self.kit[OwnData].delete(self.ann.id)

    async def hidden(self) -> None:
        await hide(self.world)

    async def withdrawn(self) -> None:
        await self.kit[TournamentLinks].withdraw(1, self.ann)
        await self.kit[WebLinks].withdraw(1, self.ann)

    async def left(self) -> None:
        self.here.clear()
        await self.kit[OpenPages].check()


CAUSES: Mapping[str, Callable[[Scene], Awaitable[None]]] = {
    "signed out": Scene.signed_out,
    "lost session": Scene.lost_session,
    "deleted": Scene.deleted,
    "hidden": Scene.hidden,
    "withdrawn": Scene.withdrawn,
    "left": Scene.left,
}


async def you(page: ClientWebSocketResponse) -> Any:
    """Return the next message about the person."""
    while (message := await page.receive_json())["t"] != "you":
        pass
    return message


def is_signed_in(message: Any) -> bool:
    return message["name"] is not None


@pytest.fixture
async def scene(pages: WebWorld) -> AsyncIterator[Scene]:
    """The pages, served."""
    made = Scene(pages)
    await made.serve()
    yield made
    await made.close()


@pytest.mark.english
@pytest.mark.first(2)
@pytest.mark.parametrize("cause", CAUSES)
async def test_pages_end_with_permission(scene: Scene, cause: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(activity, "FRESH_SECONDS", 0.0)
    await scene.visit()
    await CAUSES[cause](scene)
    outcomes = await asyncio.gather(*(scene.outcome(route, cause) for route in PAGES))
    assert dict(zip(PAGES, outcomes, strict=True)) == {route: PAGES[route].get(cause) for route in PAGES}


async def test_every_socket_says_what_ends_it(scene: Scene) -> None:
    stated = scene.app[STATEMENTS].items()
    sockets = [route for route, statement in stated if statement.recheck is Recheck.OPEN_PAGES]
    assert {route.resource and route.resource.canonical for route in sockets} == set(PAGES)


@pytest.mark.english
async def test_the_link_of_a_private_game_ends_with_the_data_of_its_player(pages: WebWorld) -> None:
    world = pages.world
    await hide(world)
    game = await world.begin(world.ann, world.ben)
    address = await pages.link(game, world.ann)
    async with (
        ClientSession() as session,
        session.ws_connect(f"{address}/live", headers={"Origin": pages.address}) as page,
    ):
        await you(page)
        await world.bot.kit[OwnData].delete(world.ann.id)
        assert await reason_of_end(page) == CloseCode.NO_GAME
        async with session.get(address) as answer:
            assert answer.status == 404
    # The other player can ask for another one.
    assert await pages.link(game, world.ben) != address


@pytest.mark.english
async def test_one_pass_asks_once_for_all_pages(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    await scene.visit()
    asked: list[str] = []
    read = scene.kit.storage._database.read

    async def counted(work: Any) -> Any:
        asked.append(getattr(work, "__qualname__", str(work)))
        return await read(work)

    monkeypatch.setattr(scene.kit.storage._database, "read", counted)
    open_pages = scene.kit[OpenPages]
    monkeypatch.setattr(open_pages, "_check_permissions", lambda _: asyncio.sleep(0))
    await open_pages.check()
    # Sessions, links of games, links of events.
    assert len(asked) == 3

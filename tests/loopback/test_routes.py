"""Every route of the servers says what bounds it, whom it believes and what ends it, and keeps to that."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp import ClientSession, WSServerHandshakeError

from bot.core.visitors import STATEMENTS, Bound, MinuteBudget, Origin, Recheck
from bot.web.connection_ui import CloseCode
from bot.web.open_pages import OpenPages
from bot.web.page_limits import MAX_MESSAGE, PageLimits
from tests.loopback.everything import Everything
from tests.loopback.visitor import Visitor
from tests.ports import HOST

FOREIGN = "https://example.org"


class Asker:
    """Ann's browser, which asks for what the routes are for."""

    def __init__(self, there: Everything) -> None:
        self.there = there

    async def answer(self, method: str, route: str, *, origin: str = "", body: Any = None) -> int:
        """Return the status of an answer."""
        path, there = self.there.path(route), self.there
        headers = {"Origin": origin or there.origin_of(path), "Cookie": there.cookie}
        given: dict[str, Any] = {"data": body} if body else {"json": there.body_of(method)}
        async with (
            ClientSession(headers=headers) as browser,
            browser.request(method, f"{there.address}{path}", allow_redirects=False, **given) as answer,
        ):
            return answer.status

    async def connect(self, route: str, *, origin: str = "") -> int | None:
        """Connect a socket; return the code of its end, 0 if it is being served."""
        path, there = self.there.path(route), self.there
        opened = there.scene.bot.kit[OpenPages]._pages
        headers = {"Origin": origin or there.origin_of(path), "Cookie": there.cookie}
        async with (
            ClientSession(headers=headers) as browser,
            browser.ws_connect(f"{there.address}{path}") as socket,
        ):
            message = await socket.receive()
            if socket.close_code is not None:
                return int(message.data)
            assert opened
            await socket.close()
        await there.scene.until(lambda: not opened, "the page has ended")
        return 0

    async def comes_back(self, route: str) -> int:
        """Return the status of the answer after a visit of Discord that began here."""
        scene = self.there.scene
        async with Visitor(scene.discord, scene.ann.id) as visitor:
            back = await visitor.back(f"{self.there.address}{route.removesuffix('/callback')}")
            return (await visitor.opens(back, stays=True)).status


@pytest.fixture
async def asker(there: Everything, monkeypatch: pytest.MonkeyPatch) -> Asker:
    await there.plays()
    there.watch_causes(monkeypatch)
    return Asker(there)


async def test_every_route_has_a_statement_and_believes_only_whom_it_says(asker: Asker) -> None:
    there = asker.there
    for app in (there.people, there.supervisors):
        routes = [route for route in app.router.routes() if route.method != "HEAD"]
        assert [route for route in routes if route not in app[STATEMENTS]] == []
    for method, route, statement in there.stated():
        told: tuple[object, ...]
        match statement.origin, statement.recheck:
            case Origin.OUR_PAGES, Recheck.OPEN_PAGES:
                told = tuple([await asker.connect(route, origin=FOREIGN) for _ in "ab"])
                expected: tuple[object, ...] = (CloseCode.FOREIGN,) * 2
            case Origin.OUR_PAGES, _:
                told, expected = (await asker.answer(method, route, origin=FOREIGN),), (403,)
            case Origin.VISIT, _:
                path = f"{route}?state={'A' * 43}&code=1"
                told, expected = (await asker.answer(method, path),), (400,)
            case _:
                # It may be used by anyone, so it changes nothing.
                told, expected = (method, await asker.answer(method, route) < 400), ("GET", True)
        assert (route, told) == (route, expected)
        assert [what for what in there.caused if what[0] == "written"] == []
    # Supervisors' pages believe who comes directly.
    async with ClientSession(headers={"X-Forwarded-For": "203.0.113.7"}) as browser:
        for page, statement in there.supervisors[STATEMENTS].items():
            assert statement.origin is Origin.DIRECT
            assert page.resource is not None
            at = f"http://{HOST}:{there.health_port}{page.resource.canonical}"
            async with browser.get(at) as answer:
                assert answer.status == 421


async def test_a_route_uses_what_it_says_and_no_more(asker: Asker) -> None:
    there = asker.there
    for method, route, statement in there.stated():
        # One of them signs out.
        await there.sign_in_again()
        there.caused.clear()
        if statement.recheck is Recheck.OPEN_PAGES:
            assert (route, await asker.connect(route)) == (route, 0)
        elif statement.origin is Origin.VISIT:
            assert (route, await asker.comes_back(route) < 400) == (route, True)
        else:
            # A socket would refuse what is none.
            assert (route, await asker.answer(method, route) < 400) == (route, True)
        asked = any(what == "asked" for what, _ in there.caused)
        assert (route, asked) <= (route, Bound.QUESTIONS in statement.limit)
        assert (route, await asker.answer(method, route, body=b"x" * (MAX_MESSAGE + 1))) == (route, 413)


async def test_a_route_whose_bound_is_used_up_refuses(asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    there = asker.there

    async def no_places(*_: object) -> None:
        return None

    for method, route, statement in there.stated():
        with monkeypatch.context() as patched:
            there.caused.clear()
            if Bound.QUESTIONS in statement.limit:
                patched.setattr(MinuteBudget, "admit", lambda *_: False)
                if statement.origin is Origin.VISIT:
                    assert (route, await asker.comes_back(route)) == (route, 503)
                elif statement.recheck is Recheck.OPEN_PAGES:
                    with pytest.raises(WSServerHandshakeError):
                        await asker.connect(route)
                else:
                    assert await asker.answer(method, route) in (429, 503)
                assert (route, there.caused) == (route, [])
        with monkeypatch.context() as patched:
            if Bound.PAGES in statement.limit:
                patched.setattr(PageLimits, "places", no_places)
                assert (route, await asker.connect(route)) == (route, CloseCode.TOO_MANY)

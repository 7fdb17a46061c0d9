"""A hostile visitor, who plays everything against one running bot that a stranger can do to its ports.

Attacks walk the routes of the server, so a new page is attacked by default. What one walk alone checks is in
`test_malformed_requests`, `test_routes` and `tests/web/test_open_pages`.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import cycle
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar
from yarl import URL

from bot.account.linked_roles import connections as visits
from bot.core.visitors import STATEMENTS, Origin
from bot.hosting import web_server
from bot.web import connection_ui, page_limits
from bot.web.connection_ui import CloseCode
from bot.web.messages import NAMED
from bot.web.site_ui import page_assets
from tests.hostile.growth import bounded
from tests.loopback.everything import Everything
from tests.loopback.test_malformed_requests import SOCKET, answer, line
from tests.loopback.visitor import Visitor
from tests.ports import HOST
from tests.web.test_frames import FLOODS, Client

CONNECTIONS, CODES, PAGES, EACH = 24, 40, 16, 2
"""Limits of all, small enough to be reached in a test, and of a household."""

NEVER = 1000.0
"""Seconds: a wait as long as this one lasts until the end of the test."""

COMMANDS, ASKED = 3, 20
"""Commands of a person while an attack is played, and pages that are asked for to compare."""

TIMES = 10
"""Maximum processor time of an attack, in that of as many harmless requests and commands."""

BODY_TO_COME = b"Host: here\r\nContent-Length: 100\r\n\r\n"
BOUND = 20.0
"""Seconds of processor time after which something has hung."""

Attack = Callable[[Everything, pytest.MonkeyPatch], Awaitable[int]]
"""Returns how many requests or messages it was."""


async def long_texts(there: Everything, patched: pytest.MonkeyPatch) -> int:
    """Send texts for slow patterns as every part and parameter of every address."""
    number = 0
    for letter in ("a", "0", "_-", "ü", " "):
        text = f"{URL.build(path=letter * 300).raw_path}!"
        query = "&".join(f"{one}=/{text}" for one in ("to", "state", "code", "instance", "custom", "locale"))
        for method, route, _statement in there.stated():
            path = "/".join(text if "{" in part else part for part in route.split("/"))
            request = line(method, f"{path}?{query}") + f"Host: {text}\r\nCookie: {text}={text}\r\n".encode()
            assert await answer(there.web_port, request + b"\r\n") < b"500"
            number += 1
    return number


async def floods(there: Everything, monkeypatch: pytest.MonkeyPatch) -> int:
    """Flood every socket with frames, and answer nothing."""
    monkeypatch.setattr(connection_ui, "CLOSE_SECONDS", 0.1)
    monkeypatch.setattr(web_server, "FLOODED_SECONDS", 0.2)
    kinds, number = cycle(FLOODS.values()), 0
    for route in there.sockets():
        path, flood = there.path(route), next(kinds)
        client = await Client.to(there.address, path, there.origin_of(path), there.cookie)
        client.writer.write(flood)
        assert (route, await client.end()) == (route, CloseCode.TOO_FAST)
        number += len(flood) // 20
    return number


async def posts_without_bodies(there: Everything, monkeypatch: pytest.MonkeyPatch) -> int:
    """Promise every route a body on more connections than there are, and send none."""
    monkeypatch.setattr(web_server, "READ_SECONDS", NEVER)
    number = 0
    for method, route, _ in there.stated():
        request = line(method, there.path(route)) + BODY_TO_COME
        number += await hold(there, request, CONNECTIONS // 4)
    return number


async def sockets_to_nothing(there: Everything, monkeypatch: pytest.MonkeyPatch) -> int:
    """Connect to links that are none, and never answer that there is nothing."""
    monkeypatch.setattr(connection_ui, "REFUSED_SECONDS", NEVER)
    monkeypatch.setattr(web_server, "READ_SECONDS", NEVER)
    number = 0
    for route in there.sockets():
        path = there.path(route).replace(there.game, "none").replace(there.event, "none")
        for origin in (there.origin_of(path), "https://example.org"):
            request = line("GET", path) + f"Host: here\r\nOrigin: {origin}\r\n".encode() + SOCKET + b"\r\n"
            number += await hold(there, request, CONNECTIONS // 4)
    return number


async def hold(there: Everything, request: bytes, number: int) -> int:
    """Make requests that are never finished; others are answered meanwhile."""
    for _ in range(number):
        _, writer = await asyncio.open_connection(HOST, there.web_port)
        writer.write(request)
        there.held.append(writer)
    assert await answer(there.web_port, page_of(there)) == b"200"
    assert await answer(there.health_port, line("GET", "/readyz") + b"Host: here\r\n\r\n") == b"200"
    return number


def page_of(there: Everything) -> bytes:
    """Return the request for the page of the game."""
    return line("GET", f"/g/{there.game}") + b"Host: here\r\n\r\n"


async def made_up_codes(there: Everything, _: pytest.MonkeyPatch) -> int:
    """Come back from Discord with codes that are none, by the many addresses of one network."""
    requests, number = there.scene.discord.requests, 0
    for route in [route for _, route, statement in there.stated() if statement.origin is Origin.VISIT]:
        before = sum(request.path == "/oauth2/token" for request in requests)
        statuses = []
        for address in range(4 * EACH):
            headers = {"X-Forwarded-For": f"2001:db8:7:{address % 4}::{address}"}
            async with ClientSession(cookie_jar=CookieJar(unsafe=True), headers=headers) as stranger:
                begin = f"{there.address}{route.removesuffix('/callback')}"
                async with stranger.get(begin, allow_redirects=False) as begun:
                    state = URL(begun.headers["Location"]).query["state"]
                async with stranger.get(f"{there.address}{route}?state={state}&code=none") as answered:
                    statuses.append(answered.status)
        # A /56 may have twice as many as a household.
        assert (route, statuses) == (route, [400] * 2 * EACH + [503] * 2 * EACH)
        asked = sum(request.path == "/oauth2/token" for request in requests) - before
        assert asked == 2 * EACH
        number += 8 * EACH
    return number


async def pages_of_many(there: Everything, _: pytest.MonkeyPatch) -> int:
    """Open silent pages from everywhere until there is no room, but for players of a game in progress."""
    path = f"/g/{there.game}/live"
    address = f"{there.address}{path}"
    async with AsyncExitStack() as until, ClientSession() as session:

        async def opens(visitor: str, cookie: str = "") -> bool:
            headers = {"X-Forwarded-For": visitor, "Origin": there.address, "Cookie": cookie}
            socket = await until.enter_async_context(session.ws_connect(address, headers=headers))
            message = await socket.receive()
            return bool(message.data != CloseCode.TOO_MANY)

        of_one_network = [await opens(f"2001:db8:1:{net}::1") for net in range(PAGES // 2)]
        assert sum(of_one_network) == PAGES // 4
        of_others = [await opens(f"2001:db8:{net}::1") for net in range(10, 10 + PAGES)]
        assert sum(of_others) == PAGES // 4
        assert await opens("2001:db8:99::1", there.cookie)
    return PAGES // 2 + PAGES + 1


async def answers_to_nothing(there: Everything, _: pytest.MonkeyPatch) -> int:
    """Carry out every action of a player's page with what the page was never shown."""
    before = await there.scene.bot.kit.storage.game(1)
    headers = {"Origin": there.address, "Cookie": there.cookie}
    acts = [act for act in NAMED if act not in ("beat", "move")]
    async with (
        ClientSession(headers=headers) as session,
        session.ws_connect(f"{there.address}/g/{there.game}/live") as socket,
    ):
        for act in acts:
            await socket.send_json({"do": "act", "act": act, "names": "none", "sure": True})
            while (message := await socket.receive_json())["t"] != "said":
                pass
            assert (act, message["refused"]) == (act, True)
    assert await there.scene.bot.kit.storage.game(1) == before
    return len(acts)


async def files_again(there: Everything, monkeypatch: pytest.MonkeyPatch) -> int:
    """Ask for the largest file again and again; it was compressed before."""
    largest = max(page_assets().files, key=lambda name: len(page_assets().files[name]))
    compressed: list[int] = []
    compressor = zlib.compressobj

    def counted(*given: Any, **options: Any) -> Any:
        compressed.append(1)
        return compressor(*given, **options)

    monkeypatch.setattr(zlib, "compressobj", counted)
    routes = [route for _, route, _ in there.stated() if route.endswith("/{name}")]
    for route in routes * 10:
        path = there.path(route).replace("page.js", largest)
        request = line("GET", path) + b"Host: here\r\nAccept-Encoding: gzip\r\n\r\n"
        assert await answer(there.web_port, request) == b"200"
    assert compressed == []
    return 10 * len(routes)


async def other_hosts(there: Everything, _: pytest.MonkeyPatch) -> int:
    """Ask the port for people for the pages of supervisors by all names."""
    hosts = (
        "anything",
        "flipfour.example.org.",
        HOST,
        "localhost",
        "[::1]",
        f"{HOST}:{there.health_port}",
        "",
    )
    paths = [route.resource.canonical for route in there.supervisors[STATEMENTS] if route.resource]
    for path in paths:
        for host in hosts:
            for more in (b"", f"X-Forwarded-Host: {host}\r\nX-Forwarded-For: 127.0.0.1\r\n".encode()):
                request = line("GET", path) + f"Host: {host}\r\n".encode() + more + b"\r\n"
                assert (path, await answer(there.web_port, request)) == (path, b"404")
    return 2 * len(hosts) * len(paths)


ATTACKS: tuple[Attack, ...] = (
    long_texts,
    floods,
    posts_without_bodies,
    sockets_to_nothing,
    made_up_codes,
    pages_of_many,
    answers_to_nothing,
    files_again,
    other_hosts,
)


@pytest.fixture(autouse=True)
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make limits reachable, before the bot is made."""
    monkeypatch.setattr(web_server, "MAX_CONNECTIONS", CONNECTIONS)
    monkeypatch.setattr(visits, "MAX_ALL", CODES)
    monkeypatch.setattr(visits, "MAX_CLIENT", EACH)
    monkeypatch.setattr(page_limits, "MAX_PAGES", PAGES)
    monkeypatch.setattr(page_limits, "MAX_PAGES_CLIENT", EACH)


async def commands(there: Everything, number: int) -> float:
    """Have a person use commands; return the most processor time until one was acknowledged."""
    slowest = 0.0
    for _ in range(number):
        began = time.process_time()
        await there.scene.ben._acknowledged(there.scene.ben.sends("help"))
        slowest = max(slowest, time.process_time() - began)
    return slowest


async def harmless(there: Everything, number: int) -> None:
    """Ask for a page, as often."""
    for _ in range(number):
        assert await answer(there.web_port, page_of(there)) == b"200"


async def plays(there: Everything) -> None:
    """Have the opponent sign in from home, and the player whose turn it is play a move on their page."""
    scene = there.scene
    async with Visitor(scene.discord, scene.ben.id) as visitor:
        visitor._session.headers["X-Forwarded-For"] = "203.0.113.7"
        signed_in = await visitor.opens(f"{there.address}/sign-in?to=/g/{there.game}")
        assert (signed_in.status, signed_in.url.path) == (200, f"/g/{there.game}")
    headers = {"Origin": there.address, "Cookie": there.cookie}
    live = f"{there.address}/g/{there.game}/live"
    async with ClientSession(headers=headers) as session, session.ws_connect(live) as socket:
        await socket.send_json({"do": "move", "ply": 0, "move": "d3"})
        while (message := await socket.receive_json()).get("ply") != 1:
            assert "refused" not in message
    await scene.ben.taps("c3", (await scene.turn(scene.ben, after=0))[1])


async def processor_time(work: Awaitable[object]) -> float:
    began = time.process_time()
    await work
    return time.process_time() - began


async def test_others_play_on_under_every_attack(there: Everything, monkeypatch: pytest.MonkeyPatch) -> None:
    await there.plays()
    await asyncio.gather(harmless(there, ASKED), commands(there, COMMANDS))
    page = await processor_time(harmless(there, ASKED)) / ASKED
    command = await processor_time(commands(there, COMMANDS)) / COMMANDS
    for attack in ATTACKS:
        with monkeypatch.context() as patched, bounded(BOUND):
            began = time.process_time()
            number, slowest = await asyncio.gather(attack(there, patched), commands(there, COMMANDS))
            took = time.process_time() - began
        usual = number * page + COMMANDS * command
        assert (attack.__name__, took < TIMES * usual) == (attack.__name__, True)
        assert (attack.__name__, slowest < TIMES * (command + page)) == (attack.__name__, True)
        while there.held:
            there.held.pop().close()
    await plays(there)

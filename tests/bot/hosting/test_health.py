"""Health of the bot, the page that reports it, and the limits of that page's server."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientResponseError, ClientSession, web
from aiohttp.http_exceptions import BadHttpMessage
from structlog.testing import capture_logs
from structlog.typing import EventDict

from bot.core.errors import HostError
from bot.core.masking import MAX_LINES, WITHIN
from bot.core.metrics import Metrics
from bot.hosting import web_server
from bot.hosting.health import PROBE_EVERY, RECOVERY_WITHIN, Gateway, Health, application
from bot.hosting.monitor import STUCK
from bot.hosting.web_server import ServerLog, served
from bot.settings.machine import MAX_OPEN_FILES
from bot.web import connection_ui
from bot.web.connection_ui import CloseCode, refuse_socket
from data import StorageError
from executors.address import flipfour_version
from tests.bot.helpers import settle
from tests.cases import for_each
from tests.ports import free_port


class Clock:
    def __init__(self) -> None:
        self.now = 500.0

    def __call__(self) -> float:
        return self.now

    async def rest(self, seconds: float) -> None:
        self.now += seconds


def test_it_is_away_until_a_connection_whose_loss_counts_once() -> None:
    clock, losses = Clock(), list[None]()
    gateway = Gateway(clock, lambda: losses.append(None))
    clock.now += 30
    assert (gateway.ready, gateway.away) == (False, 30.0)
    gateway.connected()
    clock.now += 30
    assert (gateway.ready, gateway.away) == (True, 0.0)
    for _ in range(3):
        gateway.connected()
        clock.now += 10
        gateway.lost()
        clock.now += 5
        gateway.lost()
    assert len(losses) == 3
    assert (gateway.away, gateway.losses_within(60), gateway.losses_within(8)) == (5.0, 3, 1)


async def test_waiting_for_a_long_absence() -> None:
    clock = Clock()
    gateway = Gateway(clock, lambda: None)
    await gateway.away_for(600, clock.rest)
    assert gateway.away >= 600
    gateway.connected()
    began = clock.now

    async def lose_it_after_a_while(seconds: float) -> None:
        clock.now += seconds
        if clock.now >= began + 100:
            gateway.lost()

    await gateway.away_for(600, lose_it_after_a_while)
    assert 700 <= clock.now - began < 710


class Bot:
    """A healthy bot with controls for each fault."""

    def __init__(self) -> None:
        self.now = 0.0
        self.gateway = Gateway(lambda: self.now, lambda: None)
        self.health = Health(self.gateway, lambda: self.now)
        self.probes = 0
        self.fault: Exception | None = None
        self.gateway.connected()
        self.health.open(self._probe)
        self.health.record_recovery()

    async def _probe(self) -> None:
        self.probes += 1
        if self.fault is not None:
            raise self.fault

    async def faults(self) -> dict[str, str]:
        report = await self.health.check()
        found = {part: fault for part, fault in report.parts.items() if fault is not None}
        assert report.healthy == (not found)
        return found


async def test_faults_are_those_of_connection_recovery_and_storage() -> None:
    bot = Bot()
    assert (await bot.faults(), bot.health.ready().healthy) == ({}, True)
    bot.gateway.lost()
    bot.now += 42
    assert await bot.faults() == {"gateway": "not connected for 42 s"}
    assert not bot.health.ready().healthy
    bot = Bot()
    bot.now += RECOVERY_WITHIN
    assert await bot.faults() == {}
    bot.now += 60
    assert list(await bot.faults()) == ["recovery"]
    bot.health.record_recovery()
    assert await bot.faults() == {}
    bot = Bot()
    bot.fault = StorageError("the disk is full")
    assert await bot.faults() == {"storage": "the disk is full"}
    bot.fault = None
    assert list(await bot.faults()) == ["storage"], "one write stands for a while"
    bot.now += PROBE_EVERY
    assert await bot.faults() == {}
    bot = Bot()
    await asyncio.gather(*(bot.health.check() for _ in range(50)))
    assert bot.probes == 1
    health = Health(Gateway(lambda: 0.0, lambda: None), lambda: 0.0)
    report = await health.check()
    assert (set(report.parts), report.healthy) == ({"gateway", "storage", "recovery"}, False)
    bot.health.closing = True
    assert (health.ready().healthy, bot.health.ready().healthy) == (False, False)


async def test_a_standby_process_is_healthy() -> None:
    """It waits for another one's lease: it has no connection, no open storage and no recovery passes."""
    now = 0.0
    gateway = Gateway(lambda: now, lambda: None)
    health = Health(gateway, lambda: now)
    gateway.standing_by = True
    now = 86_400.0
    assert health.ready().healthy
    report = await health.check()
    assert (report.healthy, report.state, gateway.away) == (True, "standing by", 0.0)
    gateway.standing_by = False
    now += 30.0
    assert gateway.away == 30.0, "it only began to connect when the lease was free"
    report = await health.check()
    assert (report.healthy, report.state) == (False, "starting")


async def test_a_slow_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.hosting.health.PROBE_SECONDS", 0.0)
    bot = Bot()
    bot.health.open(asyncio.Event().wait)  # type: ignore[arg-type]
    assert list(await bot.faults()) == ["storage"]


async def test_a_write_without_a_result_is_tried_again() -> None:
    bot = Bot()
    bot.fault = ValueError("not a fault of the storage")
    for number in (1, 2):
        with pytest.raises(ValueError, match="not a fault"):
            await bot.health.check()
        assert bot.probes == number
    bot.health.open(asyncio.Event().wait)  # type: ignore[arg-type]
    cancelled = asyncio.create_task(bot.health.check())
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.wait({cancelled})
    bot.fault = StorageError("the disk is full")
    bot.health.open(bot._probe)
    assert await bot.faults() == {"storage": "the disk is full"}


async def test_the_page_answers_with_status_codes() -> None:
    bot, port = Bot(), free_port()
    page = application(bot.health, Metrics())
    async with served(page, "127.0.0.1", port), ClientSession(f"http://127.0.0.1:{port}") as browser:

        async def get(path: str) -> tuple[int, str]:
            async with browser.get(path) as answer:
                return answer.status, await answer.text()

        status, text = await get("/healthz")
        assert (status, '"storage": "ok"' in text, '"state": "serving"' in text) == (200, True, True)
        assert (await get("/readyz"))[0] == 200
        status, text = await get("/metrics")
        assert f'version="{flipfour_version()}"' in text
        assert (status, f"# HELP flipfour_{STUCK.name}" in text) == (200, True)
        bot.gateway.lost()
        assert (await get("/healthz"))[0] == 503
        assert (await get("/readyz"))[0] == 503
        assert (await get("/"))[0] == 404


async def test_a_taken_port_is_named_and_none_serves_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(HostError, match=f"cannot be served on 127.0.0.1:{port} .*FLIPFOUR_HEALTH_PORT"):
            async with served(web.Application(), "127.0.0.1", port):
                pass
    async with served(web.Application(), "127.0.0.1", 0):
        pass


ROOT = Path(__file__).parents[3]
HALF_A_REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: "
WITHOUT_ITS_BODY = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n"
SOCKET = (
    b"GET /refused HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n"
)

TURNS = 1000
"""Turns of the event loop within which everything on a loopback socket has happened."""


class Page:
    """A page at / that answers at once, one at /slow that waits to be told to, and a socket for no one."""

    def __init__(self) -> None:
        self.port = free_port()
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        self.begun_by = 0
        self.writers: list[asyncio.StreamWriter] = []
        self.application = web.Application()
        get, post = web.get("/", self._answer), web.post("/", self._answer)
        slow, refused = web.get("/slow", self._answer_slowly), web.get("/refused", self._refuse)
        self.application.add_routes([get, post, slow, refused])

    async def _answer(self, request: web.Request) -> web.Response:
        await request.read()
        return web.Response(text="here")

    async def _refuse(self, request: web.Request) -> web.StreamResponse:
        return await refuse_socket(request, CloseCode.NO_GAME)

    async def _answer_slowly(self, _: web.Request) -> web.Response:
        self.begun.set()
        self.begun_by += 1
        await self.go_on.wait()
        return web.Response(text="at last")

    async def connects(self, data: bytes = b"") -> asyncio.StreamReader:
        """Open a connection, send something, and read what comes back."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers.append(writer)
        writer.write(data)
        await writer.drain()
        return reader

    async def get(self, path: str = "/", by: str = "") -> str:
        """Get a page through a new connection, maybe by a proxy that names the visitor's address."""
        async with (
            ClientSession(f"http://127.0.0.1:{self.port}", raise_for_status=True) as browser,
            browser.get(path, headers={"X-Forwarded-For": by}) as answer,
        ):
            return await answer.text()


async def is_disconnected(reader: asyncio.StreamReader) -> None:
    with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
        await reader.readexactly(1)


@pytest.fixture
async def page(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Page]:
    """A server with `few` places, if the test says so."""
    monkeypatch.setattr(web_server, "MAX_CONNECTIONS", getattr(request, "param", web_server.MAX_CONNECTIONS))
    page = Page()
    async with served(page.application, "127.0.0.1", page.port):
        yield page
        for writer in page.writers:
            writer.close()


async def test_a_client_that_asks_nothing_is_disconnected(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_server, "READ_SECONDS", 0.01)
    for sent in (b"", HALF_A_REQUEST):
        await is_disconnected(await page.connects(sent))


async def test_a_client_that_is_done_is_disconnected_after_a_while(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_server, "IDLE_SECONDS", 0.01)
    reader = await page.connects(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
    assert b"here" in await reader.readuntil(b"\r\n\r\nhere")
    await is_disconnected(reader)


async def test_what_takes_too_long_is_given_up(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "ANSWER_SECONDS", 0.01)
    await is_disconnected(await page.connects(b"GET /slow HTTP/1.1\r\nHost: here\r\n\r\n"))
    monkeypatch.setattr(web_server, "READ_SECONDS", 0.01)
    await is_disconnected(await page.connects(WITHOUT_ITS_BODY))


def few(places: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("page", [places], indirect=True, ids=["few"])


@few(3)
async def test_more_connections_than_allowed_close_the_oldest_silent_ones(page: Page) -> None:
    slow = asyncio.create_task(page.get("/slow"))
    await page.begun.wait()
    readers = [await page.connects(HALF_A_REQUEST) for _ in range(40)]
    assert await page.get() == "here"
    await settle(TURNS)
    closed = [reader.at_eof() or reader.exception() is not None for reader in readers]
    assert closed == [True] * 39 + [False]
    page.go_on.set()
    assert await slow == "at last", "a request in progress is not a silent one"


@few(3)
@pytest.mark.parametrize("sent", [WITHOUT_ITS_BODY, SOCKET], ids=["no body", "no answer to a refusal"])
async def test_who_keeps_the_server_waiting_gives_way(
    page: Page, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_ui, "REFUSED_SECONDS", 60.0)
    for _ in range(10):
        await page.connects(sent)
        assert await page.get() == "here"


@few(6)
async def test_one_network_never_takes_the_places_of_others(page: Page) -> None:
    greedy = [asyncio.create_task(page.get("/slow", by=f"2001:db8:0:{n}::1")) for n in range(3)]
    while page.begun_by < 3:  # noqa: ASYNC110
        await asyncio.sleep(0)
    with pytest.raises(ClientResponseError) as refused:
        await page.get(by="2001:db8::2")
    assert refused.value.status == 429
    assert await page.get(by="2001:db8:1::1") == "here"
    page.go_on.set()
    assert await asyncio.gather(*greedy) == ["at last"] * 3


@few(1)
async def test_only_requests_in_progress_leave_no_room(page: Page) -> None:
    slow = asyncio.create_task(page.get("/slow"))
    await page.begun.wait()
    await is_disconnected(await page.connects())
    page.go_on.set()
    assert await slow == "at last"


@for_each(
    "request_",
    b"GET / HTTP/1.1\r\nHost: a\r\n",
    b"GET /nowhere HTTP/1.1\r\nHost: a\r\n",
    b"GET / HTTP/9.9\r\n",
    b"\x16\x03 a\r\n",
)
async def test_no_answer_names_the_server(page: Page, request_: bytes) -> None:
    reader = await page.connects(request_ + b"Connection: close\r\n\r\n")
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    assert head.startswith(b"http/1.")
    assert b"server:" not in head
    assert b"aiohttp" not in head


async def test_connections_that_cannot_be_accepted_are_one_line(page: Page) -> None:
    loop = asyncio.get_running_loop()
    error = OSError(errno.EMFILE, "Too many open files")
    context = {"message": "socket.accept() out of system resource", "exception": error, "socket": object()}
    with capture_logs() as logged:
        for _ in range(1000):
            loop.call_exception_handler(context)
    (line,) = logged
    assert (line["log_level"], line["error"], line["code"]) == ("error", "Too many open files", "EMFILE")
    assert "exc_info" not in line


async def test_other_errors_of_the_loop_are_left_to_the_handler_before() -> None:
    loop, seen = asyncio.get_running_loop(), []
    loop.set_exception_handler(lambda _, context: seen.append(context["message"]))
    try:
        async with served(web.Application(), "127.0.0.1", free_port()):
            loop.call_exception_handler({"message": "lost", "exception": OSError(errno.EMFILE, "")})
        loop.call_exception_handler({"message": "after", "exception": ValueError()})
    finally:
        loop.set_exception_handler(None)
    assert seen == ["lost", "after"]


LIMITS = """
import json, resource
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))
from bot.settings.machine import raise_open_files
raise_open_files()
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
print(json.dumps([soft, hard]))
"""


def test_a_start_raises_the_soft_limit_of_open_files() -> None:
    said = subprocess.run([sys.executable, "-c", LIMITS], capture_output=True, check=True, cwd=ROOT)
    soft, hard = json.loads(said.stdout)
    assert soft == (MAX_OPEN_FILES if hard == -1 else min(MAX_OPEN_FILES, hard))


def test_errors_are_limited_and_those_of_visitors_are_none(log: list[EventDict]) -> None:
    for error in (BadHttpMessage("no header"), ConnectionResetError()):
        ServerLog().exception("Error handling request from %s", "here", exc_info=error)
    assert log == []
    now = 0.0
    server = ServerLog(lambda: now)
    for _ in range(MAX_LINES + 7):
        server.exception("Error handling request from %s", "here", exc_info=ValueError())
    assert len(log) == MAX_LINES
    server.exception("Error handling request from %s", "here", exc_info=KeyError())
    assert isinstance(log[-1]["exc_info"], KeyError)
    now = WITHIN
    server.exception("Error handling request from %s", "here", exc_info=ValueError())
    assert log[-1]["left_out"] == 7

"""What no browser sends, to every route of the server: a visitor's mistake is no error of ours."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine
from structlog.typing import EventDict

from bot.web.sign_in_ui import COOKIE, STATE_COOKIE
from tests.loopback.everything import Everything
from tests.ports import HOST

ODD = ("%00", "%ff", "%ED%A0%80", "%0d%0a", "..%2f..", "%27%22%3c", "%F0%9F%A6%89", "9" * 30, "x" * 3000)
"""Parts of an address: a zero, no text, half a character, new lines, other folders, and too much."""

QUERY = "?" + "&".join(
    f"{name}={{odd}}"
    for name in ("to", "state", "code", "error", "instance", "custom", "locale", "frame_id", "as")
)

HEADERS = (
    b"Cookie: flipfour_session=\xff\xfe; __Secure-flipfour_session=\xff\r\n",
    b"Cookie: " + STATE_COOKIE.encode() + b"=\xff.\xff\r\n",
    b"Cookie: \xff=\xff; =; ;;\r\n",
    b"Accept-Language: \xff;q=9,,;=\r\n",
    b"X-Forwarded-For: \xff,,[::\r\n",
    b"X-Forwarded-Host: ,,[\r\n",
    b"Origin: \xff\r\n",
    b"Expect: the worst\r\n",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \xff\r\n",
    b"No header\r\n",
    b"X-Large: " + b"x" * 20_000 + b"\r\n",
    b"Content-Length: -1\r\n",
    b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
)
SOCKET = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n"
)
BODIES = (
    b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
    b"Transfer-Encoding: chunked\r\n\r\nabcd\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n",
    b'Content-Length: 37\r\n\r\n{"code":"\\ud800","instance":"\\u0000"} ',
    b"Content-Length: 2\r\n\r\n\xff\xfe",
    b"Content-Length: 9000\r\n\r\n" + b"[" * 9000,
)
LEFT_EARLY = (b"Content-Length: 100\r\n\r\nabc", b"Transfer-Encoding: chunked\r\n\r\n64\r\nabc", SOCKET)


NO_HTTP = (
    b"GET",
    b"\xff\xff\xff",
    b"\x16\x03\x01\x02",
    b"GET \xff HTTP/1.1",
    b"GET / HTTP/9.9",
    b"BREW / HTTP/1.1",
)


@pytest.fixture
def stored() -> Iterator[list[str]]:
    """The odd texts that reach the database, which PostgreSQL would refuse."""
    found: list[str] = []

    def look(connection: Any, cursor: Any, statement: str, given: Any, context: Any, many: bool) -> None:
        values = given.values() if isinstance(given, dict) else given
        odd = [one for one in values if isinstance(one, str) and re.search("[\0\ud800-\udfff]", one)]
        found.extend(f"{one!r} in {statement}" for one in odd)

    event.listen(Engine, "before_cursor_execute", look)
    yield found
    event.remove(Engine, "before_cursor_execute", look)


async def answer(port: int, request: bytes) -> bytes:
    """Return the status of the answer to a request, without waiting for more."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(request)
    try:
        return (await reader.readline())[9:12]
    except ConnectionError:
        return b""
    finally:
        writer.close()


def malformed(app: Any, origin: str, cookie: str) -> Iterator[bytes]:
    """Return requests to each route of a server that no browser sends, whole ones."""
    for method, path in routes(app):
        headers = f"Host: here\r\nOrigin: {origin}\r\n".encode()
        for odd in ODD:
            asked = line(method, re.sub("{[^}]*}", odd, path) + QUERY.format(odd=odd)) + headers
            yield asked + b"\r\n"
            yield asked + SOCKET + f"Cookie: {cookie}; {STATE_COOKIE}={odd}.{odd}\r\n\r\n".encode()
        asked = line(method, re.sub("{[^}]*}", "1", path) + "?state=%ff&code=1")
        for header in HEADERS:
            yield asked + b"Host: here\r\n" + header + b"\r\n"
            yield asked + headers + header + b"\r\n"
        for body in BODIES:
            yield asked + headers + body
    yield from (one + b"\r\nHost: here\r\n\r\n" for one in NO_HTTP)


def routes(app: Any) -> Iterator[tuple[str, str]]:
    return ((one.method, one.resource.canonical) for one in app.router.routes() if one.method != "HEAD")


def line(method: str, path: str) -> bytes:
    return f"{method} {path} HTTP/1.1\r\n".encode()


async def test_a_mistake_is_told_to_who_made_it_and_not_to_the_host(
    there: Everything, log: list[EventDict], stored: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    settings = there.scene.bot._settings
    instance = there.scene.discord.join(there.scene.channel, there.scene.ann.user)
    cookie = await there.signed_in(there.scene.ann, instance)
    assert COOKIE in cookie
    apps = ((settings.web_port, there.people), (settings.health_port, there.supervisors))
    for port, app in apps:
        for request in malformed(app, there.address, cookie):
            told = (request[:300], (await answer(port, request)) < b"500", errors(log, caplog), stored)
            assert told == (request[:300], True, [], [])
    # Who leaves early is no error.
    for method, path in routes(there.people):
        for body in LEFT_EARLY:
            _, writer = await asyncio.open_connection(HOST, settings.web_port)
            writer.write(line(method, re.sub("{[^}]*}", "1", path)) + b"Host: here\r\n" + body)
            writer.close()
            await writer.wait_closed()
            # What comes after it finds all of it done.
            assert await answer(settings.web_port, b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
    assert errors(log, caplog) == []


def errors(log: list[EventDict], caplog: pytest.LogCaptureFixture) -> list[Any]:
    return [entry for entry in log if entry["log_level"] in ("error", "critical")] + [
        record for record in caplog.records if record.levelno >= logging.ERROR
    ]

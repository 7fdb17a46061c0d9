"""The servers of the health page and of the pages for people: limits, and what they log of strangers."""

from __future__ import annotations

import asyncio
import errno
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from enum import Enum
from typing import Any, cast

import structlog
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from bot.core.errors import HostError
from bot.core.masking import FewLines
from bot.core.visitors import UNKNOWN, Groups, Places, groups_at, groups_of
from bot.web.page_limits import PORT, Received

log = structlog.get_logger(__name__)


class ServerLog:
    """The log of aiohttp's server, which takes what is no HTTP for an error."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lines = FewLines()

    def debug(self, message: str, *given: object, exc_info: object = None) -> None:
        """Log nothing of clients that leave."""

    def exception(self, message: str, *given: object, exc_info: object = None) -> None:
        """Log an error of ours, unless there were too many lately."""
        error = exc_info if isinstance(exc_info, BaseException) else sys.exception()
        if isinstance(error, HttpProcessingError | ConnectionError):
            return
        facts = self._lines.admit(type(error).__name__, self._clock())
        if facts is not None:
            log.error("a request failed", exc_info=error, **facts)


MAX_CONNECTIONS = 128
"""Maximum open connections; one more closes one that waits for its client, of the network with the most."""

MAX_CONNECTIONS_CLIENT = 16
"""Maximum open connections of one household; a larger network may have up to four times as many."""

READ_SECONDS = 10.0
"""Time limit for the first request of a connection, and for the body of any."""

IDLE_SECONDS = 75.0
"""Time limit for sending an answer and reading the next request; longer than proxies keep a connection."""

ANSWER_SECONDS = 60.0
"""Time limit for computing an answer; requests to Discord have shorter ones."""

FLOODED_SECONDS = 3.0
"""Time until a socket that receives too much is closed, in which its client may be told why."""

BACKLOG = 16
"""Connections that the kernel holds before they are accepted; asyncio retries as many after each error."""

CLOSING_SECONDS = 3.0
"""Time for requests in progress when the server closes; the whole process has twelve seconds."""

TOLD_SECONDS = 60.0
"""Time between two lines about connections that cannot be accepted."""


class Purpose(Enum):
    """What is served; its name is in those of its settings."""

    HEALTH = "the health page"
    WEB = "the web pages"


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


async def _hide_server(_: web.BaseRequest, answer: web.StreamResponse) -> None:
    """Name no software and no version."""
    answer.headers.pop("Server", None)


class _NamelessError(web.Response):
    async def _prepare_headers(self) -> None:
        await super()._prepare_headers()
        self.headers.pop("Server", None)


class _Nameless(web.RequestHandler):
    """aiohttp's handler, whose answers to what is no request name no server: no signal is sent for them."""

    def handle_error(self, *args: Any, **options: Any) -> web.StreamResponse:
        """Return the answer to a malformed request."""
        answer = cast("web.Response", super().handle_error(*args, **options))
        error = _NamelessError(status=answer.status, text=answer.text, content_type=answer.content_type)
        error.force_close()
        return error


class _Connections:
    """The open connections of a server, those that have waited longest for their client first."""

    server: web.Server

    def __init__(self) -> None:
        self._open: dict[asyncio.BaseTransport | None, _Connection] = {}
        self._places = Places(MAX_CONNECTIONS, MAX_CONNECTIONS_CLIENT, unknown=MAX_CONNECTIONS)

    def __call__(self) -> asyncio.Protocol:
        inner = _Nameless(self.server, loop=asyncio.get_running_loop(), **self.server._kwargs)
        return _Connection(self, cast("asyncio.Protocol", inner))

    def opened(self, connection: _Connection, transport: asyncio.Transport) -> None:
        peer = transport.get_extra_info("peername")
        if self._enter(transport, connection, groups_at(peer[0] if peer else None)):
            connection.wait(READ_SECONDS)
        else:
            transport.abort()

    def leave(self, transport: asyncio.BaseTransport | None, flooded: Callable[[], None]) -> None:
        """Neither count nor time a connection any more, since it became a socket with limits of its own.

        `flooded` is called when it receives too much; soon afterwards it is closed.
        """
        connection = self.closed(transport)
        if connection is not None:
            connection.become_socket(flooded)

    def refuse(self, transport: asyncio.BaseTransport | None, seconds: float) -> None:
        """Let a connection that is being refused give way to others, and end it after some seconds."""
        connection = self._open.get(transport)
        if connection is not None:
            connection.become_socket(connection.abort)
            connection.abort_after(seconds)
            connection.answering = False

    def closed(self, transport: asyncio.BaseTransport | None) -> _Connection | None:
        connection = self._open.pop(transport, None)
        if connection is not None:
            self._places.give_back(connection.groups)
        return connection

    @web.middleware
    async def limited(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer within the limits: first those of who asks, then of time to read a body, and to answer."""
        if not self._is_admitted(request):
            refused = web.HTTPTooManyRequests()
            refused.force_close()
            raise refused
        if request.body_exists:
            try:
                await request.read()
            except (ConnectionError, web.RequestPayloadError) as error:
                # The client has left meanwhile, or never sends the rest.
                raise web.HTTPBadRequest from error
        async with self._answering(request.transport):
            return await handler(request)

    def _is_admitted(self, request: web.Request) -> bool:
        """Count a connection for who asks through it, maybe by a proxy; returns False if there is no room."""
        transport = request.transport
        connection = self.closed(transport)
        if connection is None:
            # It had to give way to another one.
            return False
        admitted = self._enter(transport, connection, groups_of(request))
        if not admitted:
            self._enter(transport, connection, connection.groups)
        connection.wait(READ_SECONDS)
        return admitted

    @asynccontextmanager
    async def _answering(self, transport: asyncio.BaseTransport | None) -> AsyncIterator[None]:
        """Give a connection the time to answer in this context."""
        connection = self._open.get(transport)
        if connection is None:
            yield
            return
        connection.answering = True
        connection.wait(ANSWER_SECONDS)
        try:
            yield
        finally:
            connection.answering = False
            connection.wait(IDLE_SECONDS)

    def _enter(
        self, transport: asyncio.BaseTransport | None, connection: _Connection, groups: Groups
    ) -> bool:
        """Give a connection the last place in the row of those that wait, if there is one or can be one."""
        while not self._places.has_room(groups):
            full = self._places.full(groups)
            waiting = [
                one
                for one in self._open.items()
                if not one[1].answering and (not full or any(group in one[1].groups for group in full))
            ]
            if not waiting:
                return False
            # The first one of equals, which has waited longest.
            other, state = max(waiting, key=lambda one: self._places.taken(one[1].groups))
            self.closed(other)
            state.abort()
        connection.groups = groups
        self._places.take(groups)
        self._open[transport] = connection
        return True


class _Connection(asyncio.Protocol):
    """A connection: aiohttp's own, with a time limit."""

    def __init__(self, connections: _Connections, inner: asyncio.Protocol) -> None:
        self._connections = connections
        self._inner = inner
        self._transport: asyncio.Transport | None = None
        self._limit: asyncio.TimerHandle | None = None
        self._received: Received | None = None
        """What it received as a socket."""
        self._flooded: Callable[[], None] | None = None
        self.answering = False
        self.groups: Groups = UNKNOWN
        """Where its client is."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._inner.connection_made(transport)
        self._connections.opened(self, self._transport)

    def connection_lost(self, error: Exception | None) -> None:
        assert self._transport is not None
        if self._limit is not None:
            self._limit.cancel()
        self._connections.closed(self._transport)
        self._transport = None
        self._inner.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Pass data on, unless it is too much."""
        now = asyncio.get_running_loop().time()
        if self._received is None or not self._received.is_too_much(len(data), now):
            self._inner.data_received(data)
        elif self._transport is not None:
            self._transport.pause_reading()
            if self._flooded is not None:
                self.abort_after(FLOODED_SECONDS)
                self._flooded()
                self._flooded = None

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def become_socket(self, flooded: Callable[[], None]) -> None:
        if self._limit is not None:
            self._limit.cancel()
        self._received, self._flooded = Received(), flooded

    def wait(self, seconds: float) -> None:
        """Close the connection after this many seconds without another call, unless it is a socket."""
        if self._received is None:
            self.abort_after(seconds)

    def abort_after(self, seconds: float) -> None:
        """Close the connection after this many seconds."""
        if self._limit is not None:
            self._limit.cancel()
        if self._transport is not None:
            self._limit = asyncio.get_running_loop().call_later(seconds, self.abort)

    def abort(self) -> None:
        """Close the connection, without waiting for anything that the client has not read."""
        if self._transport is not None:
            self._transport.abort()


@contextmanager
def _few_accept_errors(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Log one line now and then about connections that cannot be accepted, not a traceback for each.

    asyncio reports each of its retries. Everything else is left to the handler before.
    """
    before, told_at = loop.get_exception_handler(), float("-inf")

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal told_at
        error = context.get("exception")
        if "socket" not in context or not isinstance(error, OSError):
            if before is None:
                loop.default_exception_handler(context)
            else:
                before(loop, context)
        elif (now := time.monotonic()) - told_at >= TOLD_SECONDS:
            told_at = now
            code = errno.errorcode.get(error.errno or 0)
            log.error("no connections can be accepted; retrying", error=error.strerror, code=code)

    loop.set_exception_handler(handle)
    try:
        yield
    finally:
        loop.set_exception_handler(before)


@asynccontextmanager
async def served(
    page: web.Application, address: str, port: int, what: Purpose = Purpose.HEALTH
) -> AsyncIterator[None]:
    """Serve the page meanwhile; port 0 disables it. Raises `HostError` when the address is unavailable."""
    if port == 0:
        yield
        return
    loop = asyncio.get_running_loop()
    connections = page[PORT] = _Connections()
    page.middlewares.insert(0, connections.limited)
    page.on_response_prepare.append(_hide_server)
    runner = web.AppRunner(
        page,
        access_log=None,
        logger=ServerLog(),
        shutdown_timeout=CLOSING_SECONDS,
        # What a client sends besides is not read at all, and nothing has a reason to be compressed.
        lingering_time=0.0,
        auto_decompress=False,
    )
    await runner.setup()
    assert runner.server is not None
    connections.server = runner.server
    try:
        try:
            listener = await loop.create_server(connections, address, port, backlog=BACKLOG)
        except OSError as error:
            raise HostError(
                f"{what.value} cannot be served on {address}:{port} ({error.strerror}): choose another "
                f"FLIPFOUR_{what.name}_PORT or FLIPFOUR_{what.name}_ADDRESS"
            ) from error
        try:
            with _few_accept_errors(loop):
                yield
        finally:
            listener.close()
    finally:
        await runner.cleanup()

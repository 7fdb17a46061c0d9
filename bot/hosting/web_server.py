"""The server of the health page and the pages for people: its limits, and what it logs.

Every connection has a time limit for each of its states, and their number is bounded: slow or silent clients
must not use up the files that connections to Discord and the database need.
"""

from __future__ import annotations

import asyncio
import errno
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import structlog
from aiohttp import web

from bot.core.errors import HostError
from bot.web.page_limits import LEAVE_BUDGET, LeaveBudget, Received

log = structlog.get_logger(__name__)

MAX_CONNECTIONS = 64
"""Maximum open connections; one more closes the one that has waited longest for its client."""

READ_SECONDS = 10.0
"""Time limit for the first request of a connection."""

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


class _Connections:
    """The open connections of a server, those that have waited longest for their client first."""

    def __init__(self, server: web.Server) -> None:
        self._server = server
        self._open: dict[asyncio.Transport, _Connection] = {}

    def __call__(self) -> asyncio.Protocol:
        """Return the protocol of a new connection."""
        return _Connection(self, cast("asyncio.Protocol", self._server()))

    def opened(self, connection: _Connection, transport: asyncio.Transport) -> None:
        """Add a connection, and close another one if there are too many."""
        self._open[transport] = connection
        connection.wait(READ_SECONDS)
        if len(self._open) > MAX_CONNECTIONS:
            waiting = [other for other, state in self._open.items() if not state.answering]
            _abort(waiting[0] if waiting else transport)

    def leave(self, transport: asyncio.BaseTransport | None, flooded: Callable[[], None]) -> None:
        """Neither count nor time a connection any more, since it became a socket with limits of its own.

        `flooded` is called when it receives too much; soon afterwards it is closed.
        """
        connection = self._open.pop(cast("asyncio.Transport", transport), None)
        if connection is not None:
            connection.become_socket(flooded)

    def closed(self, transport: asyncio.Transport) -> None:
        """Remove a connection."""
        self._open.pop(transport, None)

    @asynccontextmanager
    async def answering(self, transport: asyncio.BaseTransport | None) -> AsyncIterator[None]:
        """Give a connection the time to answer in this context."""
        # Its place among those that wait is the last, afterwards.
        connection = self._open.pop(cast("asyncio.Transport", transport), None)
        if connection is None:
            yield
            return
        self._open[cast("asyncio.Transport", transport)] = connection
        connection.answering = True
        connection.wait(ANSWER_SECONDS)
        try:
            yield
        finally:
            connection.answering = False
            connection.wait(IDLE_SECONDS)


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

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast("asyncio.Transport", transport)
        self._inner.connection_made(transport)
        self._connections.opened(self, self._transport)

    def connection_lost(self, error: Exception | None) -> None:
        """End."""
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
                self._abort_after(FLOODED_SECONDS)
                self._flooded()
                self._flooded = None

    def eof_received(self) -> bool | None:
        """Pass the end of the data on."""
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """Pass on that the client reads too slowly."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the client reads again."""
        self._inner.resume_writing()

    def become_socket(self, flooded: Callable[[], None]) -> None:
        """End all time limits, and limit what is received."""
        if self._limit is not None:
            self._limit.cancel()
        self._received, self._flooded = Received(), flooded

    def wait(self, seconds: float) -> None:
        """Close the connection after this many seconds without another call, unless it is a socket."""
        if self._received is None:
            self._abort_after(seconds)

    def _abort_after(self, seconds: float) -> None:
        if self._limit is not None:
            self._limit.cancel()
        if self._transport is not None:
            self._limit = asyncio.get_running_loop().call_later(seconds, _abort, self._transport)


def _abort(transport: asyncio.Transport) -> None:
    # Unlike close(), this waits for nothing that the client has not read.
    transport.abort()


class _AcceptErrors:
    """Logs one line now and then about connections that cannot be accepted, not a traceback for each.

    asyncio reports each of its retries. Everything else is left to the handler before.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told_at = float("-inf")
        self._before: Callable[[asyncio.AbstractEventLoop, dict[str, Any]], object] | None = None

    def install(self, loop: asyncio.AbstractEventLoop) -> None:
        """Handle the loop's errors."""
        self._before = loop.get_exception_handler()
        loop.set_exception_handler(self.handle)

    def remove(self, loop: asyncio.AbstractEventLoop) -> None:
        """Restore the handler before."""
        loop.set_exception_handler(self._before)

    def handle(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle one error of the loop."""
        error = context.get("exception")
        if "socket" in context and isinstance(error, OSError):
            now = self._clock()
            if now - self._told_at >= TOLD_SECONDS:
                self._told_at = now
                log.error(
                    "no connections can be accepted; retrying",
                    error=error.strerror,
                    code=errno.errorcode.get(error.errno or 0),
                )
        elif self._before is not None:
            self._before(loop, context)
        else:
            loop.default_exception_handler(context)


@asynccontextmanager
async def served(page: web.Application, address: str, port: int) -> AsyncIterator[None]:
    """Serve the page meanwhile; port 0 disables it. Raises `HostError` when the address is unavailable."""
    if port == 0:
        yield
        return
    loop, errors = asyncio.get_running_loop(), _AcceptErrors()

    @web.middleware
    async def limited(
        request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        async with connections.answering(request.transport):
            return await handler(request)

    leave = list[LeaveBudget]()
    page[LEAVE_BUDGET] = lambda transport, flooded: leave[0](transport, flooded)
    page.middlewares.insert(0, limited)
    runner = web.AppRunner(page, access_log=None, shutdown_timeout=CLOSING_SECONDS)
    await runner.setup()
    assert runner.server is not None
    connections = _Connections(runner.server)
    leave.append(connections.leave)
    try:
        try:
            listener = await loop.create_server(connections, address, port, backlog=BACKLOG)
        except OSError as error:
            raise HostError(
                f"the health page cannot be served on {address}:{port} ({error.strerror}): choose another "
                "FLIPFOUR_HEALTH_PORT or FLIPFOUR_HEALTH_ADDRESS"
            ) from error
        errors.install(loop)
        try:
            yield
        finally:
            errors.remove(loop)
            listener.close()
    finally:
        await runner.cleanup()

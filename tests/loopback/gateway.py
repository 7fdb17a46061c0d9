"""The gateway: a websocket with a zlib stream, sessions that can be resumed, and all the ways it breaks.

Sources: Discord's documentation of the gateway (opcodes, close codes, resuming).
"""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from tests.loopback.model import Payload

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT = 0, 1, 2, 6, 7
INVALID_SESSION, HELLO, ACKNOWLEDGED = 9, 10, 11
NOT_AUTHENTICATED, AUTHENTICATION_FAILED, ALREADY_AUTHENTICATED = 4003, 4004, 4005
CLOSED_FOR_GOOD = (1000, 1001)
"""With one of these a bot ends its session; with any other code it may come back to it."""

MAX_EVENTS = 10_000
"""Maximum events of a session that are stored for a resume."""


@dataclass
class Session:
    """Events sent to a bot since it identified itself; a session outlives its connections."""

    id: str
    intents: int
    shard: tuple[int, int] = (0, 1)
    """The number of its shard, and how many there are."""
    sequence: int = 0
    events: deque[tuple[int, Payload]] = field(default_factory=lambda: deque(maxlen=MAX_EVENTS))
    connection: Connection | None = None

    def hears_of(self, event: str, data: Payload) -> bool:
        """True if an event belongs to its shard: the server's, or the first without a server."""
        guild_id = data.get("id") if event.startswith("GUILD_") else data.get("guild_id")
        shard, count = self.shard
        return event in ("READY", "RESUMED") or (int(guild_id or 0) >> 22) % count == shard


class Connection:
    """A websocket connection."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.session: Session | None = None
        self.silent = False
        """True for a zombie: open, but silent."""
        self.closed_here = False
        """True if Discord closed it."""
        self._request = request
        self._compressor = zlib.compressobj()
        self._waiting: asyncio.Queue[bytes | int] = asyncio.Queue()

    def send(self, message: Payload) -> None:
        """Send a message behind those that are on their way."""
        if not self.silent:
            text = json.dumps(message).encode()
            compressed = self._compressor.compress(text) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
            self._waiting.put_nowait(compressed)

    def close(self, code: int) -> None:
        """Close the connection in good order, behind what is on its way."""
        self.closed_here = True
        self._waiting.put_nowait(code)

    def cut(self) -> None:
        """End the connection without a word, as when a cable is pulled."""
        transport = self._request.transport
        if transport is not None:
            transport.abort()

    async def write(self) -> None:
        """Send queued payloads until the connection is closed."""
        while True:
            message = await self._waiting.get()
            if isinstance(message, int):
                await self.socket.close(code=message)
                return
            await self.socket.send_bytes(message)


class Gateway:
    """Takes bots in, and tells them what happens."""

    def __init__(
        self,
        token: Callable[[], str],
        first_events: Callable[[str], list[tuple[str, Payload]]],
        heartbeat_seconds: float,
    ) -> None:
        """`first_events` are what a new session is told, `READY` first; it gets the session's id."""
        self._token = token
        self._first_events = first_events
        self.heartbeat_seconds = heartbeat_seconds
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.heard: list[str] = []
        """Operations of bots in order: `identify`, `resume`."""
        self.identified: Payload = {}
        """Payload of the last `identify`."""
        self.heartbeats = 0
        self.changed: Callable[[], None] = lambda: None

    # --- what Discord does ---------------------------------------------------------------------------------

    def dispatch(self, event: str, data: Payload) -> None:
        """Tell every session of something; those that are away are told when they are back."""
        for session in self.sessions.values():
            self._tell(session, event, data)

    def cut(self) -> None:
        """Cut every connection without a word."""
        for connection in [*self.connections]:
            self._leave(connection)
            connection.cut()

    def close(self, code: int) -> None:
        """Close every connection with a code."""
        for connection in [*self.connections]:
            connection.close(code)

    def ask_to_reconnect(self) -> None:
        """Opcode 7."""
        for connection in self.connections:
            connection.send({"op": RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool) -> None:
        """Opcode 9; sessions that cannot be resumed are gone."""
        for connection in self.connections:
            connection.send({"op": INVALID_SESSION, "d": resumable})
        if not resumable:
            self.forget_sessions()

    def forget_sessions(self) -> None:
        self.sessions.clear()

    def fall_silent(self) -> None:
        """Let every connection become a zombie."""
        for connection in self.connections:
            connection.silent = True

    @property
    def present(self) -> int:
        """Number of connected sessions."""
        return sum(session.connection is not None for session in self.sessions.values())

    # --- what bots do --------------------------------------------------------------------------------------

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """A bot opens a websocket."""
        if request.query.get("compress") != "zlib-stream" or request.query.get("encoding") != "json":
            raise web.HTTPBadRequest(text="this gateway speaks JSON in a zlib stream")
        socket = web.WebSocketResponse(compress=False, max_msg_size=4096)
        await socket.prepare(request)
        connection = Connection(socket, request)
        self.connections.add(connection)
        writing = asyncio.create_task(connection.write())
        connection.send({"op": HELLO, "d": {"heartbeat_interval": int(self.heartbeat_seconds * 1000)}})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._hear(connection, json.loads(message.data))
        finally:
            self._leave(connection)
            writing.cancel()
            ended = socket.close_code in CLOSED_FOR_GOOD and not connection.closed_here
            if ended and connection.session is not None:
                self.sessions.pop(connection.session.id, None)
        return socket

    def _hear(self, connection: Connection, message: Payload) -> None:
        op, data = message["op"], message["d"]
        if op == HEARTBEAT:
            self.heartbeats += 1
            connection.send({"op": ACKNOWLEDGED})
        elif op == IDENTIFY:
            self._identify(connection, data)
        elif op == RESUME:
            self._resume(connection, data)
        elif connection.session is None:
            connection.close(NOT_AUTHENTICATED)
        self.changed()

    def _identify(self, connection: Connection, data: Payload) -> None:
        if connection.session is not None:
            connection.close(ALREADY_AUTHENTICATED)
        elif data["token"] != self._token():
            connection.close(AUTHENTICATION_FAILED)
        else:
            self.heard.append("identify")
            self.identified = data
            shard, count = data.get("shard", (0, 1))
            session = Session(secrets.token_hex(16), data["intents"], (shard, count))
            self.sessions[session.id] = session
            self._enter(connection, session)
            for event, told in self._first_events(session.id):
                self._tell(session, event, told)

    def _resume(self, connection: Connection, data: Payload) -> None:
        session = self.sessions.get(data["session_id"] or "")
        if data["token"] != self._token():
            connection.close(AUTHENTICATION_FAILED)
        elif session is None:
            connection.send({"op": INVALID_SESSION, "d": False})
        else:
            self.heard.append("resume")
            self._enter(connection, session)
            for sequence, event in session.events:
                if sequence > data["seq"]:
                    connection.send(event)
            self._tell(session, "RESUMED", {"_trace": []})

    def _enter(self, connection: Connection, session: Session) -> None:
        if session.connection is not None:
            self._leave(session.connection)
        connection.session, session.connection = session, connection

    def _leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        if connection.session is not None and connection.session.connection is connection:
            connection.session.connection = None
        self.changed()

    def _tell(self, session: Session, event: str, data: Payload) -> None:
        if not session.hears_of(event, data):
            return
        if event == "READY":
            mine = [guild for guild in data["guilds"] if session.hears_of("GUILD_CREATE", guild)]
            data = {**data, "guilds": mine, "shard": session.shard}
        session.sequence += 1
        message: Payload = {"op": DISPATCH, "t": event, "s": session.sequence, "d": data}
        session.events.append((session.sequence, message))
        if session.connection is not None:
            session.connection.send(message)

    async def end(self) -> None:
        for connection in [*self.connections]:
            await connection.socket.close(code=1001)

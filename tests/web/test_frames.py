"""What a client may send as frames of its own making, over a real socket that answers nothing."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import pytest
from aiohttp import WSMsgType

from bot.hosting import web_server
from bot.web import connection_ui
from bot.web.connection_ui import CloseCode
from bot.web.page_limits import BURST, MAX_BYTES, MAX_READS, Received
from bot.web.stream import BoardStream
from tests.cases import for_each
from tests.web.browser import WebWorld

pytestmark = pytest.mark.english

FLOOD = 10 * MAX_BYTES
PROTOCOL_ERROR = 1002
PATIENCE = 600.0


def frame(kind: WSMsgType, data: bytes = b"", *, last: bool = True, compressed: bool = False) -> bytes:
    """Return a frame as browsers mask it, with a mask of zeros."""
    first = kind.value | (0x80 if last else 0) | (0x40 if compressed else 0)
    assert len(data) < 126
    return bytes([first, 0x80 | len(data), 0, 0, 0, 0]) + data


BEAT = b'{"do":"beat"}'
PART = frame(WSMsgType.TEXT, b" ", last=False)
MORE = frame(WSMsgType.CONTINUATION, last=False)
FLOODS = {
    "texts": frame(WSMsgType.TEXT, BEAT) * (BURST + 1),
    "pings": frame(WSMsgType.PING, b"x" * 125) * (BURST + 1),
    "pongs": frame(WSMsgType.PONG) * (BURST + 1),
    "all kinds": (frame(WSMsgType.TEXT, BEAT) + frame(WSMsgType.PING) + frame(WSMsgType.PONG)) * BURST,
    "parts without an end": PART + MORE * (FLOOD // len(MORE)),
    "more than is ever read": frame(WSMsgType.PONG) * (FLOOD // 6),
}


class Client:
    """A client that reads, and answers no close frame."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer

    @classmethod
    async def of(cls, pages: WebWorld, address: str) -> Client:
        """Open the socket of a page."""
        return await cls.to(pages.address, f"{urlsplit(address).path}/live", pages.address)

    @classmethod
    async def to(cls, address: str, path: str, origin: str, cookie: str = "") -> Client:
        """Open a socket of a server."""
        there = urlsplit(address)
        reader, writer = await asyncio.open_connection(there.hostname, there.port)
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {there.netloc}\r\nOrigin: {origin}\r\nCookie: {cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate\r\n"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n".encode()
        )
        answer = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in answer
        assert b"permessage-deflate" not in answer
        return cls(reader, writer)

    async def next(self) -> tuple[WSMsgType, bytes]:
        """Return the next frame of the server."""
        kind, size = await self._reader.readexactly(2)
        if size >= 126:
            size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8))
        return WSMsgType(kind & 0x0F), await self._reader.readexactly(size)

    async def end(self) -> int:
        """Return the code with which the server closes, once the connection has really ended."""
        code = 0
        async with asyncio.timeout(PATIENCE):
            try:
                while True:
                    kind, data = await self.next()
                    if kind is WSMsgType.CLOSE:
                        code = int.from_bytes(data[:2])
            except (asyncio.IncompleteReadError, ConnectionError):
                return code


async def client_of(pages: WebWorld) -> tuple[Client, int]:
    game = await pages.world.begin(pages.world.ann, pages.world.ben)
    return await Client.of(pages, await pages.link(game, pages.world.chloe)), game


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_ui, "CLOSE_SECONDS", 0.1)
    monkeypatch.setattr(web_server, "FLOODED_SECONDS", 0.2)


@for_each("flood", FLOODS.values())
async def test_every_frame_counts_and_a_flood_ends_the_connection(pages: WebWorld, flood: bytes) -> None:
    client, game = await client_of(pages)
    client.writer.write(flood)
    assert await client.end() == CloseCode.TOO_FAST
    await pages.until(lambda: not pages.world.bot.kit[BoardStream].watching(game), "it is gone")


async def test_a_flood_while_the_connection_ends_is_cut_off(pages: WebWorld) -> None:
    client, _ = await client_of(pages)
    client.writer.write(frame(WSMsgType.BINARY) + FLOODS["more than is ever read"])
    assert await client.end() in (CloseCode.BAD_MESSAGE, CloseCode.TOO_FAST)


async def test_pings_are_answered_and_a_message_in_parts_is_one(pages: WebWorld) -> None:
    client, _ = await client_of(pages)
    client.writer.write(frame(WSMsgType.PING, b"there?"))
    while (told := await client.next())[0] is not WSMsgType.PONG:
        pass
    assert told[1] == b"there?"
    client.writer.write(frame(WSMsgType.TEXT, BEAT[:5], last=False) + frame(WSMsgType.CONTINUATION, BEAT[5:]))
    while not (await client.next())[1].endswith(b',"t":"beat"}'):
        pass
    client.writer.close()


@for_each("sent", [frame(WSMsgType.CONTINUATION, BEAT), frame(WSMsgType.TEXT, BEAT, compressed=True)])
async def test_frames_that_break_the_protocol_end_the_connection(pages: WebWorld, sent: bytes) -> None:
    client, _ = await client_of(pages)
    client.writer.write(sent)
    assert await client.end() == PROTOCOL_ERROR


async def test_nobody_is_waited_for_after_a_refusal(pages: WebWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_ui, "CLOSE_SECONDS", 2 * PATIENCE)
    client = await Client.of(pages, f"{pages.address}/g/nothing")
    assert await client.end() == CloseCode.NO_GAME


def test_pieces_and_bytes_are_counted_for_some_seconds() -> None:
    for size, most in ((1, MAX_READS), (MAX_BYTES, 1)):
        received = Received()
        assert not any(received.is_too_much(size, 0.0) for _ in range(most))
        assert received.is_too_much(size, 9.0)
        assert not received.is_too_much(size, 10.0)

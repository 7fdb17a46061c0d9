"""Starts of the bot in processes of their own: time to the gateway, and memory at rest. Linux only."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from bench.silent_discord import APPLICATION, BOT
from bot.core.errors import HostError

HOST = "127.0.0.1"

STARTS = 5
"""Later starts; the row has their medians."""

START_SECONDS = 120.0
"""Time limit for a start: the first one compiles bytecode."""

REST_SECONDS = 60.0
"""Time limit for the bot to come to rest."""

IDLE_SECONDS = 1.5
"""The bot is at rest when it has worked for less than a tenth of this time."""

IDENTIFY, HEARTBEAT, HELLO, ACKNOWLEDGED = 2, 1, 10, 11


class Gateway:
    """The least of Discord that a bot needs to connect: four requests, and a gateway without servers."""

    def __init__(self) -> None:
        self.address = ""
        self.identified = asyncio.Event()
        """Set when a bot has identified itself; the caller clears it before the next start."""
        self._commands: Any = []

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Answer one request, or serve the gateway's websocket."""
        if request.path == "/gateway":
            return await self._connect(request)
        body = await self._answer(request)
        # discord.py insists on the bare type, without a charset.
        return web.Response(body=json.dumps(body).encode(), content_type="application/json")

    async def _answer(self, request: web.Request) -> Any:
        path = request.path
        if path.endswith("/gateway/bot"):
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            url = f"ws{self.address.removeprefix('http')}/gateway"
            return {"url": url, "shards": 1, "session_start_limit": limit}
        if path.endswith("/commands"):
            if request.method == "PUT":
                self._commands = await request.json()
            return self._commands
        answers = {"/users/@me": BOT, "/applications/@me": APPLICATION}
        return next((answer for end, answer in answers.items() if path.endswith(end)), [])

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        connection, compressor = web.WebSocketResponse(compress=False), zlib.compressobj()
        await connection.prepare(request)

        async def send(operation: int, data: Any, **more: Any) -> None:
            text = json.dumps({"op": operation, "d": data, **more}).encode()
            await connection.send_bytes(compressor.compress(text) + compressor.flush(zlib.Z_SYNC_FLUSH))

        await send(HELLO, {"heartbeat_interval": 40_000})
        async for message in connection:
            if message.type is not WSMsgType.TEXT:
                continue
            operation = message.json()["op"]
            if operation == HEARTBEAT:
                await send(ACKNOWLEDGED, None)
            elif operation == IDENTIFY:
                self.identified.set()
                ready: dict[str, Any] = {"v": 10, "session_id": "1", "resume_gateway_url": ""}
                ready |= {"user": BOT, "application": APPLICATION, "guilds": [], "private_channels": []}
                await send(0, ready, t="READY", s=1)
        return connection


@asynccontextmanager
async def served() -> AsyncIterator[Gateway]:
    """Serve a gateway on a free port."""
    gateway, app = Gateway(), web.Application(client_max_size=2**24)
    app.router.add_route("*", "/{path:.*}", gateway.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, HOST, 0)
    await site.start()
    gateway.address = f"http://{HOST}:{runner.addresses[0][1]}"
    try:
        yield gateway
    finally:
        await runner.cleanup()


def measure(
    starts: int = STARTS, python: str = sys.executable, folder: Path | None = None
) -> list[dict[str, Any]]:
    """Return a row for the first start, which creates the database, and one for the later ones.

    Real and processor seconds from the start of Python to the gateway, and MB of the process at rest.
    `python` runs the version of Flipfour in `folder`. Must not be called in a running event loop; raises
    `HostError` when the bot does not start.
    """
    return asyncio.run(_measure(starts, python, folder))


async def _measure(starts: int, python: str, folder: Path | None) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as data:
        async with served() as gateway:
            first, *later = [await _start(gateway, python, folder, Path(data)) for _ in range(starts + 1)]
    medians = {name: statistics.median(one[name] for one in later) for name in first}
    return [{"start": "first", **first}, {"start": f"later, median of {starts}", **medians}]


async def _start(gateway: Gateway, python: str, folder: Path | None, data: Path) -> dict[str, float]:
    """Start the bot once, and stop it when it is at rest."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("FLIPFOUR_")}
    # Every later start finds the bytecode.
    inherited.pop("PYTHONDONTWRITEBYTECODE", None)
    settings = {
        "DISCORD_TOKEN": "token",
        "DISCORD_API": gateway.address,
        "DATABASE_URL": f"sqlite:///{data / 'bench.db'}",
        "FLIPFOUR_HEALTH_PORT": "0",
    }
    gateway.identified.clear()
    begun = time.perf_counter()
    with (data / "log").open("w+") as log:
        process = await asyncio.create_subprocess_exec(
            *(python, "-m", "bot", "--env-file", os.devnull, "run"),
            cwd=folder,
            env=inherited | settings,
            stdout=log,
            stderr=log,
        )
        connected, ended = asyncio.create_task(gateway.identified.wait()), asyncio.create_task(process.wait())
        try:
            await asyncio.wait({connected, ended}, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if not connected.done():
                log.seek(0)
                raise HostError(f"the bot did not start: {(log.read().splitlines() or ['?'])[-1]}")
            real, processor = time.perf_counter() - begun, _processor_seconds(process.pid)
            return {"seconds": processor, "real_seconds": real, "rest_mb": await _at_rest(process.pid)}
        finally:
            connected.cancel()
            if not ended.done():
                process.terminate()
            await ended


async def _at_rest(pid: int) -> float:
    """Return the MB of a process once it is idle."""
    async with asyncio.timeout(REST_SECONDS):
        before = -1.0
        while (now := _processor_seconds(pid)) - before > IDLE_SECONDS / 10:
            before = now
            await asyncio.sleep(IDLE_SECONDS)
    return resident_mb(pid)


def resident_mb(process: int | str = "self") -> float:
    """Return the resident memory of a process in MiB, by default of this one."""
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _processor_seconds(pid: int) -> float:
    times = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")

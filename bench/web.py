"""Boards in the browser: from a tap on Discord to the pages of a crowd, and what a first view takes.

The spectators are sockets of another process, so that their own work counts for little.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import statistics
import sys
import time
from contextlib import AsyncExitStack
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector, web

from bench.moves import OPPONENT, playing_bot
from bot.app import Flipfour
from bot.hosting.web_server import served
from bot.settings.web import WebSetup
from bot.web.assets import page_assets
from bot.web.identity_ui import CookieIdentity
from bot.web.page_limits import MAX_PAGES_CLIENT
from bot.web.pages_ui import WebPages

CROWDS = (1, 100, 1000)
"""Numbers of spectators."""

TAPS = 5
"""Moves of the person, after each of which the computer answers."""

HOST = "127.0.0.1"
CODE = "A" * 32
"""The code of a link that does not depend on the channel."""

IMPORTED = re.compile(r'^import .* from "\./([\w.]+)";', re.MULTILINE)

PLY = re.compile(r'"ply":([0-9]+),')

ANSWER_SECONDS = 60.0
"""Time limit for the computer's answer."""

PAUSE = 0.05
"""Seconds between two looks whether it has answered."""

BEAT_SECONDS = 5.0
"""Time between two signs of life of a page."""

AT_ONCE = 20
"""Spectators who come at once."""


def measure(crowds: tuple[int, ...] = CROWDS, taps: int = TAPS) -> list[dict[str, Any]]:
    """Return a row for each number of spectators: milliseconds from a tap on Discord until it is
    acknowledged, and until the first and the last page has the move.

    Must not be called in a running event loop.
    """
    return [asyncio.run(_measure(spectators, taps)) for spectators in crowds]


def measure_first_view() -> list[dict[str, Any]]:
    """Return the bytes of a page and of its files, as browsers get them."""
    return [asyncio.run(_first_view())]


async def _serve(bot: Flipfour, until: AsyncExitStack) -> str:
    """Serve the page of the first game; returns its address."""
    with socket.create_server((HOST, 0)) as listener:
        port = listener.getsockname()[1]
    app, setup = web.Application(), WebSetup(f"http://{HOST}:{port}")
    WebPages(setup, lambda: bot.services_on_duty, CookieIdentity(setup)).add_to(app)
    await until.enter_async_context(served(app, HOST, port))
    await bot.services.storage.web.add_link(1, CODE)
    return f"{setup.url}/g/{CODE}"


async def _measure(spectators: int, taps: int) -> dict[str, Any]:
    acknowledged, first, last = [], [], []
    async with playing_bot() as (bot, discord), AsyncExitStack() as until:
        await discord.command(bot, "reversi", "start", {"bot": OPPONENT, "colour": "first"})
        await discord.board_shown()
        address = await _serve(bot, until)
        crowd = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.web", address, str(spectators)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert crowd.stdin is not None
        assert crowd.stdout is not None
        await crowd.stdout.readline()
        # The first tap prepares pictures and statements.
        for _ in range(taps + 1):
            ply = await _ply(bot)
            crowd.stdin.write(f"{ply + 1}\n".encode())
            await crowd.stdin.drain()
            await crowd.stdout.readline()
            wall, begun = time.time(), time.perf_counter()
            interaction = discord.press(bot, discord.move_buttons()[0], discord.message())
            seen = json.loads(await crowd.stdout.readline())
            acknowledged.append(discord.acknowledged[interaction] - begun)
            first.append(seen[0] - wall)
            last.append(seen[1] - wall)
            async with asyncio.timeout(ANSWER_SECONDS):
                # Pages and taps, not this, are measured.
                while await _ply(bot) < ply + 2 or not discord.move_buttons():  # noqa: ASYNC110
                    await asyncio.sleep(PAUSE)
        crowd.stdin.close()
        await crowd.wait()
    return {
        "spectators": spectators,
        "taps": taps,
        "acknowledged_ms": 1000 * statistics.median(acknowledged[1:]),
        "slowest_ms": 1000 * max(acknowledged[1:]),
        "first_page_ms": 1000 * statistics.median(first[1:]),
        "last_page_ms": 1000 * statistics.median(last[1:]),
        "slowest_page_ms": 1000 * max(last[1:]),
    }


async def _ply(bot: Flipfour) -> int:
    game = await bot.services.storage.game(1)
    assert game is not None
    return game.ply


async def _first_view() -> dict[str, Any]:
    """Get a page as a browser does, with all its files."""
    async with playing_bot() as (bot, discord), AsyncExitStack() as until:
        await discord.command(bot, "reversi", "start", {"bot": OPPONENT, "colour": "first"})
        await discord.board_shown()
        address = await _serve(bot, until)
        root = address.partition("/g/")[0]
        files = [f"{root}/web/{page_assets().version}/{name}" for name in _loaded()]
        sizes = []
        session = await until.enter_async_context(ClientSession(auto_decompress=False))
        for file in [address, *files]:
            async with session.get(file, headers={"Accept-Encoding": "gzip"}) as answer:
                sizes.append(len(await answer.read()))
        origin = {"Origin": root}
        connection = await until.enter_async_context(session.ws_connect(f"{address}/live", headers=origin))
        sizes.append(len(str(await connection.receive_str()).encode()))
    return {"requests": len(sizes), "page_kb": sizes[0] / 1000, "all_kb": sum(sizes) / 1000}


def _loaded() -> set[str]:
    """Return the files that a game's page loads: those of its head, its script and what that imports."""
    files, loaded = page_assets().files, {"icon.svg", "themes.css", "page.css", "page.js"}
    found = {"game.js"}
    while found:
        loaded |= found
        texts = [files[name].decode() for name in found]
        found = {name for text in texts for name in IMPORTED.findall(text)} - loaded
    return loaded


async def watch(address: str, spectators: int) -> None:
    """Watch a game from many sockets.

    Prints a line when all have come; for each ply of the input, one when they wait for it, and one with the
    times at which the first and the last of them had it.
    """
    origin = address.partition("/g/")[0]
    async with AsyncExitStack() as until:
        session = await until.enter_async_context(ClientSession(connector=TCPConnector(limit=0)))

        async def come(number: int) -> ClientWebSocketResponse:
            client = number // MAX_PAGES_CLIENT
            named = f"8.8.{client // 250}.{client % 250 + 1}"
            headers = {"Origin": origin, "X-Forwarded-For": named}
            return await session.ws_connect(f"{address}/live", headers=headers)

        crowd: list[ClientWebSocketResponse] = []
        while len(crowd) < spectators:
            coming = range(len(crowd), min(spectators, len(crowd) + AT_ONCE))
            crowd += await asyncio.gather(*map(come, coming))
        _say("all are here")
        beating = asyncio.create_task(_beat(crowd))
        until.callback(beating.cancel)
        while line := await asyncio.to_thread(sys.stdin.readline):
            waiting = [asyncio.create_task(_seen(one, int(line))) for one in crowd]
            _say("waiting")
            times = await asyncio.gather(*waiting)
            _say(json.dumps([min(times), max(times)]))


async def _beat(crowd: list[ClientWebSocketResponse]) -> None:
    """Say that the pages are there: silent ones are let go, and the first search may have to be compiled."""
    while True:
        await asyncio.gather(*(connection.send_str('{"do":"beat"}') for connection in crowd))
        await asyncio.sleep(BEAT_SECONDS)


async def _seen(connection: ClientWebSocketResponse, ply: int) -> float:
    """Return when a socket got the game at a ply or later: quick changes are sent as one."""
    while True:
        found = PLY.search(await connection.receive_str())
        if found and int(found[1]) >= ply:
            return time.time()


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    asyncio.run(watch(sys.argv[1], int(sys.argv[2])))

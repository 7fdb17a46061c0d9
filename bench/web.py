"""Boards in the browser: from a tap on Discord to the pages of a crowd, and what a first view takes.

The spectators are sockets of another process (`bench/crowd.py`), so that their own work counts for little.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import statistics
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, web

from bench.moves import OPPONENT, playing_bot
from bench.silent_discord import SilentDiscord
from bot.app import Flipfour
from bot.hosting.web_server import served
from bot.play.games.ids import More, PlayMove
from bot.settings.web import WebSetup
from bot.web.page_limits import MAX_PAGES_CLIENT
from bot.web.pages_ui import WebPages
from bot.web.sign_in_ui import CookieIdentity
from bot.web.site_ui import page_assets
from data.people.web import WebStore

CROWDS = (1, 100, 1000)
"""Numbers of spectators."""

TAPS = 5
"""Moves of the person, after each of which the computer answers."""

HOST = "127.0.0.1"
CODE = "A" * 32
"""The code of a link that does not depend on the channel."""

IMPORTED = re.compile(r'^import .* from "\./([\w.]+)";', re.MULTILINE)

ANSWER_SECONDS = 60.0
"""Time limit for the computer's answer."""

PAUSE = 0.05
"""Seconds between two looks whether it has answered."""

BURST_TAPS = 400
"""Taps of others while moves reach the pages."""

TAP_SECONDS = 0.02
"""Time between two of them."""

ROUND_SECONDS = 0.3
"""Time between two moves of the person at least."""


def measure(crowds: tuple[int, ...] = CROWDS, taps: int = TAPS) -> list[dict[str, Any]]:
    """Return a row for each number of spectators: milliseconds from a tap on Discord until it is
    acknowledged, and until the first and the last page has the move.

    Must not be called in a running event loop.
    """
    return [asyncio.run(_measure(spectators, taps)) for spectators in crowds]


def measure_first_view() -> list[dict[str, Any]]:
    """Return the bytes of a page and of its files, as browsers get them."""
    return [asyncio.run(_first_view())]


def measure_taps(crowds: tuple[int, ...] = (1, 1000), taps: int = BURST_TAPS) -> list[dict[str, Any]]:
    """Return a row for each number of spectators: milliseconds until the taps of others are acknowledged on
    Discord while move after move reaches the pages, the bot on one core.

    `p99_processor_ms` is the work of the event loop until then, and `times_p99` compares with the first
    number of spectators, since everything takes longer on a busy machine.
    """
    rows = [asyncio.run(_measure_taps(spectators, taps)) for spectators in crowds]
    least = rows[0]["p99_processor_ms"]
    return [{**row, "times_p99": row["p99_processor_ms"] / least} for row in rows]


async def _measure_taps(spectators: int, taps: int) -> dict[str, Any]:
    async with _served_game() as (bot, discord, address), _watching(address, spectators), _on_one_core():
        # Prepares pictures and statements.
        await _play(bot, discord)
        playing = asyncio.create_task(_keep_playing(bot, discord))
        before = await _ply(bot)
        try:
            clock = time.pthread_getcpuclockid(threading.get_ident())
            loop = asyncio.get_running_loop()
            pressed = await asyncio.to_thread(_press, bot, discord, loop, clock, taps)
            while not pressed.keys() <= discord.acknowledged.keys():  # noqa: ASYNC110
                await asyncio.sleep(PAUSE)
        finally:
            playing.cancel()
        took = [1000 * (discord.acknowledged[one] - begun) for one, (begun, _) in pressed.items()]
        worked = [1000 * (discord.worked[one] - begun) for one, (_, begun) in pressed.items()]
        moves = await _ply(bot) - before
    return {
        "spectators": spectators,
        "taps": taps,
        "moves": moves,
        "median_ms": statistics.median(took),
        "p99_ms": _p99(took),
        "p99_processor_ms": _p99(worked),
    }


def _p99(values: list[float]) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * 99 // 100)]


def _press(
    bot: Flipfour, discord: SilentDiscord, loop: asyncio.AbstractEventLoop, clock: int, taps: int
) -> dict[str, tuple[float, float]]:
    """Press a button again and again, from a thread as the network does.

    Returns for each the time, and the processor time of the loop's thread, at which it was pressed.
    """
    pressed: dict[str, tuple[float, float]] = {}

    def press(begun: tuple[float, float]) -> None:
        pressed[discord.press_elsewhere(bot, str(More(1)))] = begun

    for _ in range(taps):
        time.sleep(TAP_SECONDS)
        loop.call_soon_threadsafe(press, (time.perf_counter(), time.clock_gettime(clock)))
    while len(pressed) < taps:
        time.sleep(TAP_SECONDS)
    return pressed


async def _keep_playing(bot: Flipfour, discord: SilentDiscord) -> None:
    while True:
        begun = time.perf_counter()
        await _play(bot, discord)
        await asyncio.sleep(max(0.0, begun + ROUND_SECONDS - time.perf_counter()))


async def _play(bot: Flipfour, discord: SilentDiscord) -> None:
    """Play a move and wait for the computer's answer."""
    ply = await _ply(bot)
    discord.press(bot, _moves(discord, ply)[0], discord.message())
    await _answered(bot, discord, ply)


async def _answered(bot: Flipfour, discord: SilentDiscord, ply: int) -> None:
    async with asyncio.timeout(ANSWER_SECONDS):
        # Pages and taps, not this, are measured.
        while (now := await _ply(bot)) < ply + 2 or not _moves(discord, now):  # noqa: ASYNC110
            await asyncio.sleep(PAUSE)


def _moves(discord: SilentDiscord, ply: int) -> list[str]:
    """Return the buttons of the moves at a ply: on a busy machine a message of an earlier one is shown, and
    edited, after the answer is stored."""
    return [button for button in discord.move_buttons() if PlayMove.parse(button).ply == ply]


@asynccontextmanager
async def _watching(
    address: str, spectators: int
) -> AsyncIterator[tuple[asyncio.StreamWriter, asyncio.StreamReader]]:
    """Spectators in another process, all of whom have come; it is told plies and tells times."""
    crowd = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.crowd", address, str(spectators), str(MAX_PAGES_CLIENT)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert crowd.stdin is not None
    assert crowd.stdout is not None
    await crowd.stdout.readline()
    yield crowd.stdin, crowd.stdout
    crowd.stdin.close()
    await crowd.wait()


@asynccontextmanager
async def _on_one_core() -> AsyncIterator[None]:
    """Run this process on one core, where the system can do that; the spectators have the others."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    for thread in _threads():
        os.sched_setaffinity(thread, {min(before)})
    try:
        yield
    finally:
        for thread in _threads():
            os.sched_setaffinity(thread, before)


def _threads() -> list[int]:
    """Return the threads of this process; what they start inherits their core."""
    return [int(thread.name) for thread in Path("/proc/self/task").iterdir()]


@asynccontextmanager
async def _served_game() -> AsyncIterator[tuple[Flipfour, SilentDiscord, str]]:
    """A bot with a game against the computer, and the address at which its page is served."""
    async with playing_bot() as (bot, discord):
        await discord.command(bot, "reversi", "start", {"bot": OPPONENT, "colour": "first"})
        await discord.board_shown()
        with socket.create_server((HOST, 0)) as listener:
            port = listener.getsockname()[1]
        app, setup = web.Application(), WebSetup(f"http://{HOST}:{port}")
        WebPages(setup, lambda: bot.kit_on_duty, CookieIdentity(setup)).add_to(app)
        await bot.kit[WebStore].add_link(1, CODE)
        async with served(app, HOST, port):
            yield bot, discord, f"{setup.url}/g/{CODE}"


async def _measure(spectators: int, taps: int) -> dict[str, Any]:
    acknowledged, first, last = [], [], []
    async with _served_game() as (bot, discord, address), _watching(address, spectators) as (ask, told):
        # The first tap prepares pictures and statements.
        for _ in range(taps + 1):
            ply = await _ply(bot)
            ask.write(f"{ply + 1}\n".encode())
            await ask.drain()
            await told.readline()
            wall, begun = time.time(), time.perf_counter()
            interaction = discord.press(bot, _moves(discord, ply)[0], discord.message())
            seen = json.loads(await told.readline())
            acknowledged.append(discord.acknowledged[interaction] - begun)
            first.append(seen[0] - wall)
            last.append(seen[1] - wall)
            await _answered(bot, discord, ply)
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
    game = await bot.kit.storage.game(1)
    assert game is not None
    return game.ply


async def _first_view() -> dict[str, Any]:
    async with _served_game() as (_, _, address), ClientSession(auto_decompress=False) as session:
        root = address.partition("/g/")[0]
        files = [f"{root}/web/{page_assets().version}/{name}" for name in _loaded()]
        sizes = []
        for file in [address, *files]:
            async with session.get(file, headers={"Accept-Encoding": "gzip"}) as answer:
                sizes.append(len(await answer.read()))
        origin = {"Origin": root}
        async with session.ws_connect(f"{address}/live", headers=origin) as connection:
            sizes.append(len(str(await connection.receive_str()).encode()))
    return {"requests": len(sizes), "page_kb": sizes[0] / 1000, "all_kb": sum(sizes) / 1000}


def _loaded() -> set[str]:
    """Return the files that a game's page loads: those of its head, its script and what that imports."""
    files, loaded = page_assets().files, {"icon.svg", "themes.css", "page.css", "page.js"}
    unread = {"game.js"}
    while unread:
        loaded |= unread
        texts = [files[name].decode() for name in unread]
        unread = {name for text in texts for name in IMPORTED.findall(text)} - loaded
    return loaded

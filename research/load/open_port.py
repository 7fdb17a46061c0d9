"""The open port at its worst: all places of visitors taken by silent pages, all codes of a /48 used up.

    python -m research.load.open_port [PAGES]

Meanwhile commands are acknowledged, and a player signs in and plays on their page. Prints milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path

from aiohttp import ClientSession, CookieJar
from yarl import URL

from bench.web import _watching
from tests.loopback.everything import Everything
from tests.loopback.running import Scene
from tests.loopback.server import LoopbackDiscord
from tests.loopback.visitor import Visitor

PAGES, COMMANDS, CODES = 4000, 300, 60
"""Pages of visitors, commands measured, and codes that are none."""

PAUSE = 0.05
"""Seconds between two commands."""


async def use_up_codes(there: Everything) -> list[int]:
    """Come back with codes that are none, from the networks of one /48."""
    statuses = []
    for address in range(CODES):
        headers = {"X-Forwarded-For": f"2001:db8:7:{address * 16:x}::1"}
        async with ClientSession(cookie_jar=CookieJar(unsafe=True), headers=headers) as stranger:
            async with stranger.get(f"{there.address}/sign-in", allow_redirects=False) as begun:
                state = URL(begun.headers["Location"]).query["state"]
            back = f"{there.address}/sign-in/callback?state={state}&code=none"
            async with stranger.get(back) as answered:
                statuses.append(answered.status)
    return statuses


async def play(there: Everything) -> float:
    """Sign the player in from home, and play a move on their page; return the seconds it took."""
    began, scene = time.perf_counter(), there.scene
    async with Visitor(scene.discord, scene.ann.id) as visitor:
        visitor._session.headers["X-Forwarded-For"] = "203.0.113.7"
        shown = await visitor.opens(f"{there.address}/sign-in?to=/g/{there.game}")
        assert shown.status == 200
        live = f"{there.address}/g/{there.game}/live"
        async with visitor._session.ws_connect(live, headers={"Origin": there.address}) as page:
            await page.send_json({"do": "move", "ply": 0, "move": "d3"})
            while (message := await page.receive_json()).get("ply") != 1:
                assert "refused" not in message
    return time.perf_counter() - began


async def acknowledgements(there: Everything) -> list[float]:
    """Return the milliseconds until each of many commands was acknowledged, in order."""
    took = []
    for _ in range(COMMANDS):
        began = time.perf_counter()
        await there.scene.ben._acknowledged(there.scene.ben.sends("help"))
        took.append(1000 * (time.perf_counter() - began))
        await asyncio.sleep(PAUSE)
    return sorted(took)


async def measure(pages: int) -> dict[str, object]:
    """Return what is measured."""
    discord = LoopbackDiscord(acknowledged_within=30.0)
    await discord.open()
    with tempfile.TemporaryDirectory() as folder:
        there = Everything(Scene(discord, Path(folder) / "games.db"))
        await there.start()
        await there.plays()
        quiet = await acknowledgements(there)
        async with _watching(f"{there.address}/g/{there.game}", pages):
            told, codes, played = await asyncio.gather(
                acknowledgements(there), use_up_codes(there), play(there)
            )
        await there.stop()
    await discord.close()
    return {
        "pages": pages,
        "quiet_p50": quiet[COMMANDS // 2],
        "quiet_p99": quiet[COMMANDS * 99 // 100],
        "p50": told[COMMANDS // 2],
        "p99": told[COMMANDS * 99 // 100],
        "codes_refused": codes.count(503),
        "sign_in_and_play_ms": 1000 * played,
        "load": os.getloadavg()[0],
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(int(sys.argv[1]) if sys.argv[1:] else PAGES))))

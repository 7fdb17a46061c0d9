"""Spectators of a board in the browser, for `bench/web.py`: a process that loads little before they come."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from contextlib import AsyncExitStack

from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector

PLY = re.compile(r'"ply":([0-9]+),')

BEAT_SECONDS = 20.0
"""Time between two signs of life of a page."""

AT_ONCE = 20
"""Spectators who come at once."""


async def watch(address: str, spectators: int, each: int) -> None:
    """Watch a game from many sockets, at most `each` of a household.

    Prints a line when all have come; for each ply of the input, one when they wait for it, and one with the
    times at which the first and the last of them had it.
    """
    origin = address.partition("/g/")[0]
    async with AsyncExitStack() as until:
        session = await until.enter_async_context(ClientSession(connector=TCPConnector(limit=0)))

        async def come(number: int) -> ClientWebSocketResponse:
            # Households that come at once are different ones, since each has few connections.
            client = number % max(AT_ONCE, -(-spectators // each))
            named = f"8.{client // 250}.{client % 250}.1"
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
    """Say that the pages are there, each in its turn: silent ones are let go, and the first search may have
    to be compiled."""
    while True:
        for connection in crowd:
            await connection.send_str('{"do":"beat"}')
            await asyncio.sleep(BEAT_SECONDS / len(crowd))


async def _seen(connection: ClientWebSocketResponse, ply: int) -> float:
    """Return when a socket got the game at a ply or later: quick changes are sent as one."""
    while True:
        match = PLY.search(await connection.receive_str())
        if match and int(match[1]) >= ply:
            return time.time()


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    asyncio.run(watch(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))

"""`flipfour` with a Discord that lets it in and then is silent: run as a program by the tests of `run`.

Its arguments are those of `flipfour`. Everything up to the connection is the real bot; every request after it
fails as on a lost connection. A computer player says on standard output when it begins to think.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import discord.http

from bot.__main__ import main
from engine import SearchResult
from engine.players.computer import ComputerPlayer

ME = {"id": "1", "username": "Flipfour", "discriminator": "0", "avatar": None}

choose = ComputerPlayer.choose


async def _log_in(client: discord.http.HTTPClient, token: str) -> dict[str, Any]:
    return ME


async def _application_info(client: discord.Client) -> SimpleNamespace:
    return SimpleNamespace(id=1, flags=discord.ApplicationFlags(), interactions_endpoint_url=None)


async def _request(client: discord.http.HTTPClient, route: discord.http.Route, **_: Any) -> Any:
    if route.path.endswith("/commands"):
        return []
    raise aiohttp.ClientConnectionError("the connection is lost")


async def _connect(client: discord.Client, *, reconnect: bool = True) -> None:
    client.dispatch("ready")
    # Later once more, as after every new connection.
    for _ in range(10):
        await asyncio.sleep(0)
    client.dispatch("ready")
    await asyncio.Event().wait()


def _choose(player: ComputerPlayer, *arguments: Any, **options: Any) -> SearchResult:
    print("thinking", flush=True)
    return choose(player, *arguments, **options)


def run(choose: Callable[..., SearchResult] = _choose) -> int:
    """Carry out the command; `choose` is what a computer player does."""
    http: Any = discord.http.HTTPClient
    http.static_login = _log_in
    http.request = _request
    client: Any = discord.Client
    client.application_info = _application_info
    client.connect = _connect
    player: Any = ComputerPlayer
    player.choose = choose
    return main()


if __name__ == "__main__":
    sys.exit(run())

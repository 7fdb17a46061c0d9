"""`flipfour worker`."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from bot import settings
from bot.errors import HostError

if TYPE_CHECKING:
    from bot.cli.parts import Commands
    from bot.settings import Settings


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("worker", help="search for bots on other machines, as a part of a cluster")
    parser.add_argument("scheduler", nargs="?", help="dask://host:8786 (default: SEARCH_BACKEND)")
    parser.add_argument(
        "--threads", type=int, default=0, help="searches at a time (default: FLIPFOUR_SEARCH_WORKERS)"
    )
    parser.add_argument("--name", help="what it is called in the scheduler's log (default: its address)")
    parser.set_defaults(carry_out=_carry_out)


def _carry_out(chosen: argparse.Namespace) -> None:
    loaded = settings.load(chosen.env_file)
    address = chosen.scheduler or loaded.search_backend
    if not address:
        raise HostError("name the scheduler to work for: flipfour worker dask://host:8786, or SEARCH_BACKEND")
    if chosen.threads < 0:
        raise HostError("--threads is a number above 0")
    try:
        asyncio.run(_work(loaded, address, chosen.threads or loaded.workers, chosen.name))
    except ValueError as error:
        raise HostError(f"{address} is not valid: {error}") from error


async def _work(loaded: Settings, address: str, threads: int, name: str | None) -> None:
    from bot.catalog import GAMES
    from bot.process.logs import configure
    from bot.process.shutdown import when_told_to_stop
    from engine import is_compiled, warm_up
    from engine.search.table_pool import TABLES
    from executors.address import read_address, required
    from executors.worker import work

    read_address(address)
    required()
    configure(loaded)
    TABLES.resize(loaded.search_mb, loaded.kept_tables)
    ended = asyncio.Event()
    when_told_to_stop(ended.set)
    for game in GAMES:
        if not is_compiled(game):
            print(f"Compiling the search core of {game} (on the first start only).", flush=True)
        # A search that is under way here must not wait for that.
        await asyncio.to_thread(warm_up, game)
    await work(address, threads, name, ended, lambda text: print(text, flush=True))

"""`flipfour run`, `worker` and `demo`: the processes that stay until they are stopped."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli.parser import Commands
from bot.core.errors import HostError, SettingsError
from bot.settings.machine import quick_loading, return_free_memory
from bot.settings.secrets import restart_without_secrets
from languages import ENGLISH, LANGUAGES

if TYPE_CHECKING:
    from bot.settings.settings import Settings

MAX_PORT = 65535

MEMORY = Path("/dev/shm")  # noqa: S108 - only the folder in which a private one is made
"""Linux's folder in memory, where nothing waits for a disk."""

MEMORY_BYTES = 32 << 20
"""Minimum free space there for the games of a demo, which take a few megabytes."""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "run", help="run the bot on Discord, with the token from the environment or .env"
    )
    parser.add_argument(
        "--shards",
        help="serve only these shards, as one of several processes: 0-3/16, or any 4/16 "
        "(see docs/scaling.md)",
    )
    parser.add_argument(
        "--take-over", action="store_true", help="take over from the process that holds these shards"
    )
    parser.add_argument(
        "--exit-delay",
        type=float,
        default=0.0,
        metavar="MINUTES",
        help="wait this long before exiting because of a wrong setting, such as the token: for supervisors "
        "that restart regardless of the exit code (78), like Docker",
    )
    parser.set_defaults(carry_out=_run)

    parser = commands.add_parser(
        "worker", help="run searches for bots on other machines, as part of a cluster"
    )
    parser.add_argument("scheduler", nargs="?", help="address, dask://host:8786 (default: SEARCH_BACKEND)")
    parser.add_argument(
        "--threads", type=int, default=0, help="concurrent searches (default: FLIPFOUR_SEARCH_WORKERS)"
    )
    parser.add_argument("--name", help="name in the scheduler's log (default: its address)")
    parser.set_defaults(carry_out=_worker)

    parser = commands.add_parser("demo", help="play in a page of your browser: no token, no network")
    parser.add_argument(
        "--database", type=Path, help="store the games in this file (default: a temporary one)"
    )
    parser.add_argument(
        "--port", type=port, default=0, help="port on 127.0.0.1 (default: that of the last run)"
    )
    parser.add_argument(
        "--language",
        choices=[*LANGUAGES],
        default=ENGLISH.code,
        help="language of everyone there, which can be changed on the page (default: en)",
    )
    parser.add_argument(
        "--empty", action="store_true", help="begin without the games and results of a server in use"
    )
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.set_defaults(carry_out=_demo)


def port(text: str) -> int:
    """Parse a port; 0 means a free one."""
    number = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= number <= MAX_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to {MAX_PORT}, not {text!r}")
    return number


def _run(chosen: argparse.Namespace) -> None:
    with quick_loading():
        from bot.settings import settings

    return_free_memory()
    options = {"shards": chosen.shards, "take_over": chosen.take_over or None}
    loaded = settings.load(
        chosen.env_file,
        to_run=True,
        **{name: value for name, value in options.items() if value is not None},
    )
    with quick_loading():
        from bot.run import run

    run(loaded)


def _demo(chosen: argparse.Namespace) -> None:
    """Serve the demo until Ctrl-C, with a temporary database unless one is named."""
    import asyncio

    with quick_loading():
        from bot.settings import settings

    loaded = settings.load(chosen.env_file)
    try:
        with quick_loading():
            import simcord.preview  # noqa: F401 - an optional dependency
    except ImportError as error:
        raise HostError(
            "the demo needs simcord: start it with `uv run flipfour demo`, or install simcord with "
            "`pip install '.[demo]'`, both in Flipfour's folder"
        ) from error
    with quick_loading():
        from bot.demo.serve import serve
        from bot.settings.logs import configure

    return_free_memory()
    configure(loaded)
    if chosen.database is None:
        print("The demo's games are deleted when it ends; --database FILE keeps them.", flush=True)
    with tempfile.TemporaryDirectory(prefix="flipfour-demo-", dir=_quick_folder()) as folder:
        path = chosen.database.absolute() if chosen.database else Path(folder) / "demo.db"
        stored_there = loaded.model_copy(update={"database_url": f"sqlite:///{path}", "backup_hours": 0.0})
        language, browser = LANGUAGES[chosen.language], not chosen.no_browser
        asyncio.run(serve(stored_there, chosen.port, browser, language, seeded=not chosen.empty))
    if chosen.database is not None:
        print(f"  Your games are kept: continue with flipfour demo --database {chosen.database}", flush=True)


def _quick_folder() -> Path | None:
    """Return where to put games that are deleted at the end; None for the usual place."""
    with suppress(OSError):
        if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= MEMORY_BYTES:
            return MEMORY
    return None


def _worker(chosen: argparse.Namespace) -> None:
    import asyncio

    from bot.settings import settings

    return_free_memory()
    # Anyone who reaches the scheduler can read everything that this process can.
    restart_without_secrets(sys.argv[1:])
    loaded = settings.load(chosen.env_file, with_secrets=False)
    address = chosen.scheduler or loaded.search_backend
    if not address:
        raise SettingsError(
            "name the scheduler to work for: flipfour worker dask://host:8786, or SEARCH_BACKEND"
        )
    if chosen.threads < 0:
        raise HostError("--threads is a number above 0")
    try:
        asyncio.run(_work(loaded, address, chosen.threads or loaded.workers, chosen.name))
    except ValueError as error:
        raise SettingsError(f"{address} is not valid: {error}") from error


async def _work(loaded: Settings, address: str, threads: int, name: str | None) -> None:
    import asyncio

    from bot.catalog import GAMES
    from bot.hosting.shutdown import report_crashes, signs_of_life, when_told_to_stop
    from bot.settings.logs import configure
    from engine import is_compiled, warm_up
    from engine.search.tables import TABLES
    from executors.address import read_address, required
    from executors.worker import work

    read_address(address)
    required()
    configure(loaded)
    report_crashes()
    TABLES.resize(*loaded.tables(threads))
    ended = asyncio.Event()
    when_told_to_stop(ended.set)
    async with signs_of_life():
        for game in GAMES:
            if not is_compiled(game):
                print(f"Compiling the search core of {game} (on the first start only).", flush=True)
            # Searches already in progress here must not wait for the compiler.
            await asyncio.to_thread(warm_up, game)
        await work(address, threads, name, ended, lambda text: print(text, flush=True))

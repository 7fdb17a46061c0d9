"""`python -m research.load.growth`: cost of a move, a recovery pass and memory with many open games.

Each number of open games of 44 plies gets a separate process and database. A player plays against `easy`
alongside them, as in `flipfour bench moves`. `research.load.restart` measures starts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from structlog.testing import capture_logs

from bench.moves import measure
from bench.silent_discord import SilentDiscord
from bench.starts import resident_mb
from bot.settings.settings import Settings
from bot.sharded import create_bot
from data import Storage
from research.recovery_pass import fill

ROUNDS = 20


def grown(games: int, moves: int) -> dict[str, Any]:
    """Return a row: processor milliseconds of a move in each game and of a recovery pass, and MiB in memory.

    Call it in a fresh process, since memory is never released, and not in a running event loop.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        url = f"sqlite:///{path}"
        asyncio.run(_make(url))
        fill(path, games, 0)
        costs = {row["game"]: row["processor_ms"] for row in measure(moves, url)}
        return {"games": games, **costs, "care": asyncio.run(_care(url)), "mebibytes": resident_mb()}


async def _make(url: str) -> None:
    await (await Storage.open(url)).close()


async def _care(url: str) -> float:
    """Return processor milliseconds of a recovery pass with nothing pending."""
    silent = SilentDiscord()
    with silent.in_place(), capture_logs():
        async with create_bot(Settings(database_url=url, background_seconds=0)) as bot:
            await bot.login("token")
            await bot.on_ready()
            await bot.recovery.recover()
            begun = time.process_time()
            for _ in range(ROUNDS):
                await bot.recovery.recover()
            return 1000 * (time.process_time() - begun) / ROUNDS


def main() -> None:
    """Print a table, or, in a child process, one row of it."""
    parser = argparse.ArgumentParser(prog="python -m research.load.growth", description=__doc__)
    parser.add_argument("games", type=int, nargs="*", default=[100, 1_000, 10_000])
    parser.add_argument("--moves", type=int, default=100, help="of the person, in each game")
    parser.add_argument("--row", action="store_true", help="one row, in JSON")
    chosen = parser.parse_args()
    if chosen.row:
        print(json.dumps(grown(chosen.games[0], chosen.moves)))
        return
    print("| open games | Reversi, ms a move | Connect 4, ms a move | a round of care, ms | memory, MiB |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for games in chosen.games:
        command = [sys.executable, "-m", "research.load.growth", str(games), "--moves", str(chosen.moves)]
        done = subprocess.run([*command, "--row"], stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
        row = json.loads(done.stdout)
        print(
            f"| {games:,} | {row['reversi']:.1f} | {row['connect4']:.1f} | {row['care']:.2f} "
            f"| {row['mebibytes']:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()

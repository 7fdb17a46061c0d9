"""`python -m research.load.restart`: how start time and memory grow with the number of open games.

The real process starts on a database with open games of 44 plies, against the Discord of `tests/loopback`,
until it has connected and acknowledged a first command. A start before that compiles the modules to bytecode,
as an installation or its first start does.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from data import Storage
from research.load.bytecode import kept_bytecode
from research.recovery_pass import fill


async def measure(games: int, environment: dict[str, str]) -> str:
    """Start once in an environment; return a line about it."""
    from research.load.process import Measured
    from tests.loopback.people import Person
    from tests.loopback.server import LoopbackDiscord

    discord = LoopbackDiscord(keep_requests=False, acknowledged_within=60.0)
    channel = discord.create_channel(discord.create_guild("A server"), "games")
    await discord.open()
    person = Person(discord, discord.create_user("Ann"), channel)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        await (await Storage.open(f"sqlite:///{path}")).close()
        await asyncio.to_thread(fill, path, games, 0)
        begun = time.perf_counter()
        settings = {"DATABASE_URL": f"sqlite:///{path}", "FLIPFOUR_LOG_LEVEL": "error"}
        bot = await Measured.start(
            discord, "-m", "tests.loopback.quick_taps", "run", **settings, **environment
        )
        connected, used = time.perf_counter() - begun, bot.processor_seconds
        await person.types("help")
        answered = time.perf_counter() - begun
        megabytes = bot.megabytes
        await bot.end()
    await discord.close()
    return (
        f"{games} open games: connected after {connected:.2f} s ({used:.2f} s of the processor), a first "
        f"command answered after {answered:.2f} s, {megabytes:.0f} MiB"
    )


def main() -> None:
    """Print a line for each number of games."""
    parser = argparse.ArgumentParser(prog="python -m research.load.restart", description=__doc__)
    parser.add_argument("games", type=int, nargs="*", default=[0, 100, 1_000, 10_000])
    chosen = parser.parse_args()
    with kept_bytecode() as environment:
        print("without bytecode:", asyncio.run(measure(0, environment)), flush=True)
        for games in chosen.games:
            print(asyncio.run(measure(games, environment)), flush=True)


if __name__ == "__main__":
    main()

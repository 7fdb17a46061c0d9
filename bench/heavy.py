"""Heavy work of some people: how long others wait meanwhile, and the memory that an export takes."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, cast

from bench.explorer import LINES, PLAYER, fill
from bench.moves import OPPONENT, playing_bot
from bot.account.privacy.own_data import OwnData
from bot.catalog import GAMES
from bot.core.errors import HostError
from bot.core.heavy import MAX_PIECES, MAX_QUEUED, HeavyWork
from bot.core.people import Person
from bot.core.refusals import Refusal
from bot.services import Services
from bot.study.records.recognition import FORMATS, File
from bot.study.records.record import GameRecord
from data import Ending, Storage

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

IMPORTS = 30
"""Files that one person sends at once."""

GAMES_IN_FILE = 2000
"""Games of a file, together nearly as large as a file can be."""

EXPORTED_GAMES = 10_000
"""Games of the person whose data are exported."""

FORMAT = "GGF"

SEED = 1


def measure(imports: int = IMPORTS, number: int = GAMES_IN_FILE) -> list[dict[str, Any]]:
    """Return a row for each crowd: the imports that were read, and milliseconds until another person's new
    game and their tap were shown.

    Must not be called in a running event loop.
    """
    content = _file(number)
    crowds: dict[str, list[int]] = {
        "no one": [],
        "one person": [10] * imports,
        "many people": [*range(10, 10 + MAX_PIECES + MAX_QUEUED)],
    }
    return [asyncio.run(_measure(name, people, content)) for name, people in crowds.items()]


async def _measure(name: str, people: list[int], content: bytes) -> dict[str, Any]:
    async with playing_bot() as (bot, discord):
        # The first game loads weights, and prepares pictures and statements.
        await discord.command(bot, "reversi", "start", {"bot": OPPONENT, "colour": "first"})
        await discord.click(bot, discord.move_buttons()[0])
        imports = [asyncio.create_task(_import(bot.services, person, content)) for person in people]
        await asyncio.sleep(0)
        begun = time.perf_counter()
        await discord.command(bot, "reversi", "start", {"bot": OPPONENT, "colour": "first"})
        shown = time.perf_counter()
        await discord.click(bot, discord.move_buttons()[0])
        tapped = time.perf_counter()
        still_read = sum(not task.done() for task in imports)
        read = sum(await asyncio.gather(*imports))
        ended = time.perf_counter()
    return {
        "imports_of": name,
        "sent": len(people),
        "megabytes_each": len(content) / 2**20,
        "read": read,
        "in_progress_after_the_tap": still_read,
        "new_game_ms": 1000 * (shown - begun),
        "tap_ms": 1000 * (tapped - shown),
        "all_read_real_seconds": ended - begun if people else 0.0,
    }


async def _import(services: Services, person: int, content: bytes) -> bool:
    try:
        await services.records.imports.take([File(content)], Person(person, "Ann"))
    except Refusal:
        return False
    return True


def _file(number: int) -> bytes:
    random, day = Random(SEED), date(2026, 1, 1)
    records = [
        GameRecord("reversi", "", tuple(_played(random)), ("Ann", "Ben"), day, 0, Ending.RESIGNED)
        for _ in range(min(number, 20))
    ]
    games = FORMATS[FORMAT].write(records).splitlines()
    return b"\n".join(games[at % len(games)] for at in range(number))


def _played(random: Random) -> Iterator[str]:
    position = GAMES["reversi"].start("")
    while legal := position.legal_moves():
        yield (move := random.choice(legal))
        position = position.play(move)


def measure_export(number: int = EXPORTED_GAMES) -> list[dict[str, Any]]:
    """Return one row: the own data of a person with many whole games, and what a new process took for it."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'games.db'}"
        asyncio.run(_store(url, number))
        program = f"from bench.heavy import export; export({url!r})"
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603
        if run.returncode:
            raise HostError(f"own data were not exported: {run.stderr.strip()}")
        before, after, seconds, size = map(float, run.stdout.split())
    return [
        {
            "games": number,
            "file_megabytes": size / 2**20,
            "real_seconds": seconds,
            "process_mb_before": before,
            "process_mb_at_most": after,
        }
    ]


async def _store(url: str, number: int) -> None:
    storage = await Storage.open(url)
    lines: list[tuple[list[Any], list[Any]]] = [([*_played(Random(seed))], []) for seed in range(LINES)]
    await storage._database.write(lambda connection: fill(connection, number, lines, share=1.0))
    await storage.close()


def export(url: str) -> None:
    """Print the memory before an export and the most it took, in MB, its seconds, and the file's bytes."""

    async def run() -> None:
        storage = await Storage.open(url)
        own_data = OwnData(storage, HeavyWork(), *cast(Any, [None] * 6))
        before, begun = _most_memory(), time.perf_counter()
        exported = await own_data.export(Person(PLAYER, "Ann"))
        seconds = time.perf_counter() - begun
        print(before, _most_memory(), seconds, 0 if exported is None else len(exported.content))
        await storage.close()

    asyncio.run(run())


def _most_memory() -> float:
    if resource is None:
        return 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

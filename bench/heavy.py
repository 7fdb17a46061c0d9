"""Heavy work: how long others wait meanwhile, the memory of an export, and the explorer of many games."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, cast

from bench.moves import OPPONENT, playing_bot
from bench.past import GAMES_STORED, GUILDS, MAX_PLIES, PEOPLE, PERSON, beginning, copied
from bot.account.privacy.own_data import OwnData
from bot.catalog import GAMES
from bot.computer.computer import Computer
from bot.core.errors import HostError
from bot.core.heavy import MAX_PIECES, MAX_QUEUED, HeavyWork
from bot.core.people import Person
from bot.core.publisher import Publisher
from bot.core.refusals import Refusal
from bot.core.runtime import Runtime
from bot.events.matches.strength import StrengthTests
from bot.features import Kit
from bot.play.turn_notices import TurnNotices
from bot.puzzles.posted import PostedPuzzles
from bot.puzzles.races import RaceDirector
from bot.settings.settings import Settings
from bot.study.openings.explorer import INDEXED_PLIES
from bot.study.records.files import Exports, Imports
from bot.study.records.recognition import FORMATS, File
from bot.study.records.record import GameRecord
from data import Storage
from data.games.explorer import ExplorerStore
from data.games.history import HistoryStore, PastGames, Viewer
from data.games.records import Ending, Game

REPEATS = 9
"""Runs of a query, whose median counts."""


def measure_explorer(number: int = GAMES_STORED, people: int = PEOPLE) -> list[dict[str, Any]]:
    """Ask for the counts at the start, and after one and four moves; times are median processor
    milliseconds."""
    with copied(number, people) as file:
        return asyncio.run(_measure_explorer(f"sqlite:///{file}"))


async def _measure_explorer(url: str) -> list[dict[str, Any]]:
    storage = await Storage.open(url)
    explorer, rows = storage[ExplorerStore], []
    _, indexed = beginning(Random(0))
    for plies in (0, 1, 4):
        key = indexed[plies].position
        here = await explorer.of_server(key, GUILDS[0])
        own = await explorer.of_person(key, PERSON)
        rows.append(
            {
                "position": f"after {plies} moves",
                "games": sum(record.games for record in here.values()),
                "own_games": sum(record.games for record in own.values()),
                "server_ms": await _timed(partial(explorer.of_server, key, GUILDS[0])),
                "own_ms": await _timed(partial(explorer.of_person, key, PERSON)),
            }
        )
    usual = await _timed(partial(explorer.usual_moves, PERSON, "reversi", 0, 3, INDEXED_PLIES))
    await storage.close()
    return [{**row, "usual_moves_ms": usual} for row in rows]


async def _timed(query: Callable[[], Awaitable[object]]) -> float:
    times = []
    for _ in range(REPEATS):
        begun = process_time()
        await query()
        times.append((process_time() - begun) * 1e3)
    return median(times)


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
        imports = [asyncio.create_task(_import(bot.kit, person, content)) for person in people]
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


async def _import(kit: Kit, person: int, content: bytes) -> bool:
    try:
        await kit[Imports].take([File(content)], Person(person, "Ann"))
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
    """Return a row for each export of a person with many whole games, and what a new process took for it."""
    with copied(number, people=2, plies=MAX_PLIES) as file:
        return [_measured(f"sqlite:///{file}", export) for export in (own_data, games_file)]


def _measured(url: str, export: Callable[[str], None]) -> dict[str, Any]:
    name = export.__name__
    program = f"from bench.heavy import {name}; {name}({url!r})"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603
    if run.returncode:
        raise HostError(f"{name} was not exported: {run.stderr.strip()}")
    games, size, seconds, before, after = map(float, run.stdout.split())
    return {
        "export": name.replace("_", " "),
        "games": int(games),
        "file_megabytes": size / 2**20,
        "processor_seconds": seconds,
        "process_mb_before": before,
        "process_mb_at_most": after,
    }


def own_data(url: str) -> None:
    """Print what the export of a person's own data takes."""

    async def export(storage: Storage) -> tuple[int, int]:
        exported = await OwnData(_kit(storage)).export(Person(PERSON, "Ann"))
        games = (
            await storage[HistoryStore].past_games(PastGames(PERSON), Viewer(PERSON, None, set()), 0, 1)
        )[1]
        return games, 0 if exported is None else len(exported.content)

    _export(url, export)


def games_file(url: str) -> None:
    """Print what the export of a person's games takes."""

    async def naming(_: Game) -> tuple[str, str]:
        return "Ann", "Ben"

    async def export(storage: Storage) -> tuple[int, int]:
        exported = await Exports(_kit(storage)).all_of(Person(PERSON, "Ann"), None, naming=naming)
        return exported.games, len(exported.content)

    _export(url, export)


def _kit(storage: Storage) -> Kit:
    """Return what exports are built from, with heavy work without a deadline, for slow machines."""
    kit = Kit(Settings(), Runtime(), storage)
    kit[HeavyWork] = HeavyWork(lambda: 0.0)
    for kind in (Computer, StrengthTests, Publisher, TurnNotices, PostedPuzzles, RaceDirector):
        kit[kind] = cast(Any, None)
    return kit


def _export(url: str, export: Callable[[Storage], Awaitable[tuple[int, int]]]) -> None:
    """Print games, bytes of the file, seconds of processor time, and memory before and at most, in MB."""

    async def run() -> None:
        storage = await Storage.open(url)
        before, begun = _most_memory(), time.process_time()
        games, size = await export(storage)
        print(games, size, time.process_time() - begun, before, _most_memory())
        await storage.close()

    asyncio.run(run())


def _most_memory() -> float:
    """Return the most memory that this process took, in MB; 0 where that is not known."""
    with suppress(OSError):
        # What `resource` says includes the memory of the process that started this one.
        match = re.search(r"VmHWM:\s*([0-9]+) kB", Path("/proc/self/status").read_text("ascii"))
        return int(match[1]) / 1024 if match else 0.0
    return 0.0

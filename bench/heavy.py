"""Heavy work: how long others wait meanwhile, the memory of an export, and the explorer of many games."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, cast

from sqlalchemy import Connection, insert

from bench.moves import OPPONENT, playing_bot
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
from bot.play.notices.turns import TurnNotices
from bot.puzzles.posted import PostedPuzzles
from bot.puzzles.races import RaceDirector
from bot.settings.settings import Settings
from bot.study.openings.explorer import INDEXED_PLIES
from bot.study.openings.lines import canonical
from bot.study.records.files import Exports, Imports
from bot.study.records.recognition import FORMATS, File
from bot.study.records.record import GameRecord
from data import Storage
from data.games.explorer import ExplorerStore, PlayedMove
from data.games.history import HistoryStore, PastGames, Viewer
from data.games.records import Ending, Game, GameState
from data.tables.people import players
from data.tables.playing import games, moves, opening_moves
from data.tables.standings import results
from engine.search.position import PASS

GAMES_STORED = 100_000
"""Finished games of one server, the worst case: every count is of all games there."""

PLAYER, GUILD, CHANNEL = 1, 7, 8
SHARE_OF_PLAYER = 0.1
"""Part of the games that one person played, whose own counts are measured."""

LINES = 400
"""Different beginnings, drawn so that some are far more frequent than others."""

REPEATS = 9
"""Runs of a query, whose median counts."""

MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


def measure_explorer(number: int = GAMES_STORED) -> list[dict[str, Any]]:
    """Fill a database and ask for the counts at the start, and after one and four moves; times are
    median processor milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure_explorer(Path(folder) / "games.db", number))


async def _measure_explorer(file: Path, number: int) -> list[dict[str, Any]]:
    storage = await Storage.open(f"sqlite:///{file}")
    lines = [_line(Random(seed)) for seed in range(LINES)]
    await storage._database.write(lambda c: fill(c, number, lines))
    await storage._database.write(lambda c: c.exec_driver_sql("ANALYZE") and None)
    explorer, rows = storage[ExplorerStore], []
    for plies in (0, 1, 4):
        key = lines[0][1][plies].position
        here = await explorer.of_server(key, GUILD)
        own = await explorer.of_person(key, PLAYER)
        rows.append(
            {
                "position": f"after {plies} moves",
                "games": sum(record.games for record in here.values()),
                "own_games": sum(record.games for record in own.values()),
                "server_ms": await _timed(partial(explorer.of_server, key, GUILD)),
                "own_ms": await _timed(partial(explorer.of_person, key, PLAYER)),
            }
        )
    usual = await _timed(partial(explorer.usual_moves, PLAYER, "reversi", 0, 3, INDEXED_PLIES))
    await storage.close()
    return [{**row, "usual_moves_ms": usual} for row in rows]


async def _timed(query: Callable[[], Awaitable[object]]) -> float:
    times = []
    for _ in range(REPEATS):
        begun = process_time()
        await query()
        times.append((process_time() - begun) * 1e3)
    return median(times)


def _line(random: Random) -> tuple[list[str], list[PlayedMove]]:
    kind = GAMES["reversi"]
    position = kind.start("")
    played: list[str] = []
    indexed: list[PlayedMove] = []
    while len(played) < INDEXED_PLIES:
        legal = position.legal_moves()
        move = legal[0] if len(played) < 2 else legal[min(int(random.expovariate(0.9)), len(legal) - 1)]
        if move != PASS:
            form = canonical(kind, position)
            indexed.append(PlayedMove(form.key, form.squares[move], position.turn))
        played.append(move)
        position = position.play(move)
    return played, indexed


def fill(
    connection: Connection,
    number: int,
    lines: Sequence[tuple[list[str], list[PlayedMove]]],
    share: float = SHARE_OF_PLAYER,
) -> None:
    """Store games with these moves, a `share` of them PLAYER's."""
    random = Random(1)
    people = range(1, 200)
    connection.execute(
        insert(players), [{"id": player_id, "name": f"Player {player_id}"} for player_id in people]
    )
    for first in range(1, number + 1, 5000):
        rows: dict[str, list[dict[str, Any]]] = {"games": [], "results": [], "index": [], "moves": []}
        for game_id in range(first, min(first + 5000, number + 1)):
            seats = random.sample(people, 2)
            if random.random() < share and PLAYER not in seats:
                seats[random.randrange(2)] = PLAYER
            winner = random.choice((0, 1, None))
            played, indexed = lines[min(int(random.expovariate(0.02)), len(lines) - 1)]
            rows["games"].append(_game(game_id, seats, winner))
            rows["index"] += [{"game_id": game_id, **move._asdict()} for move in indexed]
            rows["moves"] += [
                {
                    "game_id": game_id,
                    "ply": ply,
                    "move": move,
                    "seat": ply % 2,
                    "seconds": 1.0,
                    "played_at": MOMENT,
                }
                for ply, move in enumerate(played)
            ]
            rows["results"] += [
                {
                    "game_id": game_id,
                    "seat": seat,
                    "player_id": player,
                    "game": "reversi",
                    "pool": "people",
                    "guild_id": GUILD,
                    "outcome": "draw" if winner is None else "win" if winner == seat else "loss",
                    "rated": False,
                    "finished_at": MOMENT,
                }
                for seat, player in enumerate(seats)
            ]
        connection.execute(insert(games), rows["games"])
        connection.execute(insert(results), rows["results"])
        if rows["index"]:
            connection.execute(insert(opening_moves).prefix_with("OR IGNORE"), rows["index"])
        connection.execute(insert(moves), rows["moves"])


def _game(game_id: int, seats: list[int], winner: int | None) -> dict[str, Any]:
    return {
        "id": game_id,
        "game": "reversi",
        "options": "",
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "state": GameState.FINISHED,
        "challenger_id": seats[0],
        "opponent_id": seats[1],
        "colour": "first",
        "first_player_id": seats[0],
        "second_player_id": seats[1],
        "rated": False,
        "winner": winner,
        "ending": Ending.PLAYED,
        "created_at": MOMENT,
        "moved_at": MOMENT,
        "finished_at": MOMENT,
        "opening": "",
        "indexed": True,
        "shown_version": 1,
    }


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
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'games.db'}"
        asyncio.run(_store(url, number))
        return [_measured(url, export) for export in (own_data, games_file)]


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


async def _store(url: str, number: int) -> None:
    storage = await Storage.open(url)
    lines: list[tuple[list[Any], list[Any]]] = [([*_played(Random(seed))], []) for seed in range(LINES)]
    await storage._database.write(lambda connection: fill(connection, number, lines, share=1.0))
    await storage.close()


def own_data(url: str) -> None:
    """Print what the export of a person's own data takes."""

    async def export(storage: Storage) -> tuple[int, int]:
        exported = await OwnData(_kit(storage)).export(Person(PLAYER, "Ann"))
        games = (
            await storage[HistoryStore].past_games(PastGames(PLAYER), Viewer(PLAYER, None, set()), 0, 1)
        )[1]
        return games, 0 if exported is None else len(exported.content)

    _export(url, export)


def games_file(url: str) -> None:
    """Print what the export of a person's games takes."""

    async def naming(_: Game) -> tuple[str, str]:
        return "Ann", "Ben"

    async def export(storage: Storage) -> tuple[int, int]:
        exported = await Exports(_kit(storage)).all_of(Person(PLAYER, "Ann"), None, naming=naming)
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
        found = re.search(r"VmHWM:\s*([0-9]+) kB", Path("/proc/self/status").read_text("ascii"))
        return int(found[1]) / 1024 if found else 0.0
    return 0.0

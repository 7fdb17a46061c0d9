"""Time of the explorer's queries in a database of many games, most of them with the same openings."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from sqlalchemy import Connection, insert

from bot.catalog import GAMES
from bot.study.openings.lines import canonical
from bot.study.openings.passes import INDEXED_PLIES
from data import Storage
from data.games.explorer import ExplorerStore, PlayedMove
from data.games.records import Ending, GameState
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


def measure(number: int = GAMES_STORED) -> list[dict[str, Any]]:
    """Fill a database and ask for the counts at the start, and after one and four moves; times are
    median processor milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder) / "games.db", number))


async def _measure(file: Path, number: int) -> list[dict[str, Any]]:
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

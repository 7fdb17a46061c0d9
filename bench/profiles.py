"""Time of a profile and of a comparison of two people who play most, in a database of many games."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from sqlalchemy import Connection, func, insert, select

from bench import boards
from bot.ranks.stats.comparisons import Comparisons
from bot.ranks.stats.profiles import Profiles
from bot.study.openings.passes import OpeningNames
from data import Storage
from data.ratings.statistics import StatisticsStore
from data.tables.standings import ratings, results, server_players

PLAYERS = 5_000
LOOKS = 9
"""Looks whose median counts."""


def measure(number: int = boards.GAMES, people: int = PLAYERS) -> list[dict[str, Any]]:
    """Return the median processor milliseconds of a profile and a comparison.

    Must not be called in a running event loop.
    """
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder) / "bench.db", number, people))


async def _measure(file: Path, number: int, people: int) -> list[dict[str, Any]]:
    storage = await Storage.open(f"sqlite:///{file}", clock=lambda: boards.NOW)
    try:
        await boards.fill(storage, number, people)
        await storage._database.write(_rate)
        names = OpeningNames(storage)
        profiles = Profiles(storage, names, lambda: boards.NOW)
        comparisons = Comparisons(storage, names, profiles)
        looks: dict[str, Callable[[], Awaitable[object]]] = {
            "profile": partial(profiles.load, 1, boards.GUILD),
            "comparison": partial(comparisons.compare, 1, 2, boards.GUILD),
        }
        played = (await storage[StatisticsStore].games_played(1))["reversi"]
        return [
            {"look": name, "games": number, "own_games": played, "ms": await _timed(look)}
            for name, look in looks.items()
        ]
    finally:
        await storage.close()


async def _timed(look: Callable[[], Awaitable[object]]) -> float:
    times = []
    for _ in range(LOOKS):
        begun = process_time()
        await look()
        times.append((process_time() - begun) * 1e3)
    return median(times)


def _rate(connection: Connection) -> None:
    """Store the ratings of all people with games."""
    games = connection.execute(
        select(results.c.player_id, func.count().label("number")).group_by(results.c.player_id)
    ).all()
    listed = {"game": "reversi", "pool": "people", "board": ""}
    connection.execute(
        insert(ratings),
        [
            {
                **listed,
                "player_id": player_id,
                "value": 1500.0 + player_id % 400,
                "deviation": 60.0,
                "volatility": 0.06,
                "wins": number,
                "draws": 0,
                "losses": 0,
                "rated_at": boards.NOW,
                "listed_until": boards.NOW.replace(year=boards.NOW.year + 1),
            }
            for player_id, number in games
        ],
    )
    there = [{**listed, "guild_id": boards.GUILD, "player_id": player_id} for player_id, _ in games]
    connection.execute(insert(server_players), there)

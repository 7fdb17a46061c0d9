"""Time of the boards of points of a server with many games: before and after days were added up."""

from __future__ import annotations

import asyncio
import tempfile
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert

from bot.preferences.calendar import Calendar
from bot.preferences.periods import Period, Span
from bot.preferences.zones import zone_named
from data import Storage
from data.periods.points import PeriodDays, PointsStore
from data.tables.people import players
from data.tables.playing import games
from data.tables.standings import results

if TYPE_CHECKING:
    from sqlalchemy import Connection

GAMES = 100_000
PLAYERS = 2_000
LOOKS = 5

ZONE = Calendar.of(zone_named("Europe/Berlin"))
NOW = datetime(2026, 3, 29, 20, tzinfo=UTC)
"""A Sunday evening shortly before the end of the season; clocks changed that day."""

GUILD = 1
BATCH = 10_000
OPENINGS = ("", "tiger", "rose", "buffalo", "heath", "cow")


def measure(number: int = GAMES, people: int = PLAYERS, looks: int = LOOKS) -> list[dict[str, Any]]:
    """Return a row for the week and one for the season: processor milliseconds of a look at the board.

    `number` rated games of one server are spread over the season. `counted_ms` is the time of the first look,
    `added_ms` that of later ones, when the days that are over are added up, and `adding_ms` that of adding up
    all of them.

    Must not be called in a running event loop.
    """
    return asyncio.run(_measure(number, people, looks))


async def _measure(number: int, people: int, looks: int) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        storage = await Storage.open(f"sqlite:///{Path(folder) / 'bench.db'}", clock=lambda: NOW)
        try:
            await fill(storage, number, people)
            return [await _measured(storage, span, number, looks) for span in Span]
        finally:
            await storage.close()


async def _measured(storage: Storage, span: Span, number: int, looks: int) -> dict[str, Any]:
    period = Period.containing(span, NOW, ZONE)
    days = PeriodDays(GUILD, span.value, period.first.isoformat(), period.days(ZONE))
    counted = await _look(storage, days)
    spent: list[float] = []
    while await storage[PointsStore].has_days_to_add(days):
        begun = process_time()
        await storage[PointsStore].add_days(days)
        spent.append(process_time() - begun)
    added = [await _look(storage, days) for _ in range(looks)]
    return {
        "board": span.value,
        "games": number,
        "counted_ms": counted * 1e3,
        "added_ms": median(added) * 1e3,
        "adding_ms": sum(spent) * 1e3,
    }


async def _look(storage: Storage, days: PeriodDays) -> float:
    begun = process_time()
    await storage[PointsStore].board(days, asker_id=1)
    return process_time() - begun


async def fill(storage: Storage, number: int, people: int) -> None:
    """Store the people and their games; some play much more than others."""
    random = Random(1)
    known = [{"id": person, "name": f"Player {person}"} for person in range(1, people + 1)]
    await storage._database.write(lambda connection: _store(connection, players, known))
    weights = [1 / (5 + person) for person in range(people)]
    season = Period.containing(Span.SEASON, NOW, ZONE)
    for first in range(1, number + 1, BATCH):
        pairs = [(game_id, _two(random, weights)) for game_id in range(first, min(first + BATCH, number + 1))]
        moments = sorted(_moment(random, season) for _ in pairs)
        played = [_game(game_id, *two, at) for (game_id, two), at in zip(pairs, moments, strict=True)]
        ended = [
            row
            for (game_id, two), at in zip(pairs, moments, strict=True)
            for row in _results(game_id, two, at, random)
        ]
        for table, rows in ((games, played), (results, ended)):
            await storage._database.write(partial(_store, table=table, rows=rows))


def _store(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    connection.execute(insert(table), rows)


def _two(random: Random, weights: list[float]) -> tuple[int, int]:
    one = other = 0
    while one == other:
        one, other = random.choices(range(1, len(weights) + 1), weights, k=2)
    return one, other


def _moment(random: Random, season: Period) -> datetime:
    begin = season.begin(ZONE)
    return begin + (NOW - begin) * random.random()


def _game(game_id: int, one: int, other: int, at: datetime) -> dict[str, Any]:
    return {
        "id": game_id,
        "game": "reversi",
        "options": "",
        "guild_id": GUILD,
        "channel_id": 1,
        "state": "finished",
        "challenger_id": one,
        "colour": "first",
        "first_player_id": one,
        "second_player_id": other,
        "rated": True,
        "ending": "played",
        "score": 4,
        "opening": OPENINGS[game_id % len(OPENINGS)],
        "indexed": True,
        "created_at": at,
        "moved_at": at,
        "finished_at": at,
    }


def _results(game_id: int, two: tuple[int, int], at: datetime, random: Random) -> list[dict[str, Any]]:
    winner = random.choice((0, 1, None))
    outcomes = (
        ["draw", "draw"] if winner is None else ["win" if seat == winner else "loss" for seat in (0, 1)]
    )
    return [
        {
            "game_id": game_id,
            "seat": seat,
            "player_id": two[seat],
            "game": "reversi",
            "pool": "people",
            "guild_id": GUILD,
            "outcome": outcomes[seat],
            "rated": True,
            "value_before": 1500.0,
            "value_after": {"win": 1508.0, "draw": 1500.0, "loss": 1492.0}[outcomes[seat]],
            "deviation_before": 60.0,
            "deviation_after": 60.0,
            "volatility_before": 0.06,
            "volatility_after": 0.06,
            "finished_at": at,
        }
        for seat in (0, 1)
    ]

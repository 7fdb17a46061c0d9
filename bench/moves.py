"""The cost of a move in the whole bot: click, stored, drawn, edited, with and without a computer's answer.

The real bot plays with a `SilentDiscord` in place of the network and its games in a temporary SQLite file.
"""

from __future__ import annotations

import asyncio
import random
import re
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event
from structlog.testing import capture_logs

from bench.silent_discord import SilentDiscord
from bench.starts import resident_mb
from bot.app import Flipfour
from bot.catalog import GAMES
from bot.computer.search_core import SearchCore
from bot.core.errors import HostError
from bot.core.runtime import Now, Runtime, utc_now
from bot.settings.settings import Settings
from bot.sharded import create_bot

MOVES = 12
"""Moves of the person; the computer answers each."""

OPPONENT = "easy"
"""A level that answers at once, so that the search takes little of the time."""

GAMES_OF_PEOPLE = 100
"""Games that two people play at the same time."""

TAPS = 200
"""Taps that are measured, each in the next of these games."""

SEED = 1

SERVER, CHANNEL, FIRST_PERSON = 7, 3, 1000

BOARD_SECONDS = 60
"""Time limit for the first board of a game."""

_WRITES = "writes"
"""Key under which a connection notes that its transaction has written something."""

_GAME_LOAD = re.compile(r"SELECT .*\bFROM games\b.*\bWHERE games\.id = ", re.DOTALL)

_TO_MOVE = re.compile(r"<@([0-9]+)> to move")


class Statements:
    """Work of the database: statements, games loaded by number, and transactions that wrote something."""

    def __init__(self) -> None:
        self.statements = 0
        self.game_loads = 0
        self.write_transactions = 0

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count the statements on every connection of this process."""
        event.listen(Engine, "before_cursor_execute", self._execute)
        event.listen(Engine, "commit", self._commit)
        try:
            yield
        finally:
            event.remove(Engine, "before_cursor_execute", self._execute)
            event.remove(Engine, "commit", self._commit)

    def _execute(self, connection: Connection, _cursor: Any, statement: str, *_: Any) -> None:
        self.statements += 1
        connection.info[_WRITES] = connection.info.get(_WRITES) or not statement.startswith("SELECT")
        self.game_loads += bool(_GAME_LOAD.match(statement))

    def _commit(self, connection: Connection) -> None:
        self.write_transactions += bool(connection.info.pop(_WRITES, False))


def measure(moves: int = MOVES, database: str | None = None) -> list[dict[str, Any]]:
    """Return a row for each game: milliseconds, processor milliseconds, loads of the game, transactions that
    wrote, and requests to Discord, all per move of the person with the computer's answer to it; then the MiB
    of this process, with both games loaded. The games are stored in a new SQLite file unless an address of a
    database is given.

    Must not be called in a running event loop. Raises `HostError` when the bot logs an error.
    """
    return [asyncio.run(_measure(game, moves, database)) for game in ("reversi", "connect4")]


def measure_taps(games: int = GAMES_OF_PEOPLE, taps: int = TAPS) -> list[dict[str, Any]]:
    """Return a row for each game: the same figures for a tap of two people who play many games at once.

    `discord_ms` is the processor time of the Discord of the benchmark, which `processor_ms` does not contain.
    Must not be called in a running event loop. Raises `HostError` when the bot logs an error.
    """
    return [asyncio.run(_measure_taps(game, games, taps)) for game in ("reversi", "connect4")]


@asynccontextmanager
async def playing_bot(
    database: str | None = None, now: Now = utc_now
) -> AsyncIterator[tuple[Flipfour, SilentDiscord]]:
    """A bot that is ready to play, with its database in a new SQLite file unless an address is given.

    Raises `HostError` when the bot logs an error.
    """
    discord = SilentDiscord()
    with tempfile.TemporaryDirectory() as folder, discord.in_place(), capture_logs() as logs:
        url = database or f"sqlite:///{Path(folder) / 'bench.db'}"
        # A copy of a large database, made after each start, would take a core for seconds.
        settings = Settings(database_url=url, background_seconds=0, search_workers=1, backup_hours=0)
        async with create_bot(settings, Runtime(double_tap_seconds=0.0, now=now)) as bot:
            await bot.login("token")
            # Like every connected bot; here it also waits until all is loaded.
            await bot.on_ready()
            for kind in GAMES:
                await bot.kit[SearchCore].ready(kind)
            yield bot, discord
    if errors := [entry for entry in logs if entry["log_level"] == "error"]:
        raise HostError(f"the bot could not play: {errors[0]}")


async def _measure(game: str, moves: int, database: str | None) -> dict[str, Any]:
    statements, draw = Statements(), random.Random(SEED)
    costs: list[dict[str, float]] = []
    async with playing_bot(database) as (bot, discord):
        with statements.counted():
            while len(costs) <= moves:
                if not discord.move_buttons():
                    await discord.command(bot, game, "start", {"bot": OPPONENT, "colour": "first"})
                    async with asyncio.timeout(BOARD_SECONDS):
                        await discord.board_shown()
                before = _counters(statements, discord)
                await discord.click(bot, draw.choice(discord.move_buttons()))
                after = _counters(statements, discord)
                # A move that ends a game costs more: it is left out.
                if discord.move_buttons():
                    costs.append({name: after[name] - before[name] for name in after})
    # The first move prepares pictures and statements.
    return {
        "game": game,
        "opponent": OPPONENT,
        "moves": moves,
        **_means(costs[1:]),
        "resident_mb": resident_mb(),
    }


async def _measure_taps(game: str, games: int, taps: int) -> dict[str, Any]:
    statements, draw = Statements(), random.Random(SEED)
    costs: list[dict[str, float]] = []
    async with playing_bot() as (bot, discord):
        discord.enter(bot, SERVER, [CHANNEL])
        for table in range(1, games + 1):
            first, second = FIRST_PERSON + 2 * table, FIRST_PERSON + 2 * table + 1
            discord.turn_to(table, str(first))
            await discord.command(bot, game, "start", {"opponent": second, "colour": "first"})
            discord.turn_to(table, str(second))
            await discord.click(bot, discord.button("Accept"))
        tables = list(range(1, games + 1))
        with statements.counted():
            # The first tap in each game prepares pictures and statements.
            for number in range(games + taps):
                table = tables[number % len(tables)]
                discord.turn_to(table)
                mover = _TO_MOVE.search(discord.text())
                assert mover is not None, discord.text()
                discord.turn_to(table, mover[1])
                move = draw.choice(discord.move_buttons())
                before = _counters(statements, discord)
                await discord.click(bot, move)
                after = _counters(statements, discord)
                if number >= games:
                    costs.append({name: after[name] - before[name] for name in after})
                if not discord.move_buttons():
                    tables.remove(table)
    return {"game": game, "games": games, "taps": taps, **_means(costs), "resident_mb": resident_mb()}


def _means(costs: list[dict[str, float]]) -> dict[str, float]:
    return {name: sum(cost[name] for cost in costs) / len(costs) for name in costs[0]}


def _counters(statements: Statements, discord: SilentDiscord) -> dict[str, float]:
    own = 1000 * discord.own_seconds
    return {
        "ms": 1000 * time.perf_counter(),
        "processor_ms": 1000 * time.process_time() - own,
        "discord_ms": own,
        "statements": statements.statements,
        "game_loads": statements.game_loads,
        "write_transactions": statements.write_transactions,
        "requests": discord.requests,
    }

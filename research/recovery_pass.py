"""Measure how long clicks wait during a recovery pass: `python -m research.recovery_pass`.

The database has ten thousand open games of 44 plies; in some the computer is to move. The real bot recovers
them at its start and once more, while a player presses a button steadily. A press counts from its scheduled
moment, so a blocked loop cannot hide its delay.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
from structlog.testing import capture_logs

from bench.silent_discord import SilentDiscord
from bot.app import Flipfour
from bot.settings.machine import freeze_gc
from bot.settings.settings import Settings
from bot.sharded import create_bot
from data import Storage
from engine import Position, reversi

GAMES = 10_000
PLIES = 44

WAITING = 50
"""Games in which the computer is to move."""

EVERY = 0.02
"""Seconds between presses."""

LATER = 1.0
"""Seconds for which presses continue after a pass."""

ANSWERED = 60.0
"""Time limit for the last acknowledgements, in seconds."""


def measure(games: int = GAMES, waiting: int = WAITING) -> list[dict[str, Any]]:
    """Return a row for the start and one for a later pass: seconds of the pass, presses, and the slowest
    acknowledgements in milliseconds. Must not be called in a running event loop."""
    return asyncio.run(_measure(games, waiting))


async def _measure(games: int, waiting: int) -> list[dict[str, Any]]:
    silent = SilentDiscord()
    with tempfile.TemporaryDirectory() as folder, silent.in_place(), capture_logs():
        path = Path(folder) / "bench.db"
        await (await Storage.open(f"sqlite:///{path}")).close()
        fill(path, games, waiting)
        settings = Settings(database_url=f"sqlite:///{path}", background_seconds=0)
        begun = time.perf_counter()
        async with create_bot(settings) as bot:
            await bot.login("token")
            opened = time.perf_counter() - begun
            # As every connected bot does.
            freeze_gc()
            await silent.command(bot, "reversi", "start", {"bot": "easy", "colour": "first"})
            await silent.board_shown()
            await silent.click(bot, silent.move_buttons()[0])
            await silent.board_shown()
            rows, board, button = [], silent.message(), silent.move_buttons()[0]
            for name in ("start", "later"):
                row = await _pass(bot, silent, board, button)
                rows.append({"pass": name, "games": games, "opened_seconds": opened, **row})
        return rows


async def _pass(bot: Flipfour, silent: SilentDiscord, board: dict[str, Any], button: str) -> dict[str, Any]:
    due: dict[str, float] = {}
    over = asyncio.Event()

    async def press() -> None:
        moment = time.perf_counter()
        while not over.is_set():
            due[silent.press(bot, button, board)] = moment
            moment += EVERY
            await asyncio.sleep(max(0.0, moment - time.perf_counter()))

    pressing = asyncio.create_task(press())
    begun = time.perf_counter()
    await bot.recovery.recover()
    seconds = time.perf_counter() - begun
    await asyncio.sleep(LATER)
    over.set()
    await pressing
    async with asyncio.timeout(ANSWERED):
        # Nothing announces an acknowledgement.
        while not due.keys() <= silent.acknowledged.keys():  # noqa: ASYNC110
            await asyncio.sleep(EVERY)
    waits = sorted(silent.acknowledged[number] - moment for number, moment in due.items())
    return {
        "pass_seconds": seconds,
        "presses": len(waits),
        "median_ms": 1000 * waits[len(waits) // 2],
        "p99_ms": 1000 * waits[int(0.99 * len(waits))],
        "worst_ms": 1000 * waits[-1],
    }


def fill(path: Path, games: int, waiting: int) -> None:
    """Fill an empty database with open games, their boards delivered."""
    position, moves = _game()
    moment = datetime.now(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")
    message = discord.utils.time_snowflake(discord.utils.utcnow())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO players (id, name) VALUES (11, 'Ann'), (12, 'Ben')")
        for number in range(1, games + 1):
            # Side 0 is to move after an even number of plies.
            if number <= waiting:
                seats: tuple[Any, ...] = (None, "easy", 11, None)
            else:
                seats = (11, None, 12, None) if number % 2 else (11, None, None, "easy")
            connection.execute(
                "INSERT INTO games (id, game, options, channel_id, message_id, state, challenger_id, colour,"
                " first_player_id, first_computer, second_player_id, second_computer, rated, created_at,"
                " started_at, moved_at, version, shown_version, turn) VALUES (?, 'reversi', '', 3, ?,"
                " 'playing', 11, 'first', ?, ?, ?, ?, 0, ?, ?, ?, 1, 1, ?)",
                (number, message, *seats, moment, moment, moment, position.turn),
            )
            connection.executemany(
                "INSERT INTO moves (game_id, ply, move, seat, seconds, played_at)"
                " VALUES (?, ?, ?, ?, 1.0, ?)",
                [(number, ply, move, ply % 2, moment) for ply, move in enumerate(moves)],
            )


def _game() -> tuple[Position, list[str]]:
    """Return moves of an unfinished game and the position after them."""
    draw = random.Random(1)
    while True:
        position: Position = reversi.start()
        moves: list[str] = []
        while len(moves) < PLIES and position.result() is None:
            moves.append(draw.choice(position.legal_moves()))
            position = position.play(moves[-1])
        if position.result() is None and position.turn == 0 and position.legal_moves() != ("pass",):
            return position, moves


def main() -> None:
    """Print the rows."""
    for row in measure():
        print(
            ", ".join(
                f"{name} {value:.3g}" if isinstance(value, float) else f"{name} {value}"
                for name, value in row.items()
            )
        )


if __name__ == "__main__":
    main()

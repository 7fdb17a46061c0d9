"""Speed of storing moves: the storage part of `flipfour bench`."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from data.games.records import Game, GameState, NewGame, NewMove, Seat
from data.storage import Storage

MOVES = 60
GAMES = 8


def measure(moves: int = MOVES, games: int = GAMES) -> list[dict[str, float]]:
    """Return one row: moves stored per second in a fresh SQLite file, in one game and in `games` games at
    once.

    Each game has `moves` moves. A move counts when its own transaction is on the disk.

    Must not be called in a running event loop.
    """
    return [asyncio.run(_measure(moves, games))]


async def _measure(moves: int, games: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        storage = await Storage.open(f"sqlite:///{Path(folder) / 'bench.db'}")
        try:
            begun = [await storage.create_game(_new_game()) for _ in range(games + 1)]
            started = time.perf_counter()
            await _play(storage, begun[0], moves)
            between = time.perf_counter()
            await asyncio.gather(*(_play(storage, game, moves) for game in begun[1:]))
            ended = time.perf_counter()
        finally:
            await storage.close()
    return {
        "moves_per_second": moves / (between - started),
        f"moves_per_second_{games}_games": moves * games / (ended - between),
    }


async def _play(storage: Storage, game: Game, moves: int) -> None:
    for ply in range(moves):
        game = await storage.add_moves(game, [NewMove("d3", ply % 2, 1.0)])


def _new_game() -> NewGame:
    return NewGame(
        game="reversi",
        options="",
        guild_id=1,
        channel_id=1,
        challenger_id=1,
        opponent_id=2,
        side_choice="first",
        seats=(Seat(player_id=1), Seat(player_id=2)),
        state=GameState.PLAYING,
        rated=False,
    )

"""How fast moves are stored: the storage part of `flipfour bench`."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from data.records import GameState, NewGame, NewMove, Seat
from data.storage import Storage

MOVES = 60
GAMES = 8


def measure(moves: int = MOVES, games: int = GAMES) -> dict[str, float]:
    """Moves stored per second in a fresh SQLite file, each in a transaction of its own that is on the disk
    when it counts: from one game, one after the other, and from `games` games at once, `moves` in each.

    Must not be called in a running event loop.
    """
    return asyncio.run(_measure(moves, games))


async def _measure(moves: int, games: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        storage = await Storage.open(f"sqlite:///{Path(folder) / 'bench.db'}")
        try:
            ids = [(await storage.create_game(_new_game())).id for _ in range(games + 1)]
            started = time.perf_counter()
            await _play(storage, ids[0], moves)
            between = time.perf_counter()
            await asyncio.gather(*(_play(storage, game_id, moves) for game_id in ids[1:]))
            terminal_value = time.perf_counter()
        finally:
            await storage.close()
    return {
        "moves_per_second": moves / (between - started),
        f"moves_per_second_{games}_games": moves * games / (terminal_value - between),
    }


async def _play(storage: Storage, game_id: int, moves: int) -> None:
    for ply in range(moves):
        await storage.add_moves(game_id, ply, [NewMove("d3", ply % 2, 1.0)])


def _new_game() -> NewGame:
    return NewGame(
        game="reversi",
        options="",
        guild_id=1,
        channel_id=1,
        challenger_id=1,
        opponent_id=2,
        computer=None,
        colour="first",
        seats=(Seat(player_id=1), Seat(player_id=2)),
        state=GameState.PLAYING,
        rated=False,
    )

"""A process killed while it writes loses nothing that it had been told was stored."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from data import Storage
from tests.data.helpers import between, move
from tests.databases import url_of

if TYPE_CHECKING:
    from pathlib import Path

# Plays four games at once for ever; says each move after it was stored.
PLAYER = """
import asyncio, sys
from data import Storage
from tests.data.helpers import between, move

async def play(storage):
    while True:
        game = await storage.create_game(between())
        for ply in range(60):
            game = await storage.add_moves(game, [move(f"m{ply}", ply % 2)])
            print(game.id, ply, flush=True)

async def main():
    storage = await Storage.open(sys.argv[1])
    await asyncio.gather(*(play(storage) for _ in range(4)))

asyncio.run(main())
"""


def play_and_kill(path: Path, moves: int) -> dict[int, int]:
    """Kill a process once it has stored this many moves; return the last stored ply by game."""
    stored: dict[int, int] = {}
    command = [sys.executable, "-c", PLAYER, url_of(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(moves)]
        process.kill()
        # What it still said before it died counts too; a half line does not.
        lines += process.stdout.read().splitlines(keepends=True)
    for line in lines:
        if line.endswith("\n"):
            game_id, ply = map(int, line.split())
            stored[game_id] = ply
    return stored


@pytest.mark.long
async def test_killed_in_the_middle_of_writing(path: Path) -> None:
    for moves in (25, 60):
        stored = await asyncio.to_thread(play_and_kill, path, moves)
        assert sum(ply + 1 for ply in stored.values()) >= moves
        storage = await Storage.open(url_of(path))
        for game_id, ply in stored.items():
            game = await storage.game(game_id)
            assert game is not None
            assert game.ply > ply
            assert game.moves == tuple(f"m{i}" for i in range(game.ply))
        made = await storage.create_game(between())
        assert (await storage.add_moves(made, [move("d3", 0)])).ply == 1
        await storage.close()

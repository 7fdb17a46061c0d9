"""A process that is really killed in the middle of a game, and another one that takes the game up."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.typing import EventDict

from tests.e2e.killed_process import MOVES_BEFORE
from tests.e2e.world import World

pytestmark = pytest.mark.long

PROJECT = Path(__file__).parents[2]


@pytest.fixture(params=["search", "stored"])
async def later(request: pytest.FixtureRequest, tmp_path: Path, log: list[EventDict]) -> AsyncIterator[World]:
    """The world after the bot was killed at some moment and started again."""
    database = tmp_path / "games.db"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.e2e.killed_process", str(database), request.param, cwd=PROJECT
    )
    assert await process.wait() == -signal.SIGKILL
    world = World(database)
    await world.start()
    yield world
    await world.end()


async def test_the_next_process_continues_a_game(later: World, log: list[EventDict]) -> None:
    snapshot = await later.snapshot()
    assert snapshot.game.ply == 2 * (MOVES_BEFORE + 1)
    assert f"**{later.ann.mention} to move.**" in later.board().text
    while (board := later.board()).moves:
        await later.ann.taps(board.moves[0])
    assert (await later.snapshot()).position.result() is not None
    assert f"{later.ann.mention}: placement game 1 of about" in later.board().text
    assert not [entry for entry in log if entry["log_level"] == "error"]

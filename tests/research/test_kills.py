"""A few kills of those that `python -m research.kills` makes a hundred of."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.kills.__main__ import Run, run
from research.kills.people import BOARD
from tests.loopback.server import LoopbackDiscord


@pytest.mark.long
async def test_killed_while_playing_copying_and_migrating(tmp_path: Path) -> None:
    came_of_it = await run(3, 1, tmp_path, ("play", "backup", "migration"), rows=50)
    assert came_of_it["faults"] == []
    assert came_of_it["kills"] == {"play": 1, "backup": 1, "migration": 1}
    assert came_of_it["plies shown"] > 0
    assert came_of_it["errors logged"] == []


@pytest.mark.long
async def test_a_run_out_of_time_ends_and_reports(tmp_path: Path) -> None:
    came_of_it = await run(3, 1, tmp_path, ("play",), minutes=0.0)
    assert came_of_it["kills"] == {}
    assert came_of_it["faults"] == []


@pytest.mark.long
async def test_a_second_game_requested_twice_is_finished_too(tmp_path: Path) -> None:
    discord = LoopbackDiscord(keep_requests=False)
    await discord.open()
    this = Run(discord, tmp_path, seed=1, rows=1)
    await this.bot.start()
    for _ in range(2):
        this.town.chloe.sends("connect4 start", bot="beginner", board=BOARD, colour="first")
    await discord.until(lambda: len(this.progress_of("play")) == 2, "two games begin")
    this.town.closing = True
    faults = await this.end(this.town.doings())
    await discord.close()
    assert faults == []
    assert this.progress_of("play") == {}

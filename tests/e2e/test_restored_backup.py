"""An older copy is restored: messages of lost games never show or change another game."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from data.db.backup import copy_database
from tests.e2e.world import World

pytestmark = pytest.mark.sqlite


@pytest.mark.parametrize("hours", [0, 3])
async def test_the_board_of_a_lost_game_stays_without_a_game(
    world: World, tmp_path: Path, hours: int
) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    await world.begin(ann, ben)
    file = world.bot.services.settings.database_file
    assert file is not None
    copy = copy_database(file, tmp_path / "copy.sqlite3").path
    await world.begin(chloe, ben)
    lost = world.board(2)
    await world.bot.close()
    # By hand, so that nothing else is known of what is lost.
    for suffix in ("", "-wal", "-shm"):
        file.with_name(file.name + suffix).unlink(missing_ok=True)
    shutil.copy(copy, file)
    await world.kill(away=timedelta(hours=hours))
    if hours:
        # The start has skipped the numbers that may have been given.
        await world.begin(ann, chloe)
        assert [board.id for board in world.boards(2)] == [lost.id]
    answer = await chloe.taps("d3", lost)
    assert "This game no longer exists" in str(answer.private)
    assert "backup" in str(answer.private)
    await world.begin(ann, chloe)
    assert [board.id for board in world.boards(2)] == [lost.id]

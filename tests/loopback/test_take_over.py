"""A process takes the place of another one while people play, and they do not notice."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from structlog.typing import EventDict

from bot.hosting.lease import Ended
from bot.ui import door
from tests.loopback.running import Scene
from tests.loopback.server import LoopbackDiscord


async def test_a_process_takes_the_place_of_another(
    discord: LoopbackDiscord,
    empty_database: Path,
    tmp_path: Path,
    log: list[EventDict],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # On a busy machine it may take longer than Discord would wait.
    monkeypatch.setattr(door, "TAKEOVER_SECONDS", 30.0)
    database = Path(shutil.copy(empty_database, tmp_path / "games.db"))
    scene = Scene(discord, database, settings={"shards": "0/2"})
    while (scene.guild.id >> 22) % 2:
        # Its server belongs to the other shard; ids count milliseconds.
        await asyncio.sleep(0.001)
        scene = Scene(discord, database, settings=scene.settings)
    await scene.start()
    number = await scene.begin(scene.ann, scene.ben)
    (board,) = scene.boards(number)
    old, running = scene.bot, scene._running
    assert running is not None
    playing = asyncio.create_task(scene.play(scene.ann, scene.ben, game=number, plies=30))
    scene.settings["take_over"] = True
    await scene.start()
    await running
    assert old.ended is Ended.ASKED
    await playing
    assert scene.bot.duty.is_set()
    await scene.continues(scene.ann, scene.ben, game=number)
    assert [seen.id for seen in scene.boards(number)] == [board.id]
    await scene.stop()
    assert [entry for entry in log if entry["log_level"] in ("error", "critical")] == []

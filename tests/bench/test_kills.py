"""A few kills of those that `python -m bench.kills` makes a hundred of."""

from __future__ import annotations

from pathlib import Path

from bench.kills.__main__ import run


async def test_killed_while_playing_copying_and_migrating(tmp_path: Path) -> None:
    came_of_it = await run(3, 1, tmp_path, ("play", "backup", "migration"), rows=50)
    assert came_of_it["faults"] == []
    assert came_of_it["kills"] == {"play": 1, "backup": 1, "migration": 1}
    assert came_of_it["plies shown"] > 0
    assert came_of_it["errors logged"] == []


async def test_when_its_time_is_over_it_comes_to_its_end_and_reports(tmp_path: Path) -> None:
    came_of_it = await run(3, 1, tmp_path, ("play",), minutes=0.0)
    assert came_of_it["kills"] == {}
    assert came_of_it["faults"] == []

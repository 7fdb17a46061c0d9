"""Fixtures: a world to play in, and the bot's log."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog
from structlog.typing import EventDict

from tests.e2e.world import World


@pytest.fixture
def log() -> Iterator[list[EventDict]]:
    """What the bot logged, entry by entry."""
    with structlog.testing.capture_logs() as entries:
        yield entries


@pytest.fixture
async def world(tmp_path: Path, log: list[EventDict]) -> AsyncIterator[World]:
    """A virtual Discord with the bot connected. At the end everything sent is held against Discord's limits,
    and whatever the bot logged as an error must have been taken out of `log` by the test that wanted it."""
    made = World(tmp_path / "games.db")
    await made.start()
    yield made
    await made.end()
    errors = [entry for entry in log if entry["log_level"] in ("error", "critical")]
    assert not errors

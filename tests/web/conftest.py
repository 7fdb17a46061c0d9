"""A world with pages."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.conftest import _commands_made_once, _small_searches, max_nodes, slow_beats  # noqa: F401
from tests.e2e.world import World
from tests.web.browser import WebWorld, web_world


@pytest.fixture
async def pages(empty_database: Path, tmp_path: Path) -> AsyncIterator[WebWorld]:
    """The bot in a simulated Discord with its pages; no page may have had an error."""
    database = tmp_path / "games.db"
    shutil.copy(empty_database, database)
    async with web_world(database) as made:
        yield made
    assert made.errors == []


@pytest.fixture
def world(pages: WebWorld) -> World:
    return pages.world

"""A world with pages, and Chromium."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import _commands_made_once, _small_searches, max_nodes, slow_beats  # noqa: F401
from tests.web.browser import FLAGS, WebWorld, web_world
from tests.web.tools import CHROMIUM


@pytest.fixture
async def pages(empty_database: Path, tmp_path: Path) -> AsyncIterator[WebWorld]:
    """The bot in a simulated Discord with its pages; no page may have had an error."""
    database = tmp_path / "games.db"
    shutil.copy(empty_database, database)
    async with web_world(database) as made:
        yield made
    assert made.errors == []


@pytest.fixture
async def playwright() -> AsyncIterator[Any]:
    """Playwright; without it the test is skipped."""
    api = pytest.importorskip("playwright.async_api", reason="there is no Playwright, which .ci/run fetches")
    async with api.async_playwright() as started:
        yield started


@pytest.fixture
async def browser(playwright: Any) -> AsyncIterator[Any]:
    """Chromium; without it, or without Playwright, the test is skipped."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium, which .ci/run fetches where it can")
    chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
    yield chromium
    await chromium.close()

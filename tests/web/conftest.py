"""A world with pages, and Chromium."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import _commands_made_once, _small_searches, max_nodes, slow_beats  # noqa: F401
from tests.web.browser import FLAGS, WebWorld, web_world
from tests.web.tools import CHROMIUM


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests in a browser without one, before they start a bot."""
    if CHROMIUM is not None and find_spec("playwright") is not None:
        return
    without = pytest.mark.skip(reason="there is no Chromium or no Playwright, which .ci/run fetches")
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(without)


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
    """Playwright, for a test in a browser."""
    from playwright.async_api import async_playwright

    async with async_playwright() as started:
        yield started


@pytest.fixture
async def browser(playwright: Any) -> AsyncIterator[Any]:
    """Chromium, for one test."""
    chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
    yield chromium
    await chromium.close()

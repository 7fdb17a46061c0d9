"""A world with pages, and Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.e2e.conftest import _commands_made_once, _small_searches, max_nodes, slow_beats  # noqa: F401
from tests.web.browser import FLAGS, HEADLESS, WebWorld, web_world
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


@pytest.fixture(scope="session")
def chromium_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of this process's Chromium: starting one for each test would take longer than most of them."""
    assert CHROMIUM is not None
    folder = tmp_path_factory.mktemp("chromium")
    chosen = ("--remote-debugging-port=0", f"--user-data-dir={folder}", *HEADLESS, *FLAGS)
    with subprocess.Popen([CHROMIUM, *chosen], stderr=subprocess.PIPE, text=True) as chromium:
        assert chromium.stderr is not None
        listening = (re.search(r"DevTools listening on (ws://\S+)", line) for line in chromium.stderr)
        address = next(filter(None, listening), None)
        assert address is not None, "Chromium did not start"
        # What it writes later must not fill the pipe.
        Thread(target=chromium.stderr.read, daemon=True).start()
        yield address[1]
        chromium.terminate()


@pytest.fixture
async def playwright() -> AsyncIterator[Any]:
    """Playwright, for a test in a browser."""
    from playwright.async_api import async_playwright

    async with async_playwright() as started:
        yield started


@pytest.fixture
async def browser(chromium_address: str, playwright: Any) -> AsyncIterator[Any]:
    """Chromium, without the contexts of other tests."""
    chromium = await playwright.chromium.connect_over_cdp(chromium_address)
    yield chromium
    await chromium.close()

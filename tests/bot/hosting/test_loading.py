"""Loading without garbage collection and rich, and freezing what is loaded."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest

from bot.catalog import GAMES
from bot.computer.search_core import SearchCore
from bot.hosting.loading import freeze_gc

PROGRAM = """
import gc, sys
from bot.hosting.loading import quick_loading
before = gc.get_freeze_count()
try:
    with quick_loading():
        import structlog
        print(gc.isenabled(), structlog.dev.rich)
        raise ImportError
except ImportError:
    import rich.console
    print(gc.isenabled(), gc.get_freeze_count() > before + 10_000)
"""


def test_collection_and_rich_are_off_only_while_loading() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == (["False", "None", "True", "True"], "")


NOT_YET = ("alembic", "asyncpg", "distributed", "matplotlib", "rich", "sentry_sdk", "simcord", "research")
"""Packages that are optional or not needed at the start."""

START = f"""
import sys
from bot import cli
from bot.hosting.loading import quick_loading
with quick_loading():
    import bot.run
print(*(package for package in {NOT_YET} if package in sys.modules))
"""


@pytest.mark.long
def test_a_start_loads_no_optional_packages() -> None:
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.fixture(autouse=True)
def _unfrozen() -> Iterator[None]:
    yield
    gc.unfreeze()


async def test_loaded_objects_are_frozen() -> None:
    gc.unfreeze()
    await freeze_gc(SearchCore(), GAMES)
    assert gc.get_freeze_count() > 1000


async def test_freezing_waits_for_the_search_core(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.unfreeze()
    core, loaded = SearchCore(), asyncio.Event()

    async def ready(game: str) -> None:
        await loaded.wait()

    monkeypatch.setattr(core, "ready", ready)
    freezing = asyncio.create_task(freeze_gc(core, GAMES))
    await asyncio.sleep(0)
    assert gc.get_freeze_count() == 0
    loaded.set()
    await freezing
    assert gc.get_freeze_count() > 1000

"""Loading without garbage collection and rich, and freezing what is loaded."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest

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


NOT_YET = (
    *("alembic", "asyncpg", "av", "cryptography", "dask", "distributed", "llvmlite", "matplotlib", "numba"),
    *("playwright", "py4swiss", "research", "rich", "sentry_sdk", "simcord"),
)
"""Packages that are optional, or loaded when they are first needed."""

START = f"""
import sys
from bot import cli
from bot.hosting.loading import quick_loading
with quick_loading():
    import bot.run
bot.run.create_bot(bot.run.Settings())
print(*(package for package in {NOT_YET} if package in sys.modules))
"""


def test_a_start_loads_no_optional_packages() -> None:
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.fixture(autouse=True)
def _unfrozen() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_loaded_objects_are_frozen() -> None:
    gc.unfreeze()
    freeze_gc()
    assert gc.get_freeze_count() > 1000

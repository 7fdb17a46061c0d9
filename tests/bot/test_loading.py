"""Modules load without garbage collections and without rich, and afterwards both are there again."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import gc, sys
from bot.loading import quick_loading
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


def test_loading_quickly() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == (["False", "None", "True", "True"], "")


NOT_YET = ("alembic", "asyncpg", "distributed", "matplotlib", "rich", "sentry_sdk", "simcord", "training")
"""Packages that only some need, or nobody at once: they are loaded where they are used."""

START = f"""
import sys
from bot import cli
from bot.loading import quick_loading
with quick_loading():
    import bot.run
print(*(package for package in {NOT_YET} if package in sys.modules))
"""


def test_a_start_loads_nothing_that_can_wait() -> None:
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []

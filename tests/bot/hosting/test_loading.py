"""Loading without garbage collection, rich and optional packages, and freezing what is loaded."""

from __future__ import annotations

import subprocess
import sys

NOT_YET = (
    *("alembic", "asyncpg", "av", "cryptography", "dask", "distributed", "llvmlite", "matplotlib", "numba"),
    *("playwright", "py4swiss", "research", "rich", "sentry_sdk", "simcord"),
)
"""Packages that are optional, or loaded when they are first needed."""

START = f"""
import gc, sys
from bot.hosting.loading import freeze_gc, quick_loading
before = gc.get_freeze_count()
try:
    with quick_loading():
        import structlog
        from bot import cli
        import bot.run
        print(gc.isenabled(), structlog.dev.rich)
        raise ImportError
except ImportError:
    bot.run.create_bot(bot.run.Settings())
    print(*(package for package in {NOT_YET} if package in sys.modules))
    import rich.console
    print(gc.isenabled(), gc.get_freeze_count() > before + 10_000)
gc.unfreeze()
freeze_gc()
print(gc.get_freeze_count() > 1000)
"""


def test_collection_and_rich_are_off_while_a_start_loads_what_is_not_optional() -> None:
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=False)
    assert (done.stdout.split("\n"), done.stderr) == (["False None", "", "True True", "True", ""], "")

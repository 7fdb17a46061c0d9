"""Loading without garbage collection, rich and optional packages, and freezing what is loaded."""

from __future__ import annotations

import subprocess
import sys

NOT_YET = (
    *("alembic", "asyncpg", "av", "cryptography", "dask", "distributed", "llvmlite", "matplotlib", "numba"),
    *("playwright", "py4swiss", "research", "rich", "sentry_sdk", "simcord"),
    *("bot.account.linked_roles.page_ui", "bot.web.messages", "bot.web.pages_ui", "data.upkeep.inspection"),
    "sqlalchemy.dialects.postgresql",
)
"""Packages and modules that are optional, or loaded when they are first needed."""

START = f"""
import gc, os, ssl, sys
from bot.settings.machine import freeze_gc, quick_loading
before = gc.get_freeze_count()
try:
    with quick_loading():
        import structlog
        from bot import cli
        import bot.run
        from aiohttp import connector
        print(gc.isenabled(), structlog.dev.rich)
        raise ImportError
except ImportError:
    certificates = ssl.create_default_context().cert_store_stats()
    print(connector._SSL_CONTEXT_VERIFIED.cert_store_stats() == certificates)
    print(sum(connector._SSL_CONTEXT_UNVERIFIED.cert_store_stats().values()))
    print("PYDANTIC_DISABLE_PLUGINS" in os.environ, "OPENBLAS_NUM_THREADS" in os.environ)
    print(len(os.listdir("/proc/self/task")))
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
    assert (done.stdout.split("\n"), done.stderr) == (
        ["False None", "True", "0", "False False", "1", "", "True True", "True", ""],
        "",
    )

"""What all tests share: the search core, compiled once before they begin; the log; an empty database."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import structlog
from structlog.typing import EventDict

import engine
from data import Storage
from engine.jit.ready_note import is_compiled
from tests import databases

WARM_UP = "import sys, engine; engine.warm_up(sys.argv[1])"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the tests of the storage, and those from end to end, keep what they store."""
    parser.addoption("--database", choices=["sqlite", "postgres"], default="sqlite")


def pytest_configure(config: pytest.Config) -> None:
    """Prepare what the workers share, before there are any."""
    if hasattr(config, "workerinput"):
        return
    run = ExitStack()
    config.add_cleanup(run.close)
    if sys.dont_write_bytecode:
        _keep_bytecode(run)
    if config.getoption("--database") == "postgres":
        run.enter_context(databases.server())


def _keep_bytecode(run: ExitStack) -> None:
    """Modules are compiled to bytecode once, not by every worker and every process that a test starts.

    Where Python is told to leave none beside the sources, it goes to a folder that lasts as long as the run.
    """
    folder = tempfile.mkdtemp(prefix="flipfour-bytecode-")
    run.callback(shutil.rmtree, folder, ignore_errors=True)
    os.environ["PYTHONPYCACHEPREFIX"] = folder
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that no worker is left with it at the end; leave out what is said of the
    other kind of database only."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    other, why = (
        ("sqlite", "about SQLite files") if databases.on_postgres() else ("postgres", "about a server")
    )
    for item in items:
        if item.get_closest_marker(other):
            item.add_marker(pytest.mark.skip(reason=why))


@pytest.fixture(autouse=True)
def _databases() -> Iterator[None]:
    """Nothing is left on a server."""
    yield
    if databases.on_postgres():
        databases.drop_made()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile both games side by side, unless they are, so that parallel workers only load what is there."""
    if hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    if "NUMBA_CACHE_DIR" in os.environ or "PYTEST_CURRENT_TEST" in os.environ:
        # A run inside of a test, such as that of the third game, compiles what it needs and no more.
        return
    missing = [game for game in ("reversi", "connect4") if not is_compiled(game)]
    compilers = [subprocess.Popen([sys.executable, "-c", WARM_UP, game]) for game in missing]
    for compiler in compilers:
        compiler.wait()


@pytest.fixture(scope="session")
def compiled_engine() -> None:
    """The rules and the search, compiled before anything is measured."""
    engine.warm_up("reversi")


@pytest.fixture
def log() -> Iterator[list[EventDict]]:
    """What the bot logged, entry by entry."""
    with structlog.testing.capture_logs() as entries:
        yield entries


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without games: copying it is faster than making one for every test."""
    path = tmp_path_factory.mktemp("storage") / "empty.db"

    async def make() -> None:
        storage = await Storage.open(f"sqlite:///{path}")
        await storage.close()

    asyncio.run(make())
    return path

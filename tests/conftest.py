"""What all tests share: the search core, compiled once before they begin; the log; an empty database."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import structlog
from structlog.typing import EventDict

import engine
from data import Storage
from tests import databases

WARM_UP = "import sys, engine; engine.warm_up(sys.argv[1])"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the tests of the storage, and those from end to end, keep what they store."""
    parser.addoption("--database", choices=["sqlite", "postgres"], default="sqlite")


def pytest_configure(config: pytest.Config) -> None:
    """Start the server before there are workers, so that they share it."""
    if config.getoption("--database") == "postgres" and not hasattr(config, "workerinput"):
        run = ExitStack()
        run.enter_context(databases.server())
        config.add_cleanup(run.close)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what is said of the other kind of database only."""
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
    """Compile both games side by side, so that the workers of a parallel run only load what is there."""
    if hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    if "NUMBA_CACHE_DIR" in os.environ or "PYTEST_CURRENT_TEST" in os.environ:
        # A run inside of a test, such as that of the third game, compiles what it needs and no more.
        return
    compilers = [subprocess.Popen([sys.executable, "-c", WARM_UP, game]) for game in ("reversi", "connect4")]
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

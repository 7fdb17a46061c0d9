"""Shared by all tests: the `--all` option, the compiled search core, the log and an empty database."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.bytecode import keep_bytecode, share_compiling

# Until everything is loaded, looking for garbage among it finds none and takes a tenth of the time.
gc.disable()
# Before anything else is imported, or it would be compiled in every run.
keep_bytecode(Path(__file__).parent.parent / ".pytest_cache")

import hypothesis
import pytest
import structlog
from structlog.typing import EventDict

from bot.settings.machine import available_cores
from tests.extent import everything, extent, run_everything

# The usual report of an exception has the variables of all its frames: half a second of work for no reader.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)

pytest_plugins = ["tests.chromium"]

WARM_UP = "import sys, engine; engine.warm_up(sys.argv[1])"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that choose what is tested, and on which database."""
    parser.addoption("--all", action="store_true", help="run the tests marked long, too, and more examples")
    parser.addoption("--database", choices=["sqlite", "postgres"], default="sqlite")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Add a worker with --all, whose tests wait for sockets and pages a third of the time."""
    return available_cores() + 1 if config.getoption("--all") else None


def pytest_configure(config: pytest.Config) -> None:
    """Prepare what the workers share, before any is started."""
    if config.getoption("--all"):
        run_everything()
    # No test depends on how busy the machine is.
    hypothesis.settings.register_profile("unhurried", deadline=None, max_examples=extent(25, 100))
    hypothesis.settings.load_profile("unhurried")
    if hasattr(config, "workerinput"):
        return
    if config.getoption("--database") == "postgres":
        from tests import databases

        run = ExitStack()
        config.add_cleanup(run.close)
        run.enter_context(databases.server())


def pytest_report_header() -> str:
    """State how much is run."""
    return "all tests" if everything() else "without the tests marked long; run those with --all"


def pytest_collection(session: pytest.Session) -> None:
    """Have the workers share the work of a first run of all tests."""
    worker = getattr(session.config, "workerinput", None)
    if worker is not None and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        share_compiling(worker["workerid"], Path(__file__).parent)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect without --all what is marked long, and all but the first cases where only those are wanted.

    With it, each worker begins with its part of the long tests, so that none is left with one at the end.
    """
    from tests.databases import on_postgres

    cases: Counter[tuple[object, str]] = Counter()
    long: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        first = item.get_closest_marker("first")
        test = (item.parent, getattr(item, "originalname", item.name))
        cases[test] += 1
        is_long = item.get_closest_marker("long") or (first is not None and cases[test] > first.args[0])
        (long if is_long else others).append(item)
    if everything():
        workers: int = getattr(config, "workerinput", {"workercount": 1})["workercount"]
        items[:] = _shared(long, others, workers)
        assert len({*items}) == len(long) + len(others) == len(items), "the order loses tests"
    else:
        items[:] = others
        config.hook.pytest_deselected(items=long)
    other, why = ("sqlite", "about SQLite files") if on_postgres() else ("postgres", "about a server")
    for item in items:
        if item.get_closest_marker(other):
            item.add_marker(pytest.mark.skip(reason=why))


_compilers: list[subprocess.Popen[bytes]] = []


def pytest_sessionstart(session: pytest.Session) -> None:
    """Begin to compile both games, unless they are; the workers collect tests meanwhile."""
    if hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    if "NUMBA_CACHE_DIR" in os.environ or "PYTEST_CURRENT_TEST" in os.environ:
        # A run inside a test, such as that of the third game, compiles only what it needs.
        return
    from engine.jit.ready_note import is_compiled

    missing = [game for game in ("reversi", "connect4") if not is_compiled(game)]
    _compilers.extend(subprocess.Popen([sys.executable, "-c", WARM_UP, game]) for game in missing)


def _shared(long: list[pytest.Item], others: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Order tests for workers that begin with equal parts of them, and steal from each other later."""
    items: list[pytest.Item] = []
    total, taken = len(long) + len(others), 0
    for worker in range(1, workers + 1):
        items += long[(worker - 1) * len(long) // workers : worker * len(long) // workers]
        end = max(taken, taken + worker * total // workers - len(items))
        items += others[taken:end]
        taken = end
    return items


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished() -> None:
    """Give the workers nothing to run before both games are compiled."""
    _await_compilers()


def _await_compilers() -> None:
    for compiler in _compilers:
        compiler.wait()


def pytest_collection_finish() -> None:
    """Keep what is loaded by now out of every later garbage collection, and collect less often."""
    _await_compilers()
    gc.collect()
    gc.freeze()
    gc.enable()
    # At Python's own pace, looking for garbage took a twelfth of the time of end-to-end tests.
    gc.set_threshold(5_000, 10, 5)


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    """Logging is one for the whole process: what a command sets up ends with its test."""
    root, ours, configure = logging.getLogger(), structlog.get_config(), structlog.configure
    handlers = root.handlers[:]
    loggers = [root, *(item for item in root.manager.loggerDict.values() if isinstance(item, logging.Logger))]
    levels = [(logger, logger.level) for logger in loggers]

    def configure_uncached(**chosen: Any) -> None:
        # A module's logger that is cached would bypass `capture_logs` in every later test.
        configure(**{**chosen, "cache_logger_on_first_use": False})

    # Not the fixture, whose patches would then outlast the event loop of every test.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(structlog, "configure", configure_uncached)
        for hooks, name in ((sys, "excepthook"), (sys, "unraisablehook"), (threading, "excepthook")):
            patch.setattr(hooks, name, getattr(hooks, name))
        yield
    root.handlers[:] = handlers
    for logger, level in levels:
        # Setting a level empties the caches of all loggers.
        if logger.level != level:
            logger.setLevel(level)
    structlog.configure(**ours)


@pytest.fixture(scope="session", autouse=True)
def _quick_databases() -> Iterator[None]:
    """Databases of this process cost little; those of processes that tests start are like those of hosts."""
    from tests import databases

    with databases.quick():
        yield


@pytest.fixture(autouse=True)
def _databases() -> Iterator[None]:
    """Drop the databases that a test created on a server."""
    yield
    from tests import databases

    if databases.on_postgres():
        databases.drop_made()


@pytest.fixture(scope="session")
def compiled_engine() -> None:
    """Load the compiled rules and search before anything is measured."""
    import engine

    engine.warm_up("reversi")


@pytest.fixture
def log() -> Iterator[list[EventDict]]:
    """The bot's log entries."""
    with structlog.testing.capture_logs() as entries:
        yield entries


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without games, to copy: creating one for every test takes longer."""
    from data import Storage

    path = tmp_path_factory.mktemp("storage") / "empty.db"

    async def create() -> None:
        storage = await Storage.open(f"sqlite:///{path}")
        await storage.close()

    asyncio.run(create())
    return path

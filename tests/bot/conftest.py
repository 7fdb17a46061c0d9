"""Fixtures of the bot: an empty storage in a file, a stopped clock, a referee with a seeded generator."""

from __future__ import annotations

import logging
import random
import shutil
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.games.challenges import Challenges
from bot.games.referee import Referee
from data import Storage
from tests.bot.helpers import BOUNDLESS, OFFER_LIFETIME, Clock


@pytest.fixture(autouse=True)
def _ready(compiled_engine: None) -> None:
    """Positions are replayed everywhere in the bot."""


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
        logger.setLevel(level)
    structlog.configure(**ours)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def storage(empty_database: Path, tmp_path: Path, clock: Clock) -> AsyncIterator[Storage]:
    path = shutil.copy(empty_database, tmp_path / "games.db")
    opened = await Storage.open(f"sqlite:///{path}", clock=clock, fair_use=BOUNDLESS)
    yield opened
    await opened.close()


@pytest.fixture
def challenges(storage: Storage, clock: Clock) -> Challenges:
    return Challenges(storage, offer_lifetime=OFFER_LIFETIME, now=clock, rng=random.Random(4))


@pytest.fixture
def referee(storage: Storage, clock: Clock) -> Referee:
    return Referee(storage, now=clock)

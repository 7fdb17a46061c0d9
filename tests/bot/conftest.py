"""Fixtures of the bot: an empty storage, a stopped clock, a seeded referee, and no settings."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.play.games.challenges import Challenges
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from bot.preferences.preferences import Preferences
from bot.settings.settings import names
from data import Storage
from tests.bot.helpers import BOUNDLESS, Clock, kit_of


@pytest.fixture(autouse=True)
def _ready(compiled_engine: None) -> None:
    """Positions are replayed everywhere in the bot."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(empty_database: Path, tmp_path: Path) -> Path:
    """The file of an empty database."""
    return Path(shutil.copy(empty_database, tmp_path / "games.db"))


@pytest.fixture
async def storage(database: Path, clock: Clock) -> AsyncIterator[Storage]:
    opened = await Storage.open(f"sqlite:///{database}", clock=clock, fair_use=BOUNDLESS)
    yield opened
    await opened.close()


@pytest.fixture
def challenges(storage: Storage, clock: Clock) -> Challenges:
    return Challenges(kit_of(storage, clock, rng=random.Random(4)))


@pytest.fixture
def referee(storage: Storage, clock: Clock) -> Referee:
    return Referee(storage)


@pytest.fixture
def handovers(storage: Storage) -> HandOvers:
    return HandOvers(storage)


@pytest.fixture
def preferences(storage: Storage) -> Preferences:
    return Preferences(storage)


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as made:
        yield made


@pytest.fixture
def kept(runner: asyncio.Runner, database: Path, clock: Clock) -> Iterator[Storage]:
    """A storage for tests that run the event loop themselves."""
    opened = runner.run(Storage.open(f"sqlite:///{database}", clock=clock, fair_use=BOUNDLESS))
    yield opened
    runner.run(opened.close())


@pytest.fixture
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty working directory, and no settings but those of the test."""
    for name in os.environ:
        if name in names().values() or name.startswith(("FLIPFOUR_", "CREDENTIALS_")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)

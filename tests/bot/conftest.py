"""Fixtures of the bot: an empty storage in a file, a stopped clock, a referee with a seeded generator."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.play.games.challenges import Challenges
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from bot.preferences.preferences import Preferences
from data import Storage
from tests.bot.helpers import BOUNDLESS, Clock, kit_of


@pytest.fixture(autouse=True)
def _ready(compiled_engine: None) -> None:
    """Positions are replayed everywhere in the bot."""


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

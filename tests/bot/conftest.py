"""Fixtures of the bot: an empty storage in a file, a clock that stands still, a referee with known lots."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play.referee import Referee
from data import Storage
from tests.bot.helpers import OFFER_LIFETIME, Clock


@pytest.fixture(autouse=True)
def _ready(compiled_engine: None) -> None:
    """Positions are replayed everywhere in the bot."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def storage(tmp_path: Path, clock: Clock) -> AsyncIterator[Storage]:
    opened = await Storage.open(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}", clock=clock)
    yield opened
    await opened.close()


@pytest.fixture
def referee(storage: Storage, clock: Clock) -> Referee:
    return Referee(storage, offer_lifetime=OFFER_LIFETIME, now=clock, lots=random.Random(4))

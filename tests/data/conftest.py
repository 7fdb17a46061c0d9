"""Fixtures: an empty storage in its own file."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from data import Storage
from tests.data.helpers import Clock
from tests.data.plans import faults
from tests.databases import on_postgres, url_of


@pytest.fixture(autouse=True)
def planned(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every query of a test must be fast in a large database; upkeep and checks read everything."""
    if on_postgres() or request.path.parent.name in ("db", "upkeep", "data"):
        yield
        return
    with faults() as found:
        yield
    assert found == []


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
async def storage(path: Path, clock: Clock, empty_database: Path) -> AsyncIterator[Storage]:
    if not on_postgres():
        shutil.copy(empty_database, path)
    opened = await Storage.open(url_of(path), clock=clock)
    yield opened
    await opened.close()


@pytest.fixture
async def other(path: Path, storage: Storage, clock: Clock) -> AsyncIterator[Storage]:
    """The storage of a second process."""
    opened = await Storage.open(url_of(path), clock=clock)
    yield opened
    await opened.close()

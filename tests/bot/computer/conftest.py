"""Fixtures of the search pool."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bot.computer.simulation import Simulation


@pytest.fixture
def one() -> Iterator[Simulation]:
    """A pool of one worker."""
    made = Simulation(workers=1)
    with made.time.rules_stop_flags():
        yield made


@pytest.fixture
def two() -> Iterator[Simulation]:
    """A pool of two workers."""
    made = Simulation(workers=2)
    with made.time.rules_stop_flags():
        yield made

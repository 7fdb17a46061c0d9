"""Fixtures: a search that is to end, and the compiled rules of Connect 4."""

from __future__ import annotations

import pytest

from engine import StopFlag, warm_up


@pytest.fixture
def stopped() -> StopFlag:
    """A flag that is set."""
    flag = StopFlag()
    flag.set()
    return flag


@pytest.fixture(scope="session")
def compiled_connect4() -> None:
    """Compile first, so that no search spends its time on that."""
    warm_up("connect4")

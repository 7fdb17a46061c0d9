"""What all tests share: the search core, compiled once a session."""

from __future__ import annotations

import pytest

import engine


@pytest.fixture(scope="session")
def compiled_engine() -> None:
    """Compile the rules and the search (or load them from the cache on disk) before anything is measured."""
    engine.warm_up("reversi")

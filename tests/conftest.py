"""What all tests share: the search core, compiled once before they begin."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import engine

WARM_UP = "import sys, engine; engine.warm_up(sys.argv[1])"


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile both games side by side, so that the workers of a parallel run only load what is there."""
    if hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    if "NUMBA_CACHE_DIR" in os.environ:
        # A run of its own, such as that of the third game, compiles what it needs and no more.
        return
    compilers = [subprocess.Popen([sys.executable, "-c", WARM_UP, game]) for game in ("reversi", "connect4")]
    for compiler in compilers:
        compiler.wait()


@pytest.fixture(scope="session")
def compiled_engine() -> None:
    """The rules and the search, compiled before anything is measured."""
    engine.warm_up("reversi")

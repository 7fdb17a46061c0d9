"""Bytecode kept between runs where PYTHONDONTWRITEBYTECODE allows none alongside the sources."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from pathlib import Path


def keep_bytecode(cache: Path) -> None:
    """Keep the bytecode of this process and those it starts in a folder of pytest's cache.

    Rewriting and compiling the assertions of all test modules takes twice as long as loading them.
    """
    if not sys.dont_write_bytecode:
        return
    folder = cache / "bytecode"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(folder)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def share_compiling(worker: str, tests: Path) -> None:
    """Import the test modules backwards in every second worker.

    Workers import the same modules at the same time, so in a fresh clone each would compile all of them. From
    both ends, each compiles about half and finds the bytecode of the rest.
    """
    if not worker.endswith(("1", "3", "5", "7", "9")):
        return
    for name in ("numba", *reversed([_module(path, tests) for path in sorted(tests.rglob("test_*.py"))])):
        # Whatever fails is reported when the tests of the module are collected.
        with contextlib.suppress(Exception):
            importlib.import_module(name)


def _module(path: Path, tests: Path) -> str:
    return ".".join(path.relative_to(tests.parent).with_suffix("").parts)

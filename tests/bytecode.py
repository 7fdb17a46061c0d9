"""Bytecode kept between runs where PYTHONDONTWRITEBYTECODE allows none alongside the sources."""

from __future__ import annotations

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

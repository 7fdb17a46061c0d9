"""A note next to Numba's cache that a game is compiled, readable without importing the compiler.

The cache itself only knows one function, and only after that function is loaded.
"""

from __future__ import annotations

import hashlib
import platform
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import config

from engine.jit.compiling import PLAIN_PYTHON, SOURCES_DIGEST, compiled


def is_compiled(game: str) -> bool:
    """Return whether the cache has all that `warm_up` compiles for a game, from the current sources.

    The processor is this one, or the one in NUMBA_CPU_NAME and NUMBA_CPU_FEATURES, as in an image that runs
    on many.
    """
    return PLAIN_PYTHON or _note(game).exists()


def record_compiled(game: str) -> None:
    """Note that all of a game is in the cache. Without a folder that can be written to, nothing is noted."""
    if PLAIN_PYTHON:
        return
    note = _note(game)
    try:
        for old in note.parent.glob(f"{game}.*.compiled"):
            if old != note:
                old.unlink(missing_ok=True)
        note.touch()
    except OSError:
        return


def _note(game: str) -> Path:
    made_by = (SOURCES_DIGEST, numba.__version__, platform.python_version(), *_processor())
    digest = hashlib.blake2b(repr(made_by).encode(), digest_size=12).hexdigest()
    return cache_folder() / f"{game}.{digest}.compiled"


def _processor() -> tuple[str, str, str]:
    """Return what Numba's cache depends on besides the sources."""
    wanted: Any = config
    name = llvm.get_host_cpu_name() if wanted.CPU_NAME is None else wanted.CPU_NAME
    features = wanted.CPU_FEATURES
    if features is None:
        features = llvm.get_host_cpu_features().flatten()
    return llvm.get_process_triple(), name, features


def cache_folder() -> Path:
    """Return where Numba keeps the code of this package: next to the sources, or in the user's cache
    folder.
    """
    dispatcher: Any = _anchor
    return Path(dispatcher._cache._cache_path)


@compiled
def _anchor() -> int:
    """A function in this file; it is never called."""
    return 0

"""A note beside Numba's cache that a game is compiled: finding out costs no import and no compiler.

The cache itself says what is compiled of one function only, and only after the function is loaded.
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
    """Whether the cache has all that `warm_up` compiles for a game, from these sources for the processor for
    which Numba compiles: this one, or the one that NUMBA_CPU_NAME and NUMBA_CPU_FEATURES name, as in an image
    that is started on many."""
    return PLAIN_PYTHON or _note(game).exists()


def note_compiled(game: str) -> None:
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
    """What Numba distinguishes the code of its cache by, beside the sources."""
    wanted: Any = config
    name = llvm.get_host_cpu_name() if wanted.CPU_NAME is None else wanted.CPU_NAME
    features = wanted.CPU_FEATURES
    if features is None:
        features = llvm.get_host_cpu_features().flatten()
    return llvm.get_process_triple(), name, features


def cache_folder() -> Path:
    """Where Numba keeps the code of this package: beside the sources, or where the user's caches are."""
    dispatcher: Any = _anchor
    return Path(dispatcher._cache._cache_path)


@compiled
def _anchor() -> int:
    """A function in this file; it is never called."""
    return 0

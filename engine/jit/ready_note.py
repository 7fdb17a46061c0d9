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

from engine.jit.compiling import PLAIN_PYTHON, SOURCES_DIGEST, compiled


def is_compiled(game: str) -> bool:
    """Whether the cache has all that `warm_up` compiles for a game, from these sources for this processor."""
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
    processor = (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    made_by = (SOURCES_DIGEST, numba.__version__, platform.python_version(), *processor)
    digest = hashlib.blake2b(repr(made_by).encode(), digest_size=12).hexdigest()
    return cache_folder() / f"{game}.{digest}.compiled"


def cache_folder() -> Path:
    """Where Numba keeps the code of this package: beside the sources, or where the user's caches are."""
    dispatcher: Any = _anchor
    return Path(dispatcher._cache._cache_path)


@compiled
def _anchor() -> int:
    """A function in this file; it is never called."""
    return 0

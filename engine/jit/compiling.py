"""Compilation with Numba: one decorator, and a disk cache that notices every change of the engine.

Numba caches a compiled function by its source file. Here functions of several files are compiled into one
(the search and the rules of its game), so a change in any file must invalidate everything: the cache is
stamped with a digest of all of them. Packages above the games are excluded, since no compiled function can
use them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.core.caching import IndexDataCacheFile

from engine.jit.ready_note import PLAIN_PYTHON, sources_digest

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
#: Options of functions called only from compiled code: without a Python wrapper they compile much faster.
INNER_OPTIONS: Any = {**_OPTIONS, "no_cpython_wrapper": True}


SOURCES_DIGEST = sources_digest()


class CacheFiles(IndexDataCacheFile):
    """Numba's files of one function, safe with several processes that compile it at once.

    Numba numbers the files of a function's types: two processes can take the same number for different
    types, and later ones would run the wrong code. Here the name of a file tells what is in it.
    """

    def _load_index(self) -> Any:
        """The lists of types that are compiled; none when their classes have moved or gone since."""
        files: Any = super()
        try:
            return files._load_index()
        except (AttributeError, ImportError):
            return {}

    def save(self, key: Any, data: Any) -> None:
        """Write the code for one list of types."""
        base = self._index_name.removesuffix(".nbi")
        files: Any = self
        known = files._load_index()
        if not known:
            # The code was compiled from older sources; a process that misses it compiles it again.
            for old in Path(self._cache_path).glob(f"{base}.*.nbc"):
                old.unlink(missing_ok=True)
        digest = hashlib.blake2b(f"{SOURCES_DIGEST} {key!r}".encode(), digest_size=12).hexdigest()
        name = f"{base}.{digest}.nbc"
        files._save_data(name, data)
        files._save_index({**known, key: name})


def compiled(function: Function) -> Function:
    """Compile with Numba on first call, without the GIL, cached on disk for later processes."""
    dispatcher = njit(cache=True, **_OPTIONS)(function)
    if not PLAIN_PYTHON:
        cache = dispatcher._cache
        files: Any = CacheFiles
        cache._cache_file = files(cache._cache_path, cache._impl.filename_base, SOURCES_DIGEST)
    return cast("Function", dispatcher)


def inlined(function: Function) -> Function:
    """Compile as part of the calling compiled functions; never cached alone."""
    return cast("Function", njit(**INNER_OPTIONS)(function))


def always_inlined(function: Function) -> Function:
    """Like `inlined`, for inner loops that LLVM would find too large to inline."""
    return cast("Function", njit(forceinline=True, **INNER_OPTIONS)(function))


@compiled
def anchor() -> int:
    """A function whose place in the cache is that of all in this folder; it is never called."""
    return 0

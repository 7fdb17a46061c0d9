"""Compilation with Numba: one decorator, a disk cache that notices every change, dispatch by class."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit, types
from numba.core.caching import IndexDataCacheFile
from numba.extending import overload

from engine.errors import EngineError
from engine.jit.ready_note import PLAIN_PYTHON, note_of, sources_digest

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


def cache_folder() -> Path:
    """Return where Numba keeps the code of this package: next to the sources, or in the user's cache
    folder.
    """
    dispatcher: Any = anchor
    return Path(dispatcher._cache._cache_path)


def record_compiled(game: str) -> None:
    """Note that all of a game is in the cache. Without a folder that can be written to, nothing is noted."""
    if PLAIN_PYTHON:
        return
    try:
        note = cache_folder() / note_of(game)
        for old in note.parent.glob(f"{game}.*.compiled"):
            if old != note:
                old.unlink(missing_ok=True)
        note.touch()
    except OSError:
        return


_implementations: dict[tuple[Callable[..., Any], type], Callable[..., Any]] = {}


def dispatched(declaration: Function) -> Function:
    """Turn a declaration without a body into a function that calls what `implements` registered for it."""

    @functools.wraps(declaration)
    def function(first: Any, *rest: Any) -> Any:
        implementation = _implementation(function, type(first))
        if implementation is None:
            raise EngineError(f"{type(first).__name__} does not implement {declaration.__name__}")
        return implementation(first, *rest)

    def choose(first: Any, *rest: Any) -> Any:
        return _implementation(function, _class_of(first))

    overload(function, jit_options=INNER_OPTIONS, strict=False)(choose)
    return cast("Function", function)


def optional(declaration: Function) -> Function:
    """Like `dispatched`, with a body for all classes that have no other one."""
    function = dispatched(declaration)
    implements(function, object)(declaration)
    return function


def implements(function: Callable[..., Any], kind: type) -> Callable[[Function], Function]:
    """Register the decorated function as the body of `function` for first arguments of class `kind`.

    Raises EngineError when `kind` already has one.
    """

    def register(implementation: Function) -> Function:
        if (function, kind) in _implementations:
            raise EngineError(f"{kind.__name__} implements {function.__name__} already")
        _implementations[function, kind] = implementation
        return implementation

    return register


def _implementation(function: Callable[..., Any], kind: type) -> Callable[..., Any] | None:
    return _implementations.get((function, kind)) or _implementations.get((function, object))


def _class_of(numba_type: Any) -> type:
    if numba_type == types.uint64:
        return np.uint64
    return getattr(numba_type, "instance_class", type(None))

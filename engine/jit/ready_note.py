"""A note next to Numba's cache that a game is compiled, readable without loading the compiler.

The cache itself only knows one function, and only after that function is loaded.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

#: True when NUMBA_DISABLE_JIT=1 makes every function run as plain Python.
PLAIN_PYTHON = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

#: The packages of the engine that import the games (the contract of imports in pyproject.toml keeps it so).
_ABOVE_THE_GAMES = {"players", "puzzles"}


@functools.cache
def sources_digest() -> str:
    """Return what changes with every change of the engine's sources but those above the games."""
    digest = hashlib.blake2b(digest_size=16)
    engine = Path(__file__).parents[1]
    for path in sorted(engine.rglob("*.py")):
        if path.relative_to(engine).parts[0] in _ABOVE_THE_GAMES:
            continue
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def is_compiled(game: str) -> bool:
    """Return whether the cache has all that `warm_up` compiles for a game, from the current sources.

    The processor is this one, or the one in NUMBA_CPU_NAME and NUMBA_CPU_FEATURES, as in an image that runs
    on many.
    """
    return PLAIN_PYTHON or any((folder / note_of(game)).exists() for folder in possible_folders())


def note_of(game: str) -> str:
    """Return the name of a game's note, for the sources, libraries and processor of this process."""
    versions = (version("numba"), version("llvmlite"), platform.python_version())
    digest = hashlib.blake2b(repr((sources_digest(), versions, processor())).encode(), digest_size=12)
    return f"{game}.{digest.hexdigest()}.compiled"


def processor() -> tuple[str, ...]:
    """Return the kind of processor that Numba compiles for."""
    named = [os.environ.get(f"NUMBA_CPU_{what}", "") for what in ("NAME", "FEATURES")]
    return (sys.platform, platform.machine(), *(named if all(named) else _this_processor()))


def _this_processor() -> list[str]:
    try:
        first = Path("/proc/cpuinfo").read_text(encoding="utf-8").partition("\n\n")[0]
    except OSError:  # not Linux
        return [platform.processor()]
    return re.findall(r"^(?:model name|flags|Features|CPU part)\s*: (.*)", first, re.MULTILINE)


def possible_folders() -> Iterator[Path]:
    """Yield where `engine.jit.compiling.cache_folder` may be, by Numba's rules.

    A missed one costs a look by another process.
    """
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield from Path(chosen).glob("jit_*")
        return
    yield Path(__file__).parent / "__pycache__"
    user = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    yield from (Path(user) / "numba").glob("jit_*")

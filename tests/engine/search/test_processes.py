"""The compiled core in fresh processes that read the cache on disk.

How one fills an empty cache, and another reads it, `test_new_room` sees, where there is little to compile.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Limits, perft, reversi, search
from tests.cases import for_each

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]

PLAIN = """
from engine import Limits, perft, reversi, search
print(perft(reversi.start(), 4), search(reversi.start(), Limits(seconds=None, depth=3)).nodes)
"""

LOADED = """
import gc, sys
from numba.core.dispatcher import Dispatcher
from engine import Limits, connect4, reversi, search, warm_up

def compiled():
    functions = [found for found in gc.get_objects() if isinstance(found, Dispatcher)]
    return {found.py_func.__qualname__: found for found in functions if found.signatures}

game = sys.argv[1]
warm_up(game)
before = compiled()
print(sorted(name for name, found in before.items() if found.stats.cache_misses))
print(sum(sum(found.stats.cache_hits.values()) for found in before.values()) > 20)
position = {"reversi": reversi, "connect4": connect4}[game].start()
while position.moves_played < 10:
    position = position.play(position.legal_moves()[0])
search(position, Limits(seconds=0.1))
print(sorted({*compiled()} - {*before}))
"""


def run(program: str, *arguments: str, **environment: str) -> str:
    """Return what a program prints."""
    finished = subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=ROOT, env={**os.environ, **environment},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@for_each("game", ["reversi", "connect4"])
def test_nothing_is_compiled_again_nor_by_a_search_after_a_warm_up(game: str) -> None:
    """What the cache has was compiled before all tests."""
    assert run(LOADED, game) == "[]\nTrue\n[]\n"


def test_the_same_functions_run_without_numba() -> None:
    nodes = search(reversi.start(), Limits(seconds=None, depth=3)).nodes
    assert run(PLAIN, NUMBA_DISABLE_JIT="1") == f"{perft(reversi.start(), 4)} {nodes}\n"

"""The compiled core in fresh processes that read the cache on disk.

How one fills an empty cache, and another reads it, `test_new_room` sees, where there is little to compile.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import for_each

pytestmark = pytest.mark.long

PROGRAM = """
from engine import Limits, perft, reversi, search, warm_up
warm_up()
print(perft(reversi.start(), 5), search(reversi.start(), Limits(seconds=None, depth=3)).nodes)
"""
ROOT = Path(__file__).parents[3]


def run(program: str, *arguments: str, **environment: str) -> str:
    finished = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


LOADED = """
import gc, sys
from numba.core.dispatcher import Dispatcher
from engine import warm_up

warm_up(sys.argv[1])
functions = [found for found in gc.get_objects() if isinstance(found, Dispatcher)]
print(sorted(found.py_func.__qualname__ for found in functions if found.stats.cache_misses))
print(sum(sum(found.stats.cache_hits.values()) for found in functions) > 20)
"""


@for_each("game", ["reversi", "connect4"])
def test_what_the_first_process_compiled_is_not_compiled_again(game: str) -> None:
    """The first one is that which compiled before all tests, or this one."""
    run("import sys, engine; engine.warm_up(sys.argv[1])", game)
    assert run(LOADED, game) == "[]\nTrue\n"


def test_the_same_functions_run_without_numba() -> None:
    compiled = run(PROGRAM)
    assert compiled.startswith("1396 ")
    assert run(PROGRAM, NUMBA_DISABLE_JIT="1") == compiled


COMPILED_LATER = """
import gc, sys
from numba.core.dispatcher import Dispatcher
from engine import Limits, connect4, reversi, search, warm_up

def compiled():
    functions = [found for found in gc.get_objects() if isinstance(found, Dispatcher)]
    return {found.py_func.__qualname__ for found in functions if found.signatures}

game = sys.argv[1]
warm_up(game)
position = {"reversi": reversi, "connect4": connect4}[game].start()
while position.moves_played < 10:
    position = position.play(position.legal_moves()[0])
before = compiled()
search(position, Limits(seconds=0.1))
print(sorted(compiled() - before))
"""


@for_each("game", ["reversi", "connect4"])
def test_after_a_warm_up_a_search_compiles_nothing(game: str) -> None:
    assert run(COMPILED_LATER, game) == "[]\n"

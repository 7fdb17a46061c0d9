"""The compiled core in fresh processes: one that fills the cache on disk, one that reads it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
from engine import Limits, perft, reversi, search, warm_up
late = reversi.start()
while sum(late.counts()) < 58:
    late = late.play(late.legal_moves()[0])
print(search(late, Limits(seconds=0.5)).exact)
warm_up()
print(perft(reversi.start(), 5), search(reversi.start(), Limits(seconds=None, depth=6)).nodes)
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


def test_a_second_process_starts_from_the_cache_of_the_first(tmp_path: Path) -> None:
    first = run(PROGRAM, NUMBA_CACHE_DIR=str(tmp_path))
    files = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb[ic]")}
    second = run(PROGRAM, NUMBA_CACHE_DIR=str(tmp_path))
    assert files
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb[ic]")} == files
    assert first == second
    # The compiler's time is not taken from the half second of the search before the warm-up.
    assert first.startswith("True\n1396 ")


def test_the_same_functions_run_without_numba() -> None:
    program = PROGRAM.replace("depth=6", "depth=3")
    assert run(program, NUMBA_DISABLE_JIT="1") == run(program)


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


@pytest.mark.parametrize("game", ["reversi", "connect4"])
def test_after_a_warm_up_a_search_compiles_nothing(game: str) -> None:
    assert run(COMPILED_LATER, game) == "[]\n"

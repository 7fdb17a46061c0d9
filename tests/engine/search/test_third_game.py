"""A game the project does not have is searched by the shared core through `engine.search.interface`."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
from tests.tictactoe import Position, solve
start = Position()
drawn = solve(start)
assert drawn.exact and drawn.score == 0, drawn
lost = solve(start.play("b1").play("a1").play("c3"))
fork = solve(start.play("a1").play("b1"))
assert fork.exact and fork.score == 1, fork
print(fork.move, len(fork.line))
"""


def test_the_shared_core_solves_tic_tac_toe() -> None:
    # In plain Python and a process of its own: a game of the tests must not get into the compiled cache.
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    move, length = done.stdout.split()
    # After a1, b1 the crosses win by a double threat: their third move at the latest makes it.
    assert move in {"a2", "b2", "c2", "a3", "b3", "c3"}
    assert int(length) >= 1

"""A game from outside the project is searched by the shared core, compiled, once it is registered."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.third_game import child_environment

PROGRAM = """
from tests import third_game
third_game.add()

from engine import Limits, perft, search, tictactoe, warm_up
from engine.jit.compiling import PLAIN_PYTHON
from engine.players.computer import levels_of
from engine.search.registry import EXACT

assert not PLAIN_PYTHON
# The compiler's time is not taken from the two seconds of a search before the warm-up.
early = search(tictactoe.Position().play("a1").play("b1"), Limits(seconds=2.0))
assert early.exact and early.score == 1, early
steps = []
warm_up("tictactoe", lambda done, total: steps.append((done, total)))
assert steps == [(done, 4) for done in range(5)], steps

start = tictactoe.Position()
# The published number of games, those that end early included.
assert perft(start, 9) == 255168
drawn = search(start, Limits(seconds=60))
assert drawn.exact and drawn.score == 0, drawn
won = search(start.play("a1").play("b1"), Limits(seconds=60), style=EXACT)
assert won.exact and won.score == 1, won
assert won.move in {"a2", "b2", "c2", "a3", "b3", "c3"}, won
reply = levels_of("tictactoe")["perfect"].player.choose(start.play("b2"), 60).move
assert reply in {"a1", "c1", "a3", "c3"}, reply
print("solved")
"""


def solve(cache: Path) -> dict[Path, int]:
    """Run the program; the files of compiled code after it, and when they were written, in nanoseconds."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=child_environment(cache),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "solved\n", done.stderr
    return {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb[ic]")}


@pytest.mark.long
def test_the_compiled_core_plays_tic_tac_toe(tmp_path: Path) -> None:
    compiled = solve(tmp_path)
    # Nothing was left where other processes look for compiled code.
    assert [path for path in compiled if path.name.startswith("alphabeta.alphabeta-")]
    # A second process starts from the cache of the first.
    assert solve(tmp_path) == compiled

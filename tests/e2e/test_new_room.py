"""A feature, and a game, that are a few files are used from end to end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.new_room import copy_with_room
from tests.third_game import child_environment

ROOT = Path(__file__).parents[2]


def run(scenes: str, passed: int, **where: Any) -> None:
    """Run scenes in a process, and check that all passed."""
    options = ("-q", "-n", "0", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", *options, f"tests/e2e/{scenes}.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, **where)
    assert done.returncode == 0, done.stdout
    assert f"{passed} passed" in done.stdout


@pytest.mark.long
def test_a_new_room_is_used(tmp_path: Path) -> None:
    copy_with_room(tmp_path)
    run("new_room", 6, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)})


AGAIN = """
from tests import third_game
third_game.add()
from engine import warm_up
warm_up("tictactoe")
"""


@pytest.mark.long
def test_a_third_game_is_played(tmp_path: Path) -> None:
    run("third_game", 5, cwd=ROOT, env=child_environment(tmp_path))

    def compiled() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb[ic]")}

    # Nothing was left where other processes look for compiled code, and the next one starts from it.
    before = compiled()
    assert [path for path in before if path.name.startswith("alphabeta.alphabeta-")]
    subprocess.run([sys.executable, "-c", AGAIN], env=child_environment(tmp_path), check=True)
    assert compiled() == before

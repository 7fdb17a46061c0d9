"""A feature, and a game, that are a few files are used from end to end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.new_room import copy_with_room
from tests.third_game import child_environment


@pytest.mark.long
def test_a_new_room_is_used(tmp_path: Path) -> None:
    copy_with_room(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "tests/e2e/new_room.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "6 passed" in done.stdout


AGAIN = """
from tests import third_game
third_game.add()
from engine import warm_up
warm_up("tictactoe")
"""


@pytest.mark.long
def test_a_third_game_is_played(tmp_path: Path) -> None:
    scenes = Path(__file__).parent / "third_game.py"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", scenes],
        env=child_environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "5 passed" in done.stdout

    def compiled() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb[ic]")}

    # Nothing was left where other processes look for compiled code, and the next one starts from it.
    before = compiled()
    assert [path for path in before if path.name.startswith("alphabeta.alphabeta-")]
    subprocess.run([sys.executable, "-c", AGAIN], env=child_environment(tmp_path), check=True)
    assert compiled() == before

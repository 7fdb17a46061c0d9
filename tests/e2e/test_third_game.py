"""A game that is a folder and two files is played, from the command to the leaderboard."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.third_game import child_environment


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

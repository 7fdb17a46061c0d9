"""A feature that is a folder, a file of tables, a migration and a line is used from end to end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.new_room import copy_with_room


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
    assert "7 passed" in done.stdout

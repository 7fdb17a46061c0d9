"""A part of the tests, run on a PostgreSQL server too.

All that store something run there with `uv run pytest --database postgres tests/data tests/e2e`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.databases import on_postgres
from tests.extent import VARIABLE

PROJECT = Path(__file__).parents[1]

REPRESENTATIVE = (
    "tests/data/db/test_server.py",
    "tests/data/db/test_copying.py",
    "tests/data/db/test_share.py",
    "tests/e2e/test_resigning.py",
    "tests/bot/hosting/test_checking.py",
)


@pytest.mark.long
@pytest.mark.skipif(on_postgres(), reason="they are run there anyway")
def test_a_part_of_the_tests_on_a_server() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--database", "postgres", *REPRESENTATIVE]
    # Without what tells workers of pytest-xdist who they are, and that everything is tested.
    environment = {
        name: value for name, value in os.environ.items() if "XDIST" not in name and name != VARIABLE
    }
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

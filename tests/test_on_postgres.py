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

PROJECT = Path(__file__).parents[1]

REPRESENTATIVE = (
    "tests/data/db/test_server.py",
    "tests/data/db/test_copying.py",
    "tests/data/db/test_share.py",
    "tests/bot/hosting/test_checking.py::test_a_server_is_checked_as_a_file_is",
    "tests/e2e/test_resigning.py::test_resigning_is_asked_for_and_then_ends_the_game",
    "tests/e2e/test_resigning.py::test_against_people_a_rematch_is_one_offer_with_swapped_colours",
)
"""What is about servers, and two scenes of a game."""


@pytest.mark.long
@pytest.mark.skipif(on_postgres(), reason="they are run there anyway")
def test_a_part_of_the_tests_on_a_server() -> None:
    options = ("-q", "-n", "0", "--all", "--database", "postgres")
    command = [sys.executable, "-m", "pytest", *options, *REPRESENTATIVE]
    # Without what tells workers of pytest-xdist who they are.
    environment = {name: value for name, value in os.environ.items() if "XDIST" not in name}
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

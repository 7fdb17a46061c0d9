"""A database of version 1.0 with games in progress, as its host has it before an update."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from data.db.migrate import BASELINE, SCRIPTS, migrate_file

ANN, SERVER = 1456074443980800006, 1456074443980800002
"""One of its people, and where they play; the simulated Discord of `tests.e2e` gives the same ids."""

CLOCK, AGAINST_COMPUTER, CORRESPONDENCE, FINISHED, VOTE, TOURNAMENT = 1, 2, 3, 5, 8, 9
"""Some of its games."""

BOARDS = (6, 7)
"""The games of its simultaneous exhibition."""

_ROWS = Path(__file__).with_name(f"revision_{BASELINE}.sql")


def create_first_release(path: Path, more: str = "") -> None:
    """Create the database: the tables of the baseline, with rows that its code wrote, and perhaps more."""
    with tempfile.TemporaryDirectory() as folder:
        scripts = Path(folder) / "migrations"
        shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("0*", "__pycache__"))
        (baseline,) = (SCRIPTS / "versions").glob(f"{BASELINE}_*.py")
        shutil.copy(baseline, scripts / "versions")
        migrate_file(path, scripts)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(_ROWS.read_text("utf-8") + more)

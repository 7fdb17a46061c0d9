"""Copies of an SQLite file, made while others may read it and kept in the folder `backups` beside it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from data.errors import StorageError

if TYPE_CHECKING:
    from pathlib import Path

KEPT = 5


def back_up(path: Path, reason: str) -> Path:
    """Copy the database at `path` to `backups/<name>-<time>-<reason>.sqlite3` and return that path.

    Only the newest `KEPT` copies of this database stay. The copy gets its name when it is complete. Raises
    StorageError when it cannot be made.
    """
    folder = path.parent / "backups"
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}"
    target = folder / f"{path.stem}-{stamp}-{reason}.sqlite3"
    unfinished = target.with_suffix(".part")
    try:
        folder.mkdir(exist_ok=True)
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as copy:
            source.backup(copy)
        unfinished.replace(target)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            unfinished.unlink()
        raise StorageError(
            f"no backup of {path} could be made in {folder} ({error}), so it was left as it is: "
            "make room there, or let the program write there"
        ) from error
    for old in backups(path)[KEPT:]:
        old.unlink(missing_ok=True)
    return target


def backups(path: Path) -> list[Path]:
    """The copies there are of the database at `path`, newest first."""
    name = re.compile(re.escape(path.stem) + r"-\d{8}T\d{12}Z-.+\.sqlite3")
    folder = path.parent / "backups"
    if not folder.is_dir():
        return []
    return sorted((file for file in folder.iterdir() if name.fullmatch(file.name)), reverse=True)

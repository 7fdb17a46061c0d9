"""Putting a copy in the place of an SQLite database that nobody uses."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from data.db.backup import FOLDER, back_up, copy_database, opened, sync_folder
from data.db.errors import StorageError
from data.db.locations import explain
from data.db.migrate import newest_revision, tables_of

if TYPE_CHECKING:
    from pathlib import Path

BUSY_SECONDS = 2.0
"""So long a program may take to let go of the database."""

_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_BELONGING = ("", "-wal", "-shm", "-journal")
"""The files of a database, by the ends of their names."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was done: `kept` is where the database is now that was there before (None: there was none)."""

    kept: Path | None
    revision: str
    newest: str

    @property
    def will_be_updated(self) -> bool:
        """Whether the next start brings the tables up to date."""
        return self.revision != self.newest


def restore_database(copy: Path, path: Path) -> Restored:
    """Put what is in `copy` into the database at `path`; what is there now is kept in the folder of backups.

    It happens as a whole or not at all, also when the power fails. Raises StorageError, and changes nothing,
    when the copy is damaged, foreign or newer, when somebody uses the database, and when there is no room.
    """
    revision = tables_of(copy)
    if path.exists() and copy.samefile(path):
        raise StorageError(f"{copy} is the database itself: name a copy of it")
    _check_whole(copy)
    kept: Path | None = None
    if path.exists():
        damaged = _let_go(path)
        kept = _keep_damaged(path) if damaged else back_up(path, "before-restore")
        if not damaged:
            _overwrite(copy, path)
            return Restored(kept, revision, newest_revision())
    copy_database(copy, path)
    return Restored(kept, revision, newest_revision())


def _check_whole(copy: Path) -> None:
    try:
        with closing(opened(copy)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise StorageError(explain(error, str(copy))) from error
    if found != "ok":
        raise StorageError(f"the copy {copy} is damaged ({found}): take another one")


def _let_go(path: Path) -> bool:
    """Make sure that nobody has the database open, and that all of it is in one file; returns whether it is
    damaged.

    Whoever has it open, with a write-ahead log, holds a lock that forbids to do without the log.
    """
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("BEGIN EXCLUSIVE")
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StorageError(
                f"the database {path} is in use, so nothing was changed: stop Flipfour first, and whatever "
                "else has "
                "it open"
            ) from error
        raise StorageError(explain(error, str(path))) from error
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in _DAMAGED:
            raise StorageError(explain(error, str(path))) from error
        return True
    return bool(found != "ok")


def _keep_damaged(path: Path) -> Path:
    """Move a database aside that SQLite cannot read, with whatever belongs to it."""
    kept = path.parent / FOLDER / f"{path.name}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    try:
        kept.parent.mkdir(exist_ok=True)
        for end in _BELONGING:
            with suppress(FileNotFoundError):
                shutil.move(path.with_name(path.name + end), kept.with_name(kept.name + end))
        sync_folder(kept.parent)
    except OSError as error:
        raise StorageError(
            f"the damaged database {path} cannot be moved to {kept.parent} ({error.strerror}): "
            "let the program write there"
        ) from error
    return kept


def _overwrite(copy: Path, path: Path) -> None:
    """Write the copy into the database, in one transaction of SQLite that excludes everybody else."""
    try:
        with (
            closing(opened(copy)) as source,
            closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        raise StorageError(f"{explain(error, str(path))}; it was left as it was") from error

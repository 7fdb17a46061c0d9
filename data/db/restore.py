"""Restore a copy in place of an SQLite database that is not in use."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from data.db.backup import FOLDER, back_up, copy_database, opened, sync_folder, unpacked
from data.db.errors import StorageError
from data.db.locations import SQLITE_FAILURES, explain
from data.db.migrate import newest_revision, tables_of
from data.db.numbers import NUMBERED, raise_number

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

log = logging.getLogger(__name__)

BUSY_SECONDS = 2.0
"""Maximum seconds another program may keep the database locked."""

_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_BELONGING = ("", "-wal", "-shm", "-journal")
"""Suffixes of the files of a database."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A restored database: `kept` is where the former one is now (None: there was none)."""

    kept: Path | None
    revision: str
    newest: str

    @property
    def will_be_updated(self) -> bool:
        """True if the next start updates the tables."""
        return self.revision != self.newest


def restore_database(copy: Path, path: Path) -> Restored:
    """Replace the database at `path` by `copy`, after moving or copying it to the folder of backups.

    This is atomic, even in a power failure. Raises StorageError, without a change, if the copy is damaged,
    foreign, too old or newer, if the database is in use, and if there is no space.
    """
    if path.exists() and copy.exists() and copy.samefile(path):
        raise StorageError(f"{copy} is the database itself: name a copy of it")
    with unpacked(copy, path.parent) as plain:
        revision = tables_of(plain)
        _check_whole(plain)
        kept: Path | None = None
        if path.exists():
            if not _let_go(path):
                kept, given = back_up(path, "before-restore"), _numbers(path)
                _overwrite(plain, path)
                _raise_numbers(path, given)
                return Restored(kept, revision, newest_revision())
            kept = _keep_damaged(path)
        copy_database(plain, path)
    return Restored(kept, revision, newest_revision())


def _numbers(path: Path) -> dict[str, int]:
    """Return the last numbers that a database has given, by table; {} if they cannot be read."""
    try:
        with closing(opened(path)) as connection:
            return dict(connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    except SQLITE_FAILURES as error:
        log.warning("the numbers given since the copy was made are not known: %s", error)
        return {}


def _raise_numbers(path: Path, given: Mapping[str, int]) -> None:
    """Give none of these numbers again; the next start makes up for a failure."""
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(path), poolclass=NullPool)
    try:
        with engine.begin() as connection:
            for name, table in NUMBERED.items():
                raise_number(connection, table, given.get(name, 0))
    except (*SQLITE_FAILURES, SQLAlchemyError) as error:
        log.warning("the numbers given since the copy was made are not stored: %s", error)


def _check_whole(copy: Path) -> None:
    try:
        with closing(opened(copy)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except SQLITE_FAILURES as error:
        raise StorageError(explain(error, str(copy))) from error
    if found != "ok":
        raise StorageError(f"the copy {copy} is damaged ({' '.join(found.split())}): take another one")


def _let_go(path: Path) -> bool:
    """Require that no program has the database open, and fold its log into the file; returns whether it is
    damaged.

    A program that has it open with a write-ahead log holds a lock that prevents leaving that mode.
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
                f"the database {path} is in use and was not changed: stop Flipfour, and any other program "
                "that has it open"
            ) from error
        raise StorageError(explain(error, str(path))) from error
    except UnicodeDecodeError:
        return True
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in _DAMAGED:
            raise StorageError(explain(error, str(path))) from error
        return True
    return bool(found != "ok")


def _keep_damaged(path: Path) -> Path:
    """Move an unreadable database and its other files to the folder of backups."""
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
    """Write the copy into the database, in one exclusive transaction."""
    try:
        with (
            closing(opened(copy)) as source,
            closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as target,
        ):
            source.backup(target)
    except SQLITE_FAILURES as error:
        raise StorageError(f"{explain(error, str(path))}; it was not changed") from error

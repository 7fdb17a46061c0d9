"""Copies of an SQLite file, made while others read and write it: `copy_database` makes one, `back_up` keeps
some of them in a folder.

A copy has the state of one moment. It gets its name when it is complete, has been checked, and is on the
disk.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from data.db.errors import StorageError

KEPT = 5
FOLDER = "backups"
"""Where the copies are, beside the database."""

SUFFIX = ".sqlite3"
UNFINISHED = ".part"
ABANDONED_SECONDS = 3600.0
"""An unfinished copy that nobody has written to for so long was left by a process that was killed."""

PAGES_AT_ONCE = 2000
"""Between them it is asked whether the copy is still wanted."""

_BUSY_SECONDS = 30.0
_STAMP = "%Y%m%dT%H%M%S%fZ"
_NAME = r"-(?P<stamp>\d{8}T\d{12}Z)-(?P<reason>[\w.-]+)"


class BackupStopped(Exception):  # noqa: N818 - nothing is wrong
    """The copy was not wanted any more; nothing is left of it."""


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy of a database: where it is, its size, and the rows that were counted in it."""

    path: Path
    size: int
    rows: int


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy in the folder of backups: when it was made, and what for."""

    path: Path
    made_at: datetime
    reason: str

    @property
    def kind(self) -> str:
        """Copies of one kind take each other's place: "before" an update or a restore, "scheduled", …"""
        return self.reason.partition("-")[0]


def copy_database(path: Path, target: Path, stopped: Callable[[], bool] = lambda: False) -> Copied:
    """Copy the database at `path`, which may be in use, to the new file `target`.

    `stopped` is asked now and then, in this thread: BackupStopped when it says so. Raises StorageError, and
    leaves nothing behind, when the copy cannot be made, is damaged, or would overwrite something.
    """
    if not path.is_file():
        raise StorageError(f"there is no database {path}: check DATABASE_URL, or the path")
    if target.exists() or target.is_symlink():
        raise StorageError(f"{target} is there already, and was left as it is: name a new file")
    unfinished = target.with_name(f"{target.name}.{os.getpid()}{UNFINISHED}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Nobody else is to read what people have stored.
        unfinished.touch(mode=0o600, exist_ok=False)
        rows = _copy(path, unfinished, stopped)
        with suppress(OSError):
            shutil.copymode(path, unfinished)
        size = unfinished.stat().st_size
        if target.exists():
            raise FileExistsError(f"{target} has come into being meanwhile")
        unfinished.replace(target)
        sync_folder(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise StorageError(
            f"no copy of the database {path} could be made in {target.parent} ({_reason(error)}): "
            "make room there, or let the program write there"
        ) from error
    finally:
        for left in unfinished.parent.glob(f"{unfinished.name}*"):
            with suppress(OSError):
                left.unlink()
    return Copied(target, size, rows)


def back_up(
    path: Path,
    reason: str,
    *,
    folder: Path | None = None,
    kept: int = KEPT,
    at: datetime | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Path:
    """Copy the database at `path` to `<name>-<time>-<reason>.sqlite3` in the folder of backups; returns that
    path.

    Of each kind of copies only the newest `kept` stay, and only when this one is complete. Raises
    StorageError when it cannot be made, and BackupStopped.
    """
    folder = folder or path.parent / FOLDER
    _remove_abandoned(path, folder)
    target = folder / f"{path.stem}-{at or datetime.now(UTC):{_STAMP}}-{reason}{SUFFIX}"
    copy_database(path, target, stopped)
    alike = [backup for backup in backups(path, folder) if backup.kind == reason.partition("-")[0]]
    for old in alike[kept:]:
        with suppress(OSError):
            old.path.unlink()
    return target


def backups(path: Path, folder: Path | None = None) -> list[Backup]:
    """The copies there are of the database at `path`, newest first."""
    folder = folder or path.parent / FOLDER
    name = re.compile(re.escape(path.stem) + _NAME + re.escape(SUFFIX))
    try:
        found = [(file, match) for file in folder.iterdir() if (match := name.fullmatch(file.name))]
    except OSError:
        return []
    made = [
        Backup(file, datetime.strptime(match["stamp"], _STAMP).replace(tzinfo=UTC), match["reason"])
        for file, match in found
    ]
    return sorted(made, key=lambda backup: backup.made_at, reverse=True)


def opened(path: Path, *, timeout: float = _BUSY_SECONDS) -> sqlite3.Connection:
    """A connection to a file that is there, by which nothing is changed."""
    # "rw" never makes a file; a reader of a write-ahead log has to be able to write beside it.
    connection = sqlite3.connect(
        f"file:{quote(str(path))}?mode=rw", uri=True, timeout=timeout, isolation_level=None
    )
    connection.execute("PRAGMA query_only=ON")
    return connection


def _copy(path: Path, target: Path, stopped: Callable[[], bool]) -> int:
    """Copy and check; returns the number of rows."""

    def go_on(_status: int, _remaining: int, _total: int) -> None:
        if stopped():
            raise BackupStopped

    with closing(opened(path)) as source, closing(sqlite3.connect(target, isolation_level=None)) as copy:
        # All is read as it is at this moment; with a write-ahead log nobody waits for that.
        source.execute("BEGIN")
        rows = _rows(source)
        source.backup(copy, pages=PAGES_AT_ONCE, progress=go_on)
        source.execute("COMMIT")
        # One plain file, which can be read where nothing can be written.
        copy.execute("PRAGMA journal_mode=DELETE")
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(f"the database is damaged, {found}")
        copied = _rows(copy)
        if copied != rows:
            raise sqlite3.DatabaseError("the copy has other rows than the database")
    return sum(rows.values())


def _rows(connection: sqlite3.Connection) -> dict[str, int]:
    """The number of rows of every table."""
    tables = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    ).fetchall()
    counted = {}
    for (table,) in tables:
        quoted = table.replace('"', '""')
        (counted[table],) = connection.execute(f'SELECT count(*) FROM "{quoted}"').fetchone()  # noqa: S608
    return counted


def _remove_abandoned(path: Path, folder: Path) -> None:
    """Remove what processes have left that were killed in the middle of a copy."""
    name = re.compile(
        re.escape(path.stem) + _NAME + re.escape(SUFFIX) + r"\.\d+" + re.escape(UNFINISHED) + ".*"
    )
    with suppress(OSError):
        for file in folder.iterdir():
            if name.fullmatch(file.name) and time.time() - file.stat().st_mtime > ABANDONED_SECONDS:
                file.unlink()


def sync_folder(folder: Path) -> None:
    """Have the system write the names in a folder to the disk; Windows does so by itself."""
    with suppress(PermissionError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error) or type(error).__name__
    return " ".join(str(error).split())

"""Backups of an SQLite file in use: `copy_database` creates a copy, `back_up` keeps the latest in a folder.

A copy has the state of one moment. It gets its name once it is complete, checked and on the disk; one whose
name ends with `.gz` is compressed, as are those in the folder of backups.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import sqlite3
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from data.db.errors import SQLITE_FAILURES, StorageError, damaged, explain, is_damage

MAX_KEPT = 5
"""Maximum copies of one kind."""

FOLDER = "backups"
"""Folder of the copies, next to the database."""

PRIVATE = 0o600
"""Mode of every file with people's data, which other users must not read, whatever the umask."""

SUFFIX = ".sqlite3"
PACKED = ".gz"
UNFINISHED = ".part"
ABANDONED_SECONDS = 3600.0
"""Age in seconds at which an unfinished copy is taken to be left by a killed process."""

PAGES_AT_ONCE = 2000
"""Pages copied between two checks whether to stop."""

CHUNK = 1 << 20
"""Bytes compressed between two checks whether to stop."""

LEVEL = 6
"""Level of compression: 20 MB of games became 3.4 MB in half a second of processor time."""

_BUSY_SECONDS = 30.0
_STAMP = "%Y%m%dT%H%M%S%fZ"
_NAME = r"-(?P<stamp>\d{8}T\d{12}Z)-(?P<reason>[\w.-]+?)"
_ENDING = rf"{re.escape(SUFFIX)}(?:{re.escape(PACKED)})?"
"""Earlier versions did not compress."""


class BackupStopped(Exception):  # noqa: N818 - requested, not an error
    """The copy was stopped and removed."""


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy of a database: its path, size in bytes, and number of rows."""

    path: Path
    size: int
    rows: int


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy in the folder of backups, with its time and reason."""

    path: Path
    made_at: datetime
    reason: str

    @property
    def kind(self) -> str:
        """The kind: "before" (an update or a restore), "scheduled", …; newer copies replace old ones of a
        kind."""
        return self.reason.partition("-")[0]


def copy_database(path: Path, target: Path, stopped: Callable[[], bool] = lambda: False) -> Copied:
    """Copy the database at `path`, which may be in use, to the new file `target`; compressed if it ends with
    `.gz`.

    Raises BackupStopped when `stopped`, which is called now and then in this thread, returns True. Raises
    StorageError if the copy cannot be created, is damaged, or would overwrite a file. Both leave no file
    behind.
    """
    if not path.is_file():
        raise StorageError(f"there is no database {path}: check DATABASE_URL, or the path")
    if target.exists() or target.is_symlink():
        raise StorageError(f"{target} already exists and was not changed: name a new file")
    unfinished = target.with_name(f"{target.name}.{os.getpid()}{UNFINISHED}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished.touch(mode=PRIVATE, exist_ok=False)
        rows = _copy(path, unfinished, stopped)
        if target.suffix == PACKED:
            _pack(unfinished, stopped)
        size = unfinished.stat().st_size
        if target.exists():
            raise FileExistsError(f"{target} was created meanwhile")
        unfinished.replace(target)
        sync_folder(target.parent)
    except (OSError, *SQLITE_FAILURES) as error:
        if is_damage(error):
            raise StorageError(explain(error, str(path))) from error
        raise StorageError(
            f"no copy of the database {path} could be created in {target.parent} ({_reason(error)}): "
            "free some space, or let the program write there"
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
    kept: int = MAX_KEPT,
    at: datetime | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Path:
    """Copy the database at `path` to `<name>-<time>-<reason>.sqlite3.gz` in the folder of backups; returns
    its path.

    Then only the newest `kept` copies of its kind remain. Raises errors like `copy_database`.
    """
    folder = folder or path.parent / FOLDER
    _remove_abandoned(path, folder)
    at = at or datetime.now(UTC)
    target = folder / f"{path.stem}-{at:{_STAMP}}-{reason}{SUFFIX}{PACKED}"
    copy_database(path, target, stopped)
    made = backups(path, folder)
    make_private(*(backup.path for backup in made))
    alike = [backup for backup in made if backup.kind == reason.partition("-")[0]]
    # Copies dated in the future, by a wrong clock, must not push out those made since.
    future = [backup for backup in alike if backup.made_at > at]
    for old in alike[len(future) + kept :] + future[kept:]:
        with suppress(OSError):
            old.path.unlink()
    return target


def backups(path: Path, folder: Path | None = None) -> list[Backup]:
    """Return the copies of the database at `path`, newest first."""
    folder = folder or path.parent / FOLDER
    name = re.compile(re.escape(path.stem) + _NAME + _ENDING)
    try:
        files = [(file, match) for file in folder.iterdir() if (match := name.fullmatch(file.name))]
    except OSError:
        return []
    made = [
        Backup(file, datetime.strptime(match["stamp"], _STAMP).replace(tzinfo=UTC), match["reason"])
        for file, match in files
    ]
    return sorted(made, key=lambda backup: backup.made_at, reverse=True)


def make_private(*paths: Path) -> None:
    """Forbid other users to read these files, where this user may; earlier versions left it to the umask."""
    for path in paths:
        with suppress(OSError):
            path.chmod(PRIVATE)


def opened(path: Path, *, timeout: float = _BUSY_SECONDS) -> sqlite3.Connection:
    """Open an existing file for reading only."""
    # "rw" never creates a file; a reader of a write-ahead log has to be able to write next to it.
    connection = sqlite3.connect(
        f"file:{quote(str(path))}?mode=rw", uri=True, timeout=timeout, isolation_level=None
    )
    connection.execute("PRAGMA query_only=ON")
    return connection


@contextmanager
def unpacked(copy: Path, folder: Path | None = None) -> Iterator[Path]:
    """Yield `copy`, or a file with what it has if it is compressed, in `folder` (by default that for
    temporary files) until the end.

    Raises StorageError if it is damaged, or there is no room.
    """
    try:
        with copy.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
    except OSError:
        packed = False
    if not packed:
        yield copy
        return
    with tempfile.TemporaryDirectory(prefix=f".{copy.stem}.", dir=folder) as made:
        plain = Path(made) / copy.name.removesuffix(PACKED)
        try:
            with gzip.open(copy) as source, plain.open("wb") as target:
                shutil.copyfileobj(source, target, CHUNK)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise StorageError(f"the copy {copy} is damaged ({error}): take another one") from error
        except OSError as error:
            raise StorageError(
                f"the copy {copy} cannot be unpacked in {plain.parent.parent} ({error.strerror}): "
                "free some space, or let the program write there"
            ) from error
        yield plain


def _pack(path: Path, stopped: Callable[[], bool]) -> None:
    """Compress a file in its place, and check what was written by reading it."""
    packed = path.with_name(f"{path.name}{PACKED}")
    packed.touch(mode=PRIVATE, exist_ok=False)
    digest = 0
    with path.open("rb") as source, packed.open("wb") as file:
        with gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=LEVEL) as target:
            while chunk := source.read(CHUNK):
                if stopped():
                    raise BackupStopped
                digest = zlib.crc32(chunk, digest)
                target.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    read = 0
    try:
        with gzip.open(packed) as written:
            while chunk := written.read(CHUNK):
                if stopped():
                    raise BackupStopped
                read = zlib.crc32(chunk, read)
    except (EOFError, zlib.error) as error:
        raise OSError(f"the compressed copy cannot be read: {error}") from error
    if read != digest:
        raise OSError("the compressed copy has other contents than the database")
    packed.replace(path)


def _copy(path: Path, target: Path, stopped: Callable[[], bool]) -> int:
    """Copy and check a database; returns the number of rows."""

    def check_stopped(_status: int, _remaining: int, _total: int) -> None:
        if stopped():
            raise BackupStopped

    with closing(opened(path)) as source, closing(sqlite3.connect(target, isolation_level=None)) as copy:
        # A snapshot, which blocks no writer thanks to the write-ahead log.
        source.execute("BEGIN")
        rows = _rows(source)
        source.backup(copy, pages=PAGES_AT_ONCE, progress=check_stopped)
        source.execute("COMMIT")
        # One plain file, which can be read in a read-only folder.
        copy.execute("PRAGMA journal_mode=DELETE")
        (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise StorageError(damaged(str(path), verdict))
        copied = _rows(copy)
        if copied != rows:
            raise sqlite3.DatabaseError("the copy has different rows than the database")
    return sum(rows.values())


def _rows(connection: sqlite3.Connection) -> dict[str, int]:
    tables = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    ).fetchall()
    counted = {}
    for (table,) in tables:
        quoted = table.replace('"', '""')
        (counted[table],) = connection.execute(f'SELECT count(*) FROM "{quoted}"').fetchone()  # noqa: S608
    return counted


def _remove_abandoned(path: Path, folder: Path) -> None:
    """Remove unfinished copies of killed processes."""
    name = re.compile(re.escape(path.stem) + _NAME + _ENDING + r"\.\d+" + re.escape(UNFINISHED) + ".*")
    with suppress(OSError):
        for file in folder.iterdir():
            if name.fullmatch(file.name) and time.time() - file.stat().st_mtime > ABANDONED_SECONDS:
                file.unlink()


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to the disk; Windows does so automatically."""
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

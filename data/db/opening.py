"""Opening a database of either kind: the only place that knows both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data.db.database import Database, SqliteFile

if TYPE_CHECKING:
    from sqlalchemy.engine import URL


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

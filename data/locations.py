"""Where the database is: reading DATABASE_URL, and saying in one line what is wrong with a place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from data.errors import StorageError

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}

_ADVICE = (
    ("full", "the disk is full: free some space"),
    ("locked", "another program holds it: close that one"),
    ("readonly", "it cannot be written to: check the permissions of the file and its folder"),
    ("read-only", "it cannot be written to: check the permissions of the file and its folder"),
    ("unable to open", "it cannot be opened: check the path and the permissions of its folder"),
    ("not a database", "it is not an SQLite database: name another file"),
    ("malformed", "the file is damaged: put back one from the backups folder beside it"),
    ("disk i/o", "the disk reports an error: check the disk and its free space"),
)


def parse_url(text: str) -> URL:
    """Read a database address such as `sqlite:///flipfour.db` or `postgresql://user:password@host/name`.

    The asynchronous driver is added, `~` stands for the home folder, and the path of an SQLite file is made
    absolute. Raises StorageError for anything else, and for SQLite in memory, which would forget the games.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StorageError(
            "DATABASE_URL cannot be read: write it like sqlite:///flipfour.db "
            "or postgresql://user:password@host/name"
        ) from None
    backend = url.drivername.partition("+")[0]
    driver = _DRIVERS.get(backend)
    if driver is None or url.drivername not in (backend, driver):
        raise StorageError(
            f"DATABASE_URL names {url.drivername}, which is not supported: use sqlite:/// or postgresql://"
        )
    url = url.set(drivername=driver)
    if backend != "sqlite":
        return url
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise StorageError("DATABASE_URL names no file: write the path, like sqlite:///flipfour.db")
    try:
        path = Path(url.database).expanduser().absolute()
    except RuntimeError:
        raise StorageError(f"the home folder in {url.database} is unknown: write the whole path") from None
    return url.set(database=str(path))


def shown(url: URL) -> str:
    """The place as people may see it: the path of an SQLite file, else the address without its password."""
    if url.get_backend_name() == "sqlite" and url.database:
        return url.database
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def explain(error: BaseException, where: str) -> str:
    """One readable line about a failure of the database at `where`: what, which path, what to do."""
    # SQLAlchemy's own text has the statement and its values in it; the driver's has the reason only.
    cause = getattr(error, "orig", None) or error
    text = " ".join(str(cause).split())
    lower = text.lower()
    for sign, advice in _ADVICE:
        if sign in lower:
            return f"the database {where} failed: {advice} ({text})"
    return f"the database {where} failed: {text or type(cause).__name__}"

"""Errors of storage as a whole, and addresses of databases, with failures explained in a line."""

from __future__ import annotations

import re
import sqlite3
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.engine import URL

    from data.db.share import Share


class StorageError(Exception):
    """The database cannot be used. The message is one readable line: the fault, the path, the remedy."""

    exit_code = 1
    """Of a process that ends because of this."""


class UnusableDatabase(StorageError):  # noqa: N818 - named for the state
    """The database in DATABASE_URL cannot be used by this version; another start would fail, too."""

    exit_code = 78


class LeaseLost(StorageError):  # noqa: N818 - named for the state
    """The lease is lost to another process; this one may no longer store anything."""

    def __init__(self, share: Share) -> None:
        super().__init__(f"another process has taken {share}: this one stores nothing any more")


class NameTaken(ValueError):  # noqa: N818 - named for the state
    """The server already has an opponent of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is already an opponent called {name}")


class AttemptChanged(Exception):  # noqa: N818 - another click was faster, not an error
    """What a person attempts is no longer at the question the caller saw."""


class Limit(StrEnum):
    """A limit; those on requests are the stored kinds of requests, too."""

    GAMES = "games"
    UNPLAYED = "unplayed"
    CHALLENGES = "challenge"
    QUESTIONS = "question"
    SELF_PLAY = "self-play"
    STRENGTH_TESTS = "strength test"
    TOURNAMENTS = "tournaments"
    SIMULS = "simuls"
    REVIEWS = "reviews"
    OPPONENTS = "opponents"
    BLOCKS = "blocks"


LimitScope = Literal["person", "channel", "server"]


class LimitReached(Exception):  # noqa: N818 - an ordinary answer, not an error
    """A person (`player_id`), channel or server has the maximum already; nothing was stored.

    A limit on requests within an hour has room again at `again_at`.
    """

    def __init__(
        self,
        limit: Limit,
        scope: LimitScope,
        maximum: int,
        player_id: int | None = None,
        again_at: datetime | None = None,
    ) -> None:
        super().__init__(f"limit on {limit} reached: at most {maximum} for one {scope}")
        self.limit = limit
        self.scope = scope
        self.maximum = maximum
        self.player_id = player_id
        self.again_at = again_at


_DRIVERS = {
    "sqlite": "sqlite",
    "sqlite+aiosqlite": "sqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}

_FULL = "the disk is full: free some space"
_HELD = "another program holds it: close that one"

_DAMAGED = "the file is damaged: restore a copy from the backups folder next to it (flipfour restore)"

SQLITE_FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""Errors of SQLite; Python cannot decode the message of one that quotes a damaged page."""

_SQLITE_ADVICE = {
    sqlite3.SQLITE_BUSY: _HELD,
    sqlite3.SQLITE_LOCKED: _HELD,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: "it cannot be written to: check the permissions of the file and its folder",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: check the path and the permissions of its folder",
    sqlite3.SQLITE_NOTADB: (
        "it is not an SQLite database, or its beginning is damaged: name another file, or restore a copy "
        "from the backups folder next to it (flipfour restore)"
    ),
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_IOERR: "the disk reports an error: check the disk and its free space",
}
"""By primary result code."""

_NOT_OURS = re.compile(r"^(no such (table|column): |Could not decode to UTF-8)")
"""Messages without a code of their own about what no version stores."""

_POSTGRESQL_ADVICE = {
    "25006": "it can only be read: is it a standby? Name the one that can be written to",
    "28000": "the user may not log in: check the user name in DATABASE_URL",
    "28P01": "the password is wrong: check DATABASE_URL",
    "3D000": "there is no such database: create it, or name another one",
    "42501": "the user lacks a permission: grant it",
    "53100": _FULL,
    "53300": "it has no free connections: close some, or allow more",
    "57P03": "it is starting or stopping: try again in a moment",
}
"""By SQLSTATE."""

_REFUSED = {"28000", "28P01", "3D000"}
"""SQLSTATEs of a server that refuses the user, the password or the database in DATABASE_URL."""


_SHOWN = frozenset({"host", "port", "ssl", "sslmode", "target_session_attrs", "application_name"})
"""Parameters of addresses that are no secrets."""


def parse_url(text: str) -> URL:
    """Read a database address such as `sqlite:///flipfour.db` or `postgresql://user:password@host/name`.

    A server's driver is added, `~` is expanded, and the path of an SQLite file is made absolute. Raises
    UnusableDatabase for anything else, and for SQLite in memory, which would lose the games.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise UnusableDatabase(
            "DATABASE_URL cannot be read: write it like sqlite:///flipfour.db "
            "or postgresql://user:password@host/name"
        ) from None
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise UnusableDatabase(
            f"DATABASE_URL names {url.drivername}, which is not supported: use sqlite:/// or postgresql://"
        )
    url = url.set(drivername=driver)
    if driver != "sqlite":
        if "@" in (url.host or ""):
            raise UnusableDatabase("DATABASE_URL has an @ in its password: write %40 there")
        return url
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise UnusableDatabase("DATABASE_URL names no file: write the path, like sqlite:///flipfour.db")
    try:
        path = Path(url.database).expanduser().absolute()
    except RuntimeError:
        raise UnusableDatabase(
            f"the home folder in {url.database} is unknown: write the whole path"
        ) from None
    return url.set(database=str(path))


def database_file(text: str) -> Path | None:
    """Return the SQLite file of a database address; None for a server. Raises errors like `parse_url`."""
    url = parse_url(text)
    return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None


def shown(url: URL) -> str:
    """Return an address for people: the path of an SQLite file, or the URL without its password and without
    parameters, which can be passwords, too."""
    if url.get_backend_name() == "sqlite" and url.database:
        return url.database
    without = url.set(drivername=url.get_backend_name(), query={})
    return without.render_as_string(hide_password=True)


def whole_address(text: str) -> str:
    """Return a server's address with the parameters that say where and how, without its password."""
    url = parse_url(text)
    query = {name: value for name, value in url.query.items() if name in _SHOWN}
    return url.set(drivername=url.get_backend_name(), query=query).render_as_string(hide_password=True)


def explain(error: BaseException, where: str, unusual: str | None = None) -> str:
    """Return one readable line about a failure: the fault, the place, the remedy; `unusual` is the one for an
    error that has none.
    """
    # SQLAlchemy's text includes the statement and its values; the driver's has the reason only.
    cause = getattr(error, "orig", None) or error
    text = " ".join(str(cause).split())
    advice = _advice(cause) or unusual or (_DAMAGED if _NOT_OURS.search(text) else None)
    if advice is not None:
        return f"the database {where} failed: {advice} ({text})"
    return f"the database {where} failed: {text or type(cause).__name__}"


def is_damage(error: BaseException) -> bool:
    """Return whether an error is about the content of an SQLite file, so that only another file would do."""
    return _advice(error) in (_DAMAGED, _SQLITE_ADVICE[sqlite3.SQLITE_NOTADB])


def damaged(where: str, fault: str) -> str:
    """Return the line about a file in which SQLite has found a fault itself."""
    return f"the database {where} failed: {_DAMAGED} ({' '.join(fault.split())})"


def is_refusal(error: BaseException) -> bool:
    """Return whether a server refuses what DATABASE_URL says, so that another try would fail, too."""
    return getattr(getattr(error, "orig", error), "sqlstate", None) in _REFUSED


def _advice(error: BaseException) -> str | None:
    """Return the remedy for a driver's error, by its code; None for an unusual one."""
    if isinstance(error, UnicodeDecodeError):
        return _DAMAGED
    code = getattr(error, "sqlite_errorcode", None)
    if isinstance(code, int):
        # The low byte of an extended code is the primary one.
        return _SQLITE_ADVICE.get(code & 0xFF)
    return _POSTGRESQL_ADVICE.get(str(getattr(error, "sqlstate", None)))

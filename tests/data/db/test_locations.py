"""Reading DATABASE_URL, and one line about what is wrong."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data import StorageError
from data.db.locations import explain, parse_url, shown, whole_address
from tests.cases import for_each


@pytest.mark.parametrize("prefix", ["sqlite:///", "sqlite+aiosqlite:///"])
def test_sqlite_paths_become_absolute(prefix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    url = parse_url(f"{prefix}games.db")
    assert url.drivername == "sqlite"
    assert url.database == str(tmp_path / "games.db")
    assert parse_url(f"{prefix}{tmp_path}/odd%20name.db").database == f"{tmp_path}/odd name.db"


def test_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert parse_url("sqlite:///~/games.db").database == str(tmp_path / "games.db")


@for_each("scheme", ["postgresql", "postgres", "postgresql+asyncpg"])
def test_postgresql_gets_its_driver_and_hides_its_password(scheme: str) -> None:
    url = parse_url(f"{scheme}://bot:secret@host:5433/games")
    assert url.drivername == "postgresql+asyncpg"
    assert (url.password, url.port, url.database) == ("secret", 5433, "games")
    assert shown(url) == "postgresql://bot:***@host:5433/games"


def test_an_address_is_shown_without_parameters() -> None:
    """A password can be one of them."""
    url = parse_url("postgresql://bot@host/games?password=secret&sslpassword=secret&ssl=require")
    assert "secret" in url.query.values()
    assert shown(url) == "postgresql://bot@host/games"


def test_the_address_to_set_says_where_the_server_is_and_no_secret() -> None:
    text = "postgresql://bot:secret@/games?host=/run/postgresql&sslmode=require&sslpassword=secret"
    whole = whole_address(text)
    assert "secret" not in whole
    assert parse_url(whole).query == {"host": "/run/postgresql", "sslmode": "require"}


@for_each(
    ("text", "words"),
    [
        ("", "cannot be read"),
        ("postgresql://bot:a@secret@host/games", "write %40"),
        ("games.db", "cannot be read"),
        ("mysql://host/games", "mysql, which is not supported"),
        ("sqlite+pysqlcipher:///games.db", "not supported"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///file:games?mode=memory&uri=true", "names no file"),
        ("postgresql://bot:secret@host:port/games", "cannot be read"),
    ],
)
def test_other_addresses_are_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(StorageError, match=words) as caught:
        parse_url(text)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


@for_each(
    ("code", "advice"),
    [
        (sqlite3.SQLITE_FULL, "free some space"),
        (sqlite3.SQLITE_BUSY, "another program"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "another program"),
        (sqlite3.SQLITE_READONLY_DBMOVED, "permissions"),
        (sqlite3.SQLITE_CANTOPEN_ISDIR, "check the path"),
        (sqlite3.SQLITE_NOTADB, "name another file"),
        (sqlite3.SQLITE_CORRUPT, "backups"),
        (sqlite3.SQLITE_IOERR_FSYNC, "check the disk"),
        (sqlite3.SQLITE_ERROR, "failed: it is full of\n locked columns"),
    ],
)
def test_failures_say_what_to_do_by_their_code(code: int, advice: str) -> None:
    # Words mean nothing: a statement or a path may have any in it.
    error = sqlite3.OperationalError("it is full of\n locked columns")
    error.sqlite_errorcode = code
    line = explain(error, "games.db")
    assert "games.db" in line
    assert " ".join(advice.split()) in line
    assert "\n" not in line


def test_a_locked_file_is_told_by_its_code(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as holder, closing(sqlite3.connect(path, timeout=0)) as other:
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError) as caught:
            other.execute("CREATE TABLE games (id INTEGER)")
    assert "close that one" in explain(caught.value, str(path))


def test_postgresql_is_told_by_its_sqlstate() -> None:
    class RefusedError(Exception):
        sqlstate = "28P01"

    assert "check DATABASE_URL" in explain(RefusedError("no"), "postgresql://host/games")


def test_a_failure_without_words_is_named() -> None:
    assert explain(TimeoutError(), "games.db") == "the database games.db failed: TimeoutError"

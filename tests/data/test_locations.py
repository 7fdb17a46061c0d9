"""Reading DATABASE_URL, and one line about what is wrong."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from data import StorageError
from data.locations import explain, parse_url, shown


@pytest.mark.parametrize("prefix", ["sqlite:///", "sqlite+aiosqlite:///"])
def test_sqlite_paths_become_absolute(prefix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    url = parse_url(f"{prefix}games.db")
    assert url.drivername == "sqlite+aiosqlite"
    assert url.database == str(tmp_path / "games.db")
    assert parse_url(f"{prefix}{tmp_path}/odd%20name.db").database == f"{tmp_path}/odd name.db"


def test_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert parse_url("sqlite:///~/games.db").database == str(tmp_path / "games.db")


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+asyncpg"])
def test_postgresql_gets_its_driver_and_hides_its_password(scheme: str) -> None:
    url = parse_url(f"{scheme}://bot:secret@host:5433/games")
    assert url.drivername == "postgresql+asyncpg"
    assert (url.password, url.port, url.database) == ("secret", 5433, "games")
    assert shown(url) == "postgresql://bot:***@host:5433/games"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "cannot be read"),
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


@pytest.mark.parametrize(
    ("reason", "advice"),
    [
        ("database or disk is full", "free some space"),
        ("database is locked", "another program"),
        ("attempt to write a readonly database", "permissions"),
        ("unable to open database file", "check the path"),
        ("file is not a database", "name another file"),
        ("database disk image is malformed", "backups"),
        ("disk I/O error", "check the disk"),
        ("something\n  new", "something new"),
    ],
)
def test_failures_say_what_to_do(reason: str, advice: str) -> None:
    line = explain(sqlite3.OperationalError(reason), "games.db")
    assert "games.db" in line
    assert advice in line
    assert "\n" not in line


def test_a_failure_without_words_is_named() -> None:
    assert explain(TimeoutError(), "games.db") == "the database games.db failed: TimeoutError"

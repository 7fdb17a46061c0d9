"""Copies of the database file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from data import StorageError
from data.backup import KEPT, back_up, backups

if TYPE_CHECKING:
    from pathlib import Path


def fill(path: Path, rows: int) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE IF NOT EXISTS numbers (n)")
        connection.executemany("INSERT INTO numbers VALUES (?)", [(n,) for n in range(rows)])


def count(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM numbers").fetchone()[0])


def test_copy_is_complete_while_another_transaction_is_open(path: Path) -> None:
    fill(path, 100)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM numbers")
        copy = back_up(path, "before-0002")
        writer.execute("ROLLBACK")
    assert count(copy) == 100
    assert backups(path) == [copy]


def test_newest_copies_stay_and_other_files_are_left_alone(path: Path) -> None:
    fill(path, 1)
    folder = path.parent / "backups"
    folder.mkdir()
    others = [
        folder / "notes.txt",
        folder / "games-of-a-friend-20200101T000000000000Z-before-0001.sqlite3",
        folder / "games-old.sqlite3",
    ]
    for other in others:
        other.touch()
    made = [back_up(path, "before-0002") for _ in range(KEPT + 2)]
    assert backups(path) == made[: -KEPT - 1 : -1]
    assert sorted(folder.iterdir()) == sorted([*made[-KEPT:], *others])


def test_a_copy_that_fails_leaves_nothing_behind(path: Path) -> None:
    path.write_bytes(b"no database" * 1000)
    with pytest.raises(StorageError, match="no backup"):
        back_up(path, "before-0002")
    assert list((path.parent / "backups").iterdir()) == []

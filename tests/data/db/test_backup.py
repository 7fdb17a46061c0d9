"""Copies of the database file."""

from __future__ import annotations

import resource
import shutil
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest

from data import Storage, StorageError
from data.db.backup import ABANDONED_SECONDS, MAX_KEPT, BackupStopped, back_up, backups, copy_database
from tests.data.helpers import between, move
from tests.databases import url_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


pytestmark = pytest.mark.sqlite


def fill(path: Path, rows: int) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE IF NOT EXISTS numbers (n)")
        connection.executemany("INSERT INTO numbers VALUES (?)", [(n,) for n in range(rows)])


def count(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM numbers").fetchone()[0])


def paths(path: Path) -> list[Path]:
    return [backup.path for backup in backups(path)]


@contextmanager
def no_room_for_more_than(size: int) -> Iterator[None]:
    """Meanwhile no file of this process can become larger."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_copy_is_complete_while_another_transaction_is_open(path: Path) -> None:
    fill(path, 100)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM numbers")
        copy = back_up(path, "before-0002")
        writer.execute("ROLLBACK")
    assert count(copy) == 100
    assert paths(path) == [copy]


def test_newest_copies_and_other_files_are_kept(path: Path) -> None:
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
    made = [back_up(path, "before-0002") for _ in range(MAX_KEPT + 2)]
    assert paths(path) == made[: -MAX_KEPT - 1 : -1]
    assert sorted(folder.iterdir()) == sorted([*made[-MAX_KEPT:], *others])


def test_copies_of_another_kind_stay(path: Path) -> None:
    """Daily copies do not displace the one from before an update."""
    fill(path, 1)
    before = back_up(path, "before-0002")
    daily = [back_up(path, "scheduled", kept=2) for _ in range(4)]
    assert paths(path) == [daily[3], daily[2], before]


def test_a_copy_that_fails_leaves_nothing_behind(path: Path) -> None:
    path.write_bytes(b"no database" * 1000)
    with pytest.raises(StorageError, match="not an SQLite database"):
        back_up(path, "before-0002")
    assert list((path.parent / "backups").iterdir()) == []


def test_without_room_the_older_copies_stay(path: Path) -> None:
    fill(path, 1)
    older = back_up(path, "scheduled", kept=1)
    fill(path, 50_000)
    with no_room_for_more_than(200_000), pytest.raises(StorageError, match="free some space"):
        back_up(path, "scheduled", kept=1)
    assert list(older.parent.iterdir()) == [older]
    assert count(older) == 1
    newer = back_up(path, "scheduled", kept=1)
    assert list(older.parent.iterdir()) == [newer]


async def test_copies_are_whole_while_games_are_played(path: Path, storage: Storage, tmp_path: Path) -> None:
    game = await storage.create_game(between())
    for number, text in enumerate(("d3", "c3", "c4")):
        game = await storage.add_moves(game, [move(text, game.turn)])
        copied = copy_database(path, tmp_path / f"{number}.sqlite3")
        assert copied.size == copied.path.stat().st_size
    reopened = await Storage.open(url_of(tmp_path / "1.sqlite3"))
    assert [found.moves for found in await reopened.playing_games()] == [("d3", "c3")]
    await reopened.close()


def test_a_copy_is_one_file_which_can_be_read_where_nothing_can_be_written(
    path: Path, tmp_path: Path
) -> None:
    fill(path, 3)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    copy = copy_database(path, tmp_path / "copy.sqlite3").path
    with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_nothing_is_overwritten(path: Path, tmp_path: Path) -> None:
    fill(path, 3)
    there = tmp_path / "there"
    there.write_text("precious")
    with pytest.raises(StorageError, match="already exists and was not changed"):
        copy_database(path, there)
    assert there.read_text() == "precious"


def test_a_damaged_database_is_not_taken_for_a_copy(path: Path, tmp_path: Path) -> None:
    fill(path, 5000)
    content = bytearray(path.read_bytes())
    content[8192:12288] = bytes(4096)
    path.write_bytes(content)
    with pytest.raises(StorageError, match=r"damaged|malformed"):
        copy_database(path, tmp_path / "copy.sqlite3")
    assert sorted(tmp_path.iterdir()) == [path]


def test_a_cancelled_copy_leaves_nothing_behind(path: Path, tmp_path: Path) -> None:
    fill(path, 5000)
    with pytest.raises(BackupStopped):
        copy_database(path, tmp_path / "copy.sqlite3", stopped=lambda: True)
    assert sorted(tmp_path.iterdir()) == [path]


def test_the_next_copy_deletes_what_a_killed_process_left(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(path, 1)
    copy = back_up(path, "scheduled")
    left = copy.with_name(f"{copy.name}.4711.part")
    shutil.copy(copy, left)
    second = back_up(path, "scheduled")
    assert left.exists(), "another process may be writing it"
    now = left.stat().st_mtime + ABANDONED_SECONDS + 1
    monkeypatch.setattr("data.db.backup.time.time", lambda: now)
    third = back_up(path, "scheduled")
    assert sorted(copy.parent.iterdir()) == [copy, second, third]

"""Backups: made, restored, private."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.cli import main
from data import Storage, StorageError
from data.db.backup import (
    ABANDONED_SECONDS,
    MAX_KEPT,
    BackupStopped,
    back_up,
    backups,
    copy_database,
    unpacked,
)
from data.db.copying import Restored, copy_everything, restore_database
from tests.data.playing import between, move
from tests.databases import url_of

pytestmark = pytest.mark.sqlite


def fill(path: Path, rows: int) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE IF NOT EXISTS numbers (n)")
        connection.executemany("INSERT INTO numbers VALUES (?)", [(n,) for n in range(rows)])


def count(path: Path) -> int:
    with unpacked(path) as plain, closing(sqlite3.connect(plain)) as connection:
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


def test_newest_copies_of_each_kind_and_other_files_are_kept(path: Path) -> None:
    """Daily copies do not displace those from before an update."""
    fill(path, 1)
    folder = path.parent / "backups"
    folder.mkdir()
    names = ("notes.txt", "games-of-a-friend-20200101T000000000000Z-before-0001.sqlite3", "games-old.sqlite3")
    others = [folder / name for name in names]
    for other in others:
        other.touch()
    made = [back_up(path, "before-0002") for _ in range(MAX_KEPT + 2)]
    assert paths(path) == made[: -MAX_KEPT - 1 : -1]
    assert sorted(folder.iterdir()) == sorted([*made[-MAX_KEPT:], *others])
    daily = [back_up(path, "scheduled", kept=2) for _ in range(4)]
    assert paths(path) == [daily[3], daily[2], *made[: -MAX_KEPT - 1 : -1]]


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


def test_a_copy_is_one_file_that_can_be_read_from_read_only_places(path: Path, tmp_path: Path) -> None:
    fill(path, 3)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    copy = copy_database(path, tmp_path / "copy.sqlite3").path
    with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    there = tmp_path / "there"
    there.write_text("precious")
    with pytest.raises(StorageError, match="already exists and was not changed"):
        copy_database(path, there)
    assert there.read_text() == "precious"


def test_a_cancelled_copy_and_one_of_a_damaged_database_leave_nothing(path: Path, tmp_path: Path) -> None:
    fill(path, 5000)
    with pytest.raises(BackupStopped):
        copy_database(path, tmp_path / "copy.sqlite3", stopped=lambda: True)
    assert sorted(tmp_path.iterdir()) == [path]
    content = bytearray(path.read_bytes())
    content[8192:12288] = bytes(4096)
    path.write_bytes(content)
    with pytest.raises(StorageError, match=r"damaged|malformed"):
        copy_database(path, tmp_path / "copy.sqlite3")
    assert sorted(tmp_path.iterdir()) == [path]


def test_the_next_copy_deletes_what_a_killed_one_left(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


async def with_moves(path: Path, *moves: str) -> None:
    """A database with one game."""
    storage = await Storage.open(url_of(path))
    games = await storage.playing_games()
    game = games[0] if games else await storage.create_game(between())
    for text in moves:
        game = await storage.add_moves(game, [move(text, game.turn)])
    await storage.close()


async def moves_in(path: Path) -> tuple[str, ...]:
    with unpacked(path) as plain:
        storage = await Storage.open(url_of(plain))
        (game,) = await storage.playing_games()
        await storage.close()
    return game.moves


async def test_the_copy_takes_the_place_and_what_was_there_is_kept(path: Path, tmp_path: Path) -> None:
    await with_moves(path, "d3")
    copy = copy_database(path, tmp_path / "copy.sqlite3").path
    await with_moves(path, "c3", "c4")
    restored = restore_database(copy, path)
    assert not restored.will_be_updated
    assert await moves_in(path) == ("d3",)
    assert restored.kept is not None
    assert await moves_in(restored.kept) == ("d3", "c3", "c4")


async def test_copies_are_compressed_and_restored_like_others(path: Path, tmp_path: Path) -> None:
    await with_moves(path, "d3")
    plain, packed = (copy_database(path, tmp_path / name) for name in ("copy.sqlite3", "copy.sqlite3.gz"))
    assert (packed.rows, packed.size) == (plain.rows, packed.path.stat().st_size)
    with unpacked(packed.path) as unpacked_copy:
        assert unpacked_copy.read_bytes() == plain.path.read_bytes()
    assert back_up(path, "scheduled").stat().st_size < plain.size / 3
    uncompressed = shutil.copy(
        plain.path, path.parent / "backups" / f"{path.stem}-20260101T000000000000Z-before-0061.sqlite3"
    )
    assert Path(uncompressed) in paths(path), "earlier versions made such"
    await with_moves(path, "c3")
    restore_database(packed.path, path)
    assert await moves_in(path) == ("d3",)


@pytest.mark.parametrize("damage", ["the end is missing", "a byte differs"])
async def test_a_compressed_copy_that_is_damaged_is_refused(path: Path, tmp_path: Path, damage: str) -> None:
    await with_moves(path, "d3")
    copy = copy_database(path, tmp_path / "copy.sqlite3.gz").path
    content = bytearray(copy.read_bytes())
    if damage == "a byte differs":
        content[len(content) // 2] ^= 1
    else:
        del content[-100:]
    copy.write_bytes(content)
    before = sorted(path.parent.iterdir())
    with pytest.raises(StorageError, match=r"copy\.sqlite3\.gz is damaged"):
        restore_database(copy, path)
    assert await moves_in(path) == ("d3",)
    assert sorted(path.parent.iterdir()) == before


async def test_where_there_is_no_database_yet_or_an_older_copy(path: Path, tmp_path: Path) -> None:
    await with_moves(path, "d3")
    elsewhere = tmp_path / "new" / "place.db"
    assert restore_database(path, elsewhere).kept is None
    assert await moves_in(elsewhere) == ("d3",)
    assert Restored(None, "0060", "0061").will_be_updated
    assert not Restored(None, "0060", "0060").will_be_updated


async def test_not_while_the_bot_uses_it(path: Path, tmp_path: Path, storage: Storage) -> None:
    game = await storage.create_game(between())
    copy = copy_database(path, tmp_path / "copy.sqlite3").path
    game = await storage.add_moves(game, [move("d3", 0)])
    with pytest.raises(StorageError, match=r"is in use and was not changed: stop Flipfour"):
        restore_database(copy, path)
    game = await storage.add_moves(game, [move("c3", 1)])
    assert game.moves == ("d3", "c3")
    await storage.close()
    restore_database(copy, path)
    assert await moves_in(path) == ()


async def test_what_is_no_copy_for_this_version_is_refused(path: Path, tmp_path: Path) -> None:
    newer, older, damaged, songs, words = (
        tmp_path / f"{name}.sqlite3" for name in ("newer", "older", "damaged", "songs", "words")
    )
    for copy in (newer, older, damaged):
        await with_moves(copy, "d3", "c3")
    for copy, statement in (
        (newer, "UPDATE alembic_version SET version_num = '9999'"),
        (older, "UPDATE alembic_version SET version_num = '0059'"),
        (songs, "CREATE TABLE songs (title)"),
    ):
        with closing(sqlite3.connect(copy)) as connection, connection:
            connection.execute(statement)
    spoil(damaged, 30, 32)
    words.write_text("to be, or not to be" * 100)
    await with_moves(path, "d3")
    before = sorted(path.parent.iterdir())
    for copy, why in (
        (newer, "newer version of Flipfour"),
        (older, "from before version"),
        (damaged, "damaged|malformed"),
        (songs, "another program"),
        (words, "not an SQLite database"),
        (tmp_path / "nowhere.sqlite3", "there is no database"),
        (path, "the database itself"),
    ):
        with pytest.raises(StorageError, match=why):
            restore_database(copy, path)
        assert await moves_in(path) == ("d3",)
        assert sorted(path.parent.iterdir()) == before


async def test_without_room_nothing_is_changed(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    await with_moves(copy)
    await with_moves(path, "d3")
    with no_room_for_more_than(40_000), pytest.raises(StorageError, match="free some space"):
        restore_database(copy, path)
    assert await moves_in(path) == ("d3",)


def spoil(path: Path, first: int, last: int) -> bytes:
    """Fill pages of a database with nonsense; returns what it is then."""
    content = bytearray(path.read_bytes())
    content[first * 4096 : last * 4096] = b"\xff" * ((last - first) * 4096)
    path.write_bytes(content)
    return bytes(content)


@pytest.mark.parametrize(("first", "last"), [(0, 1), (1, 20), (30, 31)])
async def test_a_damaged_database_is_moved_aside(path: Path, tmp_path: Path, first: int, last: int) -> None:
    copy = tmp_path / "copy.sqlite3"
    await with_moves(copy, "d3")
    await with_moves(path)
    spoiled = spoil(path, first, last)
    restored = restore_database(copy, path)
    assert await moves_in(path) == ("d3",)
    assert restored.kept is not None
    kept = await asyncio.to_thread(restored.kept.read_bytes)
    # Only the header may say that there is no write-ahead log any more.
    assert kept[100:] == spoiled[100:]


@pytest.fixture
def _umask() -> Iterator[None]:
    before = os.umask(0o000)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """Return the modes of all files below a folder."""
    return {
        str(path.relative_to(folder)): stat.filemode(path.stat().st_mode)
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.usefixtures("_umask")
async def test_database_log_backups_and_copies(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = await Storage.open(url_of(path))
    await storage.create_game(between())
    await asyncio.to_thread(back_up, path, "scheduled")
    await asyncio.to_thread(copy_database, path, path.with_name("copy.db"))
    await copy_everything(url_of(path), url_of(path.with_name("other.db")))
    found = modes(path.parent)
    assert {f"{path.name}-wal", f"{path.name}-shm", "copy.db", "other.db"} < set(found)
    assert set(found.values()) == {"-rw-------"}
    await storage.close()
    await asyncio.to_thread(restore_database, path.with_name("copy.db"), path)
    monkeypatch.setenv("DATABASE_URL", url_of(path))
    arguments = ["--env-file", os.devnull, "export", str(path.with_name("games.jsonl.gz"))]
    assert await asyncio.to_thread(main, arguments) == 0
    assert set(modes(path.parent).values()) == {"-rw-------"}
    assert len(modes(path.parent)) >= 6


async def test_files_of_earlier_versions_become_private(path: Path) -> None:
    storage = await Storage.open(url_of(path))
    await storage.create_game(between())
    backup = await asyncio.to_thread(back_up, path, "before-0061")
    for name in ("", "-wal"):
        copy = path.with_name(f"again.db{name}")
        shutil.copyfile(path.with_name(path.name + name), copy)
        copy.chmod(0o644)
    backup = backup.rename(backup.with_name(backup.name.replace(path.stem, "again")))
    backup.chmod(0o644)
    await storage.close()
    again = await Storage.open(url_of(path.with_name("again.db")))
    assert set(modes(path.parent).values()) == {"-rw-------", "-rw-r--r--"}
    await asyncio.to_thread(back_up, path.with_name("again.db"), "scheduled")
    await again.close()
    assert set(modes(path.parent).values()) == {"-rw-------"}

"""Restoring a copy in place of the database."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from data import Storage, StorageError
from data.db.backup import copy_database
from data.db.restore import Restored, restore_database
from tests.data.db.test_backup import no_room_for_more_than
from tests.data.helpers import between, move
from tests.databases import url_of

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.sqlite


async def with_moves(path: Path, *moves: str) -> None:
    """A database with one game."""
    storage = await Storage.open(url_of(path))
    games = await storage.playing_games()
    game = games[0] if games else await storage.create_game(between())
    for text in moves:
        game = await storage.add_moves(game, [move(text, game.turn)])
    await storage.close()


async def moves_in(path: Path) -> tuple[str, ...]:
    storage = await Storage.open(url_of(path))
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


async def test_where_there_is_no_database_yet(path: Path, tmp_path: Path) -> None:
    await with_moves(path, "d3")
    elsewhere = tmp_path / "new" / "place.db"
    assert restore_database(path, elsewhere).kept is None
    assert await moves_in(elsewhere) == ("d3",)


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


def test_an_older_copy_is_updated_by_the_next_start() -> None:
    assert Restored(None, "0060", "0061").will_be_updated
    assert not Restored(None, "0060", "0060").will_be_updated


async def refused(copy: Path, path: Path, why: str) -> None:
    """Restoring the copy is refused, and the database is unchanged."""
    await with_moves(path, "d3")
    before = sorted(path.parent.iterdir())
    with pytest.raises(StorageError, match=why):
        restore_database(copy, path)
    assert await moves_in(path) == ("d3",)
    assert sorted(path.parent.iterdir()) == before


async def test_a_copy_of_a_newer_version(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    await with_moves(copy)
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    await refused(copy, path, "newer version of Flipfour")


async def test_a_copy_from_before_the_baseline(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    await with_moves(copy)
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0059'")
    await refused(copy, path, "from before version")


async def test_the_file_of_another_program(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("CREATE TABLE songs (title)")
    await refused(copy, path, "another program")


async def test_no_database_at_all(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("to be, or not to be" * 100)
    await refused(copy, path, "not an SQLite database")


async def test_a_copy_that_is_not_there(path: Path, tmp_path: Path) -> None:
    await refused(tmp_path / "nowhere.sqlite3", path, "there is no database")


async def test_the_database_itself(path: Path) -> None:
    await refused(path, path, "the database itself")


async def test_a_damaged_copy(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    await with_moves(copy, "d3", "c3")
    spoil(copy, 30, 32)
    await refused(copy, path, "damaged|malformed")


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

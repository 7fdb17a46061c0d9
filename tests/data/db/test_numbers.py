"""Numbers are never given twice, even after an older copy is restored."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.storage import SERVER_BACKUP, SERVER_RESTORE
from data import Storage
from data.db.backup import copy_database
from data.db.numbers import BASE, MAX_RAISE
from data.db.restore import restore_database
from tests.data.helpers import Clock, between
from tests.databases import run_tools, url_of


async def played(storage: Storage, games: int) -> int:
    """Store some games; returns the number of the last one."""
    return [(await storage.create_game(between())).id for _ in range(games)][-1]


async def test_a_start_long_after_the_last_use_skips_numbers(path: Path) -> None:
    clock = Clock()
    storage = await Storage.open(url_of(path), clock=clock)
    assert await storage.numbers.skip_lost() == 0
    last = await played(storage, 3)
    clock.advance(seconds=60)
    assert await storage.numbers.skip_lost() == 0
    clock.advance(days=1)
    skipped = await storage.numbers.skip_lost()
    assert skipped > BASE
    assert await played(storage, 1) == last + skipped + 1
    await storage.close()


async def test_a_number_seen_on_discord_is_not_given_again(path: Path) -> None:
    storage = await Storage.open(url_of(path))
    last = await played(storage, 2)
    assert not await storage.numbers.record_seen("games", last)
    assert await storage.numbers.record_seen("games", last + 40)
    assert not await storage.numbers.record_seen("games", last + 40)
    assert not await storage.numbers.record_seen("games", last + 41 + MAX_RAISE)
    assert await played(storage, 1) == last + 41
    assert await storage.numbers.record_seen("opponents", 12)
    await storage.close()


@pytest.mark.sqlite
async def test_restoring_gives_no_number_of_the_former_database_again(path: Path, tmp_path: Path) -> None:
    storage = await Storage.open(url_of(path))
    await played(storage, 2)
    copy = copy_database(path, tmp_path / "copy.sqlite3").path
    lost = await played(storage, 5)
    await storage.close()
    restore_database(copy, path)
    storage = await Storage.open(url_of(path))
    assert await storage.game(lost) is None
    assert await played(storage, 1) == lost + 1
    await storage.close()


@pytest.mark.long
@pytest.mark.postgres
async def test_restoring_a_dump_of_a_server_gives_no_lost_number_again(path: Path, tmp_path: Path) -> None:
    clock, dump = Clock(), tmp_path / "games.dump"
    storage = await Storage.open(url_of(path), clock=clock)
    await storage.numbers.skip_lost()
    kept = await played(storage, 2)
    await run_tools(SERVER_BACKUP, path, dump)
    lost = await played(storage, 5)
    await storage.close()
    await run_tools(SERVER_RESTORE, path, dump)
    clock.advance(days=1)
    storage = await Storage.open(url_of(path), clock=clock)
    assert await storage.game(kept) is not None
    assert await storage.game(lost) is None
    # The dump has the counters of its time; only the start skips what was given since.
    assert await storage.numbers.skip_lost() > lost - kept
    assert await played(storage, 1) > lost
    await storage.close()

"""Files with people's data are readable for their user alone, whatever the umask."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from bot.cli import main
from data import Storage
from data.db.backup import back_up, copy_database
from data.db.copying import copy_everything
from data.db.restore import restore_database
from tests.data.helpers import between
from tests.databases import url_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.sqlite


@contextmanager
def umask(value: int) -> Iterator[None]:
    """Set the umask of this process meanwhile."""
    before = os.umask(value)
    try:
        yield
    finally:
        os.umask(before)


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=oct)
def _umask(request: pytest.FixtureRequest) -> Iterator[None]:
    with umask(request.param):
        yield


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

"""A second process on the same SQLite file is refused in one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.core.errors import HostError
from bot.hosting.only import only_process
from bot.settings.settings import Settings


def served(folder: Path, **settings: str) -> Settings:
    """Return the settings of a process on the file."""
    return Settings(database_url=f"sqlite:///{folder / 'games.db'}", **settings)


def test_a_second_process_is_refused_and_told_which_is_the_first(tmp_path: Path) -> None:
    first, second = only_process(served(tmp_path)), only_process(served(tmp_path))
    named = rf"games.db \(process {os.getpid()} on .* since .* UTC\)"
    with first, pytest.raises(HostError, match=named), second:
        pass
    with only_process(served(tmp_path)):
        pass


def test_processes_with_leases_share_a_file_but_not_with_one_without(tmp_path: Path) -> None:
    first = only_process(served(tmp_path, shards="0/2"))
    second = only_process(served(tmp_path, shards="1/2"))
    with (
        first,
        second,
        pytest.raises(HostError, match="another process serves"),
        only_process(served(tmp_path)),
    ):
        pass


def test_a_missing_folder_and_a_server_have_no_lock(tmp_path: Path) -> None:
    with only_process(served(tmp_path / "missing")):
        pass
    with only_process(Settings(database_url="postgresql://user@host/name")):
        pass
    assert list(tmp_path.iterdir()) == []

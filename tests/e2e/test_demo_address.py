"""The address of the demo's page, kept for the next run."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from bot.demo.serve import Address


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate cache folder that does not exist yet."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


def test_the_next_run_has_the_same_address(cache: Path) -> None:
    first = Address(4711, Address.last().key)
    first.store()
    assert Address.last() == first
    second = Address(4712, first.key)
    second.store()
    assert Address.last() == second
    assert [path.name for path in (cache / "flipfour").iterdir()] == ["demo.json"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_only_its_owner_can_read_it(cache: Path) -> None:
    Address(4711, Address.last().key).store()
    assert stat.S_IMODE((cache / "flipfour" / "demo.json").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"port": 80}', '{"port": "80", "key": 1}', '{"port": 0, "key": "short"}', "\xff"]
)
def test_a_damaged_file_means_a_new_address(cache: Path, text: str) -> None:
    (cache / "flipfour").mkdir(parents=True)
    (cache / "flipfour" / "demo.json").write_bytes(text.encode("latin-1"))
    one, other = Address.last(), Address.last()
    assert one.port == 0
    assert one.key != other.key


def test_a_folder_that_cannot_be_made_is_no_obstacle(cache: Path) -> None:
    cache.write_text("a file")
    Address(4711, Address.last().key).store()
    assert Address.last().port == 0

"""The cache of compiled code on disk, as several processes write it at once."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

import pytest

from engine.jit import compiling

#: The class it is derived from has no types.
CacheFiles: Any = compiling.CacheFiles


def test_two_processes_that_compile_at_once_do_not_exchange_their_code(tmp_path: Path) -> None:
    one, other = (CacheFiles(str(tmp_path), "search", "stamp") for _ in range(2))

    class Slow(compiling.CacheFiles):
        """A cache in which another process saves between this one's read of the index and its write."""

        def _save_data(self, name: str, data: object) -> None:
            other.save("two words", "code for two words")
            super()._save_data(name, data)  # type: ignore[no-untyped-call]

    slow: Any = Slow
    slow(str(tmp_path), "search", "stamp").save("one word", "code for one word")
    assert one.load("one word") == "code for one word"
    assert one.load("two words") in (None, "code for two words")
    other.save("two words", "code for two words")
    assert one.load("two words") == "code for two words"
    assert one.load("one word") == "code for one word"


def test_code_from_older_sources_is_removed(tmp_path: Path) -> None:
    CacheFiles(str(tmp_path), "search", "old").save("one word", "old code")
    CacheFiles(str(tmp_path), "other", "old").save("one word", "of another function")
    fresh = CacheFiles(str(tmp_path), "search", "new")
    assert fresh.load("one word") is None
    fresh.save("one word", "new code")
    fresh.save("two words", "more new code")
    assert len(list(tmp_path.glob("search.*.nbc"))) == 2
    assert len(list(tmp_path.glob("other.*.nbc"))) == 1
    assert fresh.load("one word") == "new code"


def test_an_index_that_names_a_class_that_is_gone_counts_as_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = types.ModuleType("engine.moved_since")
    exec("class State: pass", module.__dict__)  # noqa: S102
    monkeypatch.setitem(sys.modules, module.__name__, module)
    CacheFiles(str(tmp_path), "search", "old").save(module.__dict__["State"], "old code")
    monkeypatch.delitem(sys.modules, module.__name__)
    fresh = CacheFiles(str(tmp_path), "search", "new")
    assert fresh.load("one word") is None
    fresh.save("one word", "new code")
    assert fresh.load("one word") == "new code"

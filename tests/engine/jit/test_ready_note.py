"""The note that a game is compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import is_compiled
from engine.jit import compiling, ready_note
from engine.jit.compiling import record_compiled


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache."""
    monkeypatch.setattr(compiling, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(ready_note, "possible_folders", lambda: [tmp_path])
    return tmp_path


def test_a_game_is_compiled_when_it_was_noted(folder: Path) -> None:
    assert not is_compiled("reversi")
    record_compiled("reversi")
    assert is_compiled("reversi")
    assert not is_compiled("connect4")


def test_the_note_is_found_where_it_is_made() -> None:
    assert compiling.cache_folder() in [*ready_note.possible_folders()]


@pytest.mark.parametrize("name", ["sources_digest", "version", "_this_processor"])
def test_it_has_to_be_compiled_again_for_other_sources_compilers_and_processors(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    record_compiled("reversi")
    monkeypatch.setattr(ready_note, name, lambda *_: ["another"])
    assert not is_compiled("reversi")
    record_compiled("reversi")
    assert len(list(folder.iterdir())) == 1


def test_the_note_names_the_processor_numba_compiles_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An image is built on one processor and started on another, for both of which the same is compiled."""
    record_compiled("reversi")
    monkeypatch.setenv("NUMBA_CPU_NAME", "x86-64-v3")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "+avx2")
    assert not is_compiled("reversi")
    record_compiled("reversi")
    monkeypatch.setattr(ready_note, "_this_processor", lambda: ["another"])
    assert is_compiled("reversi")


def test_a_cache_that_cannot_be_written_to_is_no_failure(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "cache_folder", lambda: folder / "missing")
    record_compiled("reversi")
    assert not is_compiled("reversi")

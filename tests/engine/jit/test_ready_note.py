"""The note that a game is compiled."""

from __future__ import annotations

from pathlib import Path

import llvmlite.binding as llvm
import numba
import pytest
from numba import config

from engine import is_compiled
from engine.jit import ready_note
from engine.jit.ready_note import record_compiled


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache."""
    monkeypatch.setattr(ready_note, "cache_folder", lambda: tmp_path)
    return tmp_path


def test_a_game_is_compiled_when_it_was_noted(folder: Path) -> None:
    assert not is_compiled("reversi")
    record_compiled("reversi")
    assert is_compiled("reversi")
    assert not is_compiled("connect4")


@pytest.mark.parametrize(("owner", "name"), [(ready_note, "SOURCES_DIGEST"), (numba, "__version__")])
def test_it_has_to_be_compiled_again_for_other_sources_and_compilers(
    folder: Path, monkeypatch: pytest.MonkeyPatch, owner: object, name: str
) -> None:
    record_compiled("reversi")
    monkeypatch.setattr(owner, name, "another")
    assert not is_compiled("reversi")
    record_compiled("reversi")
    assert len(list(folder.iterdir())) == 1


def test_the_note_names_the_processor_numba_compiles_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An image is built on one processor and started on another, for both of which the same is compiled."""
    record_compiled("reversi")
    monkeypatch.setattr(config, "CPU_NAME", "x86-64-v3")
    monkeypatch.setattr(config, "CPU_FEATURES", "+avx2")
    assert not is_compiled("reversi")
    record_compiled("reversi")
    monkeypatch.setattr(llvm, "get_host_cpu_name", lambda: "another")
    monkeypatch.setattr(llvm, "get_host_cpu_features", dict)
    assert is_compiled("reversi")


def test_it_has_to_be_compiled_again_for_another_processor(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_compiled("reversi")
    monkeypatch.setattr(llvm, "get_host_cpu_name", lambda: "another")
    assert not is_compiled("reversi")


def test_a_cache_that_cannot_be_written_to_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ready_note, "cache_folder", lambda: tmp_path / "missing")
    record_compiled("reversi")
    assert not is_compiled("reversi")

"""The cache of compiled code, the note that a game is compiled, and implementations found by class."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine import EngineError, is_compiled
from engine.jit import compiling, ready_note
from engine.jit.compiling import dispatched, implements, record_compiled

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


def test_an_index_of_a_missing_class_counts_as_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("engine.moved_since")
    exec("class State: pass", module.__dict__)  # noqa: S102
    monkeypatch.setitem(sys.modules, module.__name__, module)
    CacheFiles(str(tmp_path), "search", "old").save(module.__dict__["State"], "old code")
    monkeypatch.delitem(sys.modules, module.__name__)
    fresh = CacheFiles(str(tmp_path), "search", "new")
    assert fresh.load("one word") is None
    fresh.save("one word", "new code")
    assert fresh.load("one word") == "new code"


class Square(NamedTuple):
    """A shape with sides."""

    side: int


class Circle(NamedTuple):
    """A shape without sides."""

    radius: int


@dispatched
def sides(shape: Any) -> Any:
    """Number of sides."""


@implements(sides, Square)
def _sides_of_square(shape: Square) -> Any:
    return 4


def test_the_class_of_the_first_argument_decides() -> None:
    assert sides(Square(2)) == 4
    with pytest.raises(EngineError, match="Circle does not implement sides"):
        sides(Circle(2))
    with pytest.raises(EngineError, match="Square implements sides already"):
        implements(sides, Square)(lambda shape: 5)
    assert sides(Square(2)) == 4


def test_functions_of_the_same_name_are_different_functions() -> None:
    @dispatched
    def sides(shape: Any) -> Any:
        """Return the number of sides, in a function of the same name."""

    implements(sides, Square)(lambda shape: 5)
    assert sides(Square(2)) == 5
    assert globals()["sides"](Square(2)) == 4


def test_object_is_the_fallback_for_classes_without_an_implementation() -> None:
    @dispatched
    def corners(shape: Any) -> Any:
        """Number of corners."""

    implements(corners, object)(lambda shape: 0)
    implements(corners, Square)(lambda shape: 4)
    assert (corners(Square(1)), corners(Circle(1))) == (4, 0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache."""
    monkeypatch.setattr(compiling, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(ready_note, "possible_folders", lambda: [tmp_path])
    return tmp_path


CACHE, PLACES = compiling.cache_folder, ready_note.possible_folders


def test_a_game_is_compiled_when_it_was_noted_which_is_found_where_it_is(folder: Path) -> None:
    assert CACHE() in [*PLACES()]
    assert not is_compiled("reversi")
    record_compiled("reversi")
    assert is_compiled("reversi")
    assert not is_compiled("connect4")


@pytest.mark.parametrize("name", ["sources_digest", "version", "_this_processor"])
def test_it_is_compiled_again_when_outdated(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    record_compiled("reversi")
    monkeypatch.setattr(ready_note, name, lambda *_: ["another"])
    assert not is_compiled("reversi")
    record_compiled("reversi")
    assert len(list(folder.iterdir())) == 1


def test_the_note_has_the_processor_numba_compiles_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An image is built on one processor and started on another, for both of which the same is compiled."""
    record_compiled("reversi")
    monkeypatch.setenv("NUMBA_CPU_NAME", "x86-64-v3")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "+avx2")
    assert not is_compiled("reversi")
    record_compiled("reversi")
    monkeypatch.setattr(ready_note, "_this_processor", lambda: ["another"])
    assert is_compiled("reversi")


def test_a_cache_that_cannot_be_written_is_no_failure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "cache_folder", lambda: folder / "missing")
    record_compiled("reversi")
    assert not is_compiled("reversi")

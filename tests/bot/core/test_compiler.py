"""Compiling in a child process, with children that compile nothing."""

from __future__ import annotations

import os
import sys
import threading

import pytest
import structlog

from bot.core import compiler
from bot.core.compiler import ChildCompiler, CompileProgress, parse_progress
from engine.search.warm_up import WarmUpProgress
from tests.cases import for_each

GOOD = "print('1 2', flush=True); print('2 2', flush=True)"
BROKEN = "print('1 2', flush=True); raise SystemExit('out of memory')"
ENDLESS = "import time; print('1 2', flush=True); time.sleep(600)"


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Games loaded or compiled in this process; the cache on disk is empty."""
    games: list[str] = []

    def warm_up(game: str, progress: WarmUpProgress | None = None) -> None:
        games.append(game)
        if progress is not None:
            progress(2, 2)

    monkeypatch.setattr(compiler, "warm_up", warm_up)
    monkeypatch.setattr(compiler, "is_compiled", lambda game: False)
    return games


def let_children_run(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Run the test's program in children."""
    monkeypatch.setattr(compiler, "command", lambda game: [sys.executable, "-c", program])


def test_a_child_compiles_and_this_process_loads(monkeypatch: pytest.MonkeyPatch, loaded: list[str]) -> None:
    let_children_run(monkeypatch, GOOD)
    reports: list[CompileProgress] = []
    ChildCompiler().compile("reversi", reports.append)
    assert reports == [(1, 2), (2, 2)]
    assert loaded == ["reversi"]


def test_a_compiled_game_needs_no_child(monkeypatch: pytest.MonkeyPatch, loaded: list[str]) -> None:
    monkeypatch.setattr(compiler, "is_compiled", lambda game: True)
    let_children_run(monkeypatch, BROKEN)
    reports: list[CompileProgress] = []
    ChildCompiler().compile("reversi", reports.append)
    assert (reports, loaded) == ([], ["reversi"])


@pytest.mark.parametrize("program", [BROKEN, "raise MemoryError('out of memory')"])
def test_a_child_that_fails_is_replaced_by_this_process(
    monkeypatch: pytest.MonkeyPatch, loaded: list[str], program: str
) -> None:
    let_children_run(monkeypatch, program)
    with structlog.testing.capture_logs() as entries:
        ChildCompiler().compile("reversi", lambda progress: None)
    assert loaded == ["reversi"]
    [entry] = entries
    assert entry["log_level"] == "warning"
    assert "out of memory" in entry["reason"]


def test_a_child_that_cannot_be_started_is_replaced_too(
    monkeypatch: pytest.MonkeyPatch, loaded: list[str]
) -> None:
    monkeypatch.setattr(compiler, "command", lambda game: ["/nowhere/python"])
    with structlog.testing.capture_logs():
        ChildCompiler().compile("reversi", lambda progress: None)
    assert loaded == ["reversi"]


def test_closing_ends_the_child_and_compiles_nothing_here(
    monkeypatch: pytest.MonkeyPatch, loaded: list[str]
) -> None:
    let_children_run(monkeypatch, ENDLESS)
    made, begun = ChildCompiler(), threading.Event()
    thread = threading.Thread(target=made.compile, args=("reversi", lambda progress: begun.set()))
    thread.start()
    assert begun.wait(timeout=60)
    made.close()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert loaded == []


def test_nothing_begins_after_closing(monkeypatch: pytest.MonkeyPatch, loaded: list[str]) -> None:
    let_children_run(monkeypatch, ENDLESS)
    made = ChildCompiler()
    made.close()
    made.compile("reversi", lambda progress: None)
    assert loaded == []


def test_the_child_reports_its_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def warm_up(game: str, progress: WarmUpProgress) -> None:
        assert game == "connect4"
        progress(0, 3)
        progress(3, 3)

    monkeypatch.setattr(compiler, "warm_up", warm_up)
    monkeypatch.setattr(os, "nice", lambda increment: increment, raising=False)
    compiler.main("connect4")
    lines = capsys.readouterr().out.splitlines()
    assert [parse_progress(line) for line in lines] == [(0, 3), (3, 3)]


@for_each("line", ["", "Traceback", "1", "1 2 3", "one 2"])
def test_other_lines_are_no_progress(line: str) -> None:
    assert parse_progress(line) is None


def test_the_child_is_this_python() -> None:
    assert compiler.command("reversi")[0] == sys.executable
    assert compiler.command("reversi")[-1] == "reversi"

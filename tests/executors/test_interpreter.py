"""Moves searched without the compiled core: the same ones, and what happens when the child is gone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine import EngineError, Position, StopFlag, connect4, reversi
from engine.players.computer import ComputerPlayer, levels_of
from executors.executor import LOCAL, Conditions, Interpreter, InterpreterError, Task, can_interpret
from executors.tasks import ChooseMove

SECONDS = 600.0
"""More than the slowest machine needs."""


@pytest.fixture(scope="module")
def interpreter() -> Iterator[Interpreter]:
    made = Interpreter()
    yield made
    made.close()
    assert made._child is None


@pytest.mark.parametrize(("player", "position"), [
    ("patterns:3", reversi.start().play("d3").play("c5")),
    ("positional:2", reversi.start(size=6)),
    ("threats:3", connect4.parse("4435")),
    ("alignments:4 seed=1", connect4.start(columns=9, rows=6)),
])  # fmt: skip
def test_it_finds_what_compiled_code_finds(interpreter: Interpreter, player: str, position: Position) -> None:
    task = ChooseMove(ComputerPlayer.parse(player), position)
    assert can_interpret(task.player, position)
    found = interpreter.run(task, SECONDS)
    expected = LOCAL.run(task, SECONDS, StopFlag())
    assert (found.move, found.score, found.depth) == (expected.move, expected.score, expected.depth)


def test_an_error_is_raised_here_and_the_child_survives(interpreter: Interpreter) -> None:
    player = ComputerPlayer.parse("random:1")
    with pytest.raises(EngineError):
        interpreter.run(ChooseMove(player, connect4.parse("1212121")), SECONDS)
    assert interpreter.run(ChooseMove(player, connect4.start()), SECONDS).move in "1234567"


def test_a_child_that_is_gone_is_reported_and_replaced(interpreter: Interpreter) -> None:
    task = ChooseMove(ComputerPlayer.parse("random:1"), connect4.start())
    interpreter.run(task, SECONDS)
    assert interpreter._child is not None
    interpreter._child.kill()
    interpreter._child.wait()
    with pytest.raises(InterpreterError):
        interpreter.run(task, SECONDS)
    assert interpreter.run(task, SECONDS).move in "1234567"


class Held(Task[str]):
    """A task that has begun once `began` exists, and ends once `go` does."""

    def __init__(self, folder: Path) -> None:
        self.began, self.go = folder / "began", folder / "go"

    def run(self, conditions: Conditions) -> str:
        self.began.touch()
        while not self.go.exists():
            time.sleep(0.01)
        return "done"


def test_the_child_is_released_only_when_it_is_idle(interpreter: Interpreter, tmp_path: Path) -> None:
    """Ended in the middle of another game's move, it would count as failed."""
    task = Held(tmp_path)
    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(lambda: interpreter.run(task, SECONDS))
        while not task.began.exists() and not running.done():
            time.sleep(0.01)
        interpreter.release()
        task.go.touch()
        assert running.result() == "done"
    interpreter.release()
    assert interpreter._child is None


@pytest.mark.long
def test_levels_that_look_far_ahead_wait_for_the_compiler() -> None:
    levels = levels_of("reversi").items()
    names = {name for name, level in levels if can_interpret(level.player, reversi.start())}
    assert {"beginner", "easy", "medium"} <= names
    assert "master" not in names

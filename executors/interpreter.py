"""Tasks run by Python itself, in a child process, while the search core is being compiled.

The functions of the search core are Python that Numba compiles. Left uncompiled they take about two hundred
times as long, which is no obstacle to the levels that look only a few plies ahead.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import warnings
from typing import IO, Any, cast

from engine import StopFlag
from engine.players.computer import RANDOM, ComputerPlayer, style_named
from engine.search.position import Position
from executors.executor import Conditions, Report, T, Task

INTERPRETED_DEPTH = 5
"""Deepest search that the interpreter finishes within a second or two."""


class InterpreterError(Exception):
    """The child ended, or sent something else than a result."""


def can_interpret(player: ComputerPlayer, position: Position) -> bool:
    """Return whether the player's search in the position is shallow enough to run uncompiled."""
    phase = player.phase(position)
    if style_named(position.game, phase.style) is RANDOM:
        return True
    return phase.depth is not None and phase.depth <= INTERPRETED_DEPTH


class Interpreter:
    """An executor that runs one task at a time in a child process, which starts with the first task."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None

    def run(
        self,
        task: Task[T],
        seconds: float,
        stop: StopFlag,
        report: Report | None = None,
        *,
        waited_for: bool = False,
    ) -> T:
        """See `executors.executor.Executor`; `stop` and `report` have no effect on so short a search.

        Raises InterpreterError when the child is gone, and what the task raises.
        """
        with self._lock:
            try:
                child = self._started()
                pickle.dump((task, seconds), _pipe(child.stdin))
                _pipe(child.stdin).flush()
                result, error = pickle.load(_pipe(child.stdout))  # noqa: S301 - of our own child
            except (OSError, EOFError, pickle.PickleError) as failure:
                self._end()
                raise InterpreterError(str(failure) or "the child ended") from failure
        if error is not None:
            raise error
        return cast("T", result)

    def release(self) -> None:
        """End the child and free its memory unless a task is in progress; the next task starts another."""
        if self._lock.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._lock.release()

    def close(self) -> None:
        """End the child and free its memory; a task in progress fails."""
        if (child := self._child) is not None:
            child.kill()
            with self._lock:
                self._end()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._child is None:
            self._child = subprocess.Popen(
                [sys.executable, "-m", "executors.interpreter"],
                env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # Ctrl-C in a terminal goes to the parent alone, which ends its children.
                start_new_session=True,
            )
        return self._child

    def _end(self) -> None:
        if (child := self._child) is None:
            return
        self._child = None
        child.kill()
        child.communicate()


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def main() -> None:
    """Run tasks from standard input until it ends."""
    # Python warns where unsigned numbers wrap around, which the search core means them to.
    warnings.simplefilter("ignore")
    results, sys.stdout = sys.stdout.buffer, sys.stderr
    while True:
        try:
            task, seconds = pickle.load(sys.stdin.buffer)  # noqa: S301 - of our own parent
        except EOFError:
            return
        answer: tuple[Any, Exception | None]
        try:
            answer = task.run(Conditions(seconds)), None
        except Exception as error:  # noqa: BLE001 - raised in the parent
            answer = None, error
        results.write(pickle.dumps(answer))
        results.flush()


if __name__ == "__main__":
    main()

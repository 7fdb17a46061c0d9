"""Compiling the search core in child processes, because Numba holds the GIL while it compiles.

A child, `python -m bot.core.compiler reversi`, fills Numba's cache on disk; this process loads from it when a
game is first searched. When a child fails, this process compiles.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol

import structlog

from bot.core.masking import described
from engine import is_compiled, warm_up

log = structlog.get_logger(__name__)

MAX_LOG_LINES = 20
"""Maximum lines of a failed child's output that are logged."""


class CompileProgress(NamedTuple):
    done: int
    total: int


ReportProgress = Callable[[CompileProgress], None]


class Compiler(Protocol):
    """Prepares the search of a game; used from several threads at once."""

    def compile(self, game: str, report: ReportProgress) -> None:
        """Return when this process can load the game; reports progress only if that takes long."""

    def load(self, game: str) -> None:
        """Load a compiled game, all that searches on its usual board need."""

    def close(self) -> None:
        """Stop compiling at once; the threads in `compile` need not return."""


class CompilingError(Exception):
    """A compiling child failed; the message is the end of its output."""


class ChildCompiler:
    """Compiles each game in a child process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._children: set[subprocess.Popen[str]] = set()
        self._closed = False

    def compile(self, game: str, report: ReportProgress) -> None:
        if is_compiled(game):
            return
        try:
            self._in_child(game, report)
        except (CompilingError, OSError) as error:
            if not self._closed:
                log.warning("a compiling process failed; compiling here", game=game, reason=described(error))
                warm_up(game, lambda done, total: report(CompileProgress(done, total)))

    def load(self, game: str) -> None:
        """Load what is compiled; other boards are loaded by the first search on them."""
        warm_up(game, usual_board_only=True)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for child in self._children:
                child.kill()
            for child in self._children:
                child.wait()

    def _in_child(self, game: str, report: ReportProgress) -> None:
        with self._lock:
            if self._closed:
                return
            child = subprocess.Popen(  # noqa: S603 - the program is this one
                command(game),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                # Ctrl-C in a terminal reaches only this process; it ends the children.
                start_new_session=True,
            )
            self._children.add(child)
        last: deque[str] = deque(maxlen=MAX_LOG_LINES)
        with child:
            assert child.stdout is not None
            for line in child.stdout:
                progress = parse_progress(line)
                if progress is None:
                    last.append(line)
                else:
                    report(progress)
        with self._lock:
            self._children.remove(child)
        if child.returncode != 0:
            raise CompilingError(f"exit code {child.returncode}: {''.join(last).strip()}")


def command(game: str) -> list[str]:
    return [sys.executable, "-m", "bot.core.compiler", game]


def parse_progress(line: str) -> CompileProgress | None:
    """Parse a child's line such as `3 15`; None for any other line."""
    numbers = line.split()
    if len(numbers) != 2 or not all(number.isdecimal() for number in numbers):
        return None
    return CompileProgress(int(numbers[0]), int(numbers[1]))


NICENESS = 5
"""Lower priority of the child, so that games come first."""


def main(game: str) -> None:
    """Fill the cache on disk for a game, printing steps done and total."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    warm_up(game, lambda done, total: print(done, total, flush=True))


if __name__ == "__main__":
    main(sys.argv[1])

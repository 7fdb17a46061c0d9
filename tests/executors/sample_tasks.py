"""Tasks that need no search core, so that workers are ready quickly."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import dataclass

from executors.executor import NAMED_TABLES, Conditions, Memory, Task


@dataclass(frozen=True)
class Think(Task[tuple[int, float]]):
    """Takes all its time and reports how much has passed; the result is the process, and that time."""

    deaf_to_stops: bool = False
    """Ignore stop flags on workers."""

    brief_here: bool = False
    """In the bot's own process, return the time limit at once."""

    def run(self, conditions: Conditions) -> tuple[int, float]:
        """Think."""
        if self.brief_here and not on_worker():
            return os.getpid(), conditions.seconds
        begun = time.perf_counter()
        while (gone := time.perf_counter() - begun) < conditions.seconds:
            if conditions.report is not None:
                conditions.report(round(gone, 3))
            if conditions.stop.is_set() and not (self.deaf_to_stops and on_worker()):
                break
            time.sleep(0.01)
        return os.getpid(), gone


@dataclass(frozen=True)
class Fail(Task[int]):
    """Fails on a worker."""

    def run(self, conditions: Conditions) -> int:
        """Fail on workers only."""
        if on_worker():
            raise LookupError("this task fails on workers")
        return os.getpid()


@dataclass(frozen=True)
class Megabytes(Task[float | None]):
    """Returns how large its table may be, once as many run as `together` waits for."""

    together: threading.Barrier

    def run(self, conditions: Conditions) -> float | None:
        """Return the limit in megabytes."""
        self.together.wait()
        return conditions.megabytes


@dataclass(frozen=True)
class Remember(Task[tuple[int, bool]]):
    """Returns the process it ran in, and True if its table was there already."""

    memory: Memory

    def run(self, conditions: Conditions) -> tuple[int, bool]:
        """Use the table."""
        known = self.memory in NAMED_TABLES
        NAMED_TABLES.get(self.memory)
        return os.getpid(), known


def on_worker() -> bool:
    """True if this process is a worker."""
    return "TESTS_WORKER" in os.environ


def slowly_squared(number: int, seconds: float) -> tuple[int, int]:
    """Return the square, and the process that computed it: a job."""
    time.sleep(seconds)
    return number * number, os.getpid()


def ignore_termination() -> int:
    """Let this process ignore the polite signal to end; returns its id."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return os.getpid()


def never_end() -> None:
    """Run until killed."""
    threading.Event().wait()

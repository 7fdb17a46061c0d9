"""Tasks that need no search core, so that workers are ready soon."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

from executors.executor import NAMED_TABLES, Conditions, Memory, Task


@dataclass(frozen=True)
class Think(Task[tuple[int, float]]):
    """Takes all its time and reports how much of it has gone; the result is the process, and that time."""

    deaf_to_stops: bool = False

    def run(self, conditions: Conditions) -> tuple[int, float]:
        """Think."""
        begun = time.perf_counter()
        while (gone := time.perf_counter() - begun) < conditions.seconds:
            if conditions.report is not None:
                conditions.report(round(gone, 3))
            if conditions.stop.is_set() and not (self.deaf_to_stops and elsewhere()):
                break
            time.sleep(0.01)
        return os.getpid(), gone


@dataclass(frozen=True)
class Fail(Task[int]):
    """Fails on a worker."""

    def run(self, conditions: Conditions) -> int:
        """Fail, but not here."""
        if elsewhere():
            raise LookupError("this worker has no such thing")
        return os.getpid()


@dataclass(frozen=True)
class Megabytes(Task[float | None]):
    """Takes all its time; says how large its table may be."""

    def run(self, conditions: Conditions) -> float | None:
        """Say so."""
        time.sleep(conditions.seconds)
        return conditions.megabytes


@dataclass(frozen=True)
class Remember(Task[tuple[int, bool]]):
    """Says in which process it was carried out, and whether its table was there already."""

    memory: Memory

    def run(self, conditions: Conditions) -> tuple[int, bool]:
        """Use the table."""
        known = self.memory in NAMED_TABLES
        NAMED_TABLES.of(self.memory)
        return os.getpid(), known


def elsewhere() -> bool:
    """Whether this process is a worker."""
    return "FLIPFOUR_TEST_WORKER" in os.environ


def slowly_squared(number: int, seconds: float) -> tuple[int, int]:
    """A job: the square, and the process that has worked it out."""
    time.sleep(seconds)
    return number * number, os.getpid()

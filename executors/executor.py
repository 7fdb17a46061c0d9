"""The seam between what is to be searched and where that is done.

A task is plain data: players as they describe themselves, positions, limits. Whoever carries it out gives it
its conditions: how long it may take, a flag that ends it, and somebody to tell how far it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from engine import StopFlag
from executors.tables import Memory

T = TypeVar("T")

Report = Callable[[Any], None]
"""Is told how far a task is, from any thread, never twice at once; what that is depends on the task."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Under which a task is carried out."""

    seconds: float
    """Real time that it may take."""
    stop: StopFlag = field(default_factory=StopFlag)
    """Ends it within milliseconds."""
    report: Report | None = None
    """None where nobody wants to know how far it is."""
    megabytes: float | None = None
    """The most that a table may take which is made for it alone; None for the usual."""


class Task(ABC, Generic[T]):
    """Something to be carried out in this process or in another one; it and its result can be pickled."""

    memory: Memory | None = None
    """The table that it shares with other tasks, if any."""

    @abstractmethod
    def run(self, conditions: Conditions) -> T:
        """Carry it out in the calling thread."""


class Executor(Protocol):
    """Carries out tasks."""

    def run(
        self,
        task: Task[T],
        seconds: float,
        stop: StopFlag,
        report: Report | None = None,
        *,
        waited_for: bool = False,
    ) -> T:
        """Carry out a task; the calling thread waits for its result. Raises what the task raises.

        `waited_for` tells that somebody needs the result within `seconds`, come what may. Other tasks keep to
        `seconds` as they say themselves, and may have to wait before they begin.
        """

    def close(self) -> None:
        """Carry out nothing more, and free what that took."""


class LocalExecutor:
    """Carries out tasks at once, in the calling thread."""

    def run(
        self,
        task: Task[T],
        seconds: float,
        stop: StopFlag,
        report: Report | None = None,
        *,
        waited_for: bool = False,
    ) -> T:
        """See `Executor`."""
        return task.run(Conditions(seconds, stop, report))

    def close(self) -> None:
        """There is nothing to free."""


LOCAL = LocalExecutor()

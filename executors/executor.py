"""Tasks, and where they run: in this process, in others, or on a cluster's workers.

A task is plain data: players as text, positions, limits. What runs it supplies a time limit, a stop flag and
a callback for progress. Named tables let a later task in the same process use what an earlier one learned.
On a worker each task has its own thread; progress and result travel as Dask events, at most four a second.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import uuid
import warnings
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

import structlog

from engine import StopFlag
from engine.players.computer import RANDOM, ComputerPlayer, style_named
from engine.search.position import Position
from engine.search.tables import TranspositionTable

MAX_TABLES = 8
"""Maximum number of named tables in one process: four pondered games, and reviews."""


@dataclass(frozen=True, slots=True)
class Memory:
    """The name of a table of a size in megabytes."""

    name: str
    megabytes: float

    @classmethod
    def new(cls, megabytes: float) -> Memory:
        """Return a unique name."""
        return cls(uuid.uuid4().hex, megabytes)


class NamedTables:
    """This process's named tables; the least recently used one is evicted."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, TranspositionTable] = OrderedDict()
        self._lock = threading.Lock()

    def __contains__(self, memory: Memory) -> bool:
        return memory.name in self._tables

    def get(self, memory: Memory) -> TranspositionTable:
        """Return the table of this name, created if missing."""
        with self._lock:
            table = self._tables.pop(memory.name, None) or TranspositionTable(memory.megabytes)
            self._tables[memory.name] = table
            if len(self._tables) > MAX_TABLES:
                self._tables.popitem(last=False)
            return table

    def take(self, memory: Memory) -> TranspositionTable | None:
        with self._lock:
            return self._tables.pop(memory.name, None)


NAMED_TABLES = NamedTables()
"""The tables of this process."""


T = TypeVar("T")

Report = Callable[[Any], None]
"""Callback for a task's progress, from any thread, never concurrently; its argument depends on the task."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions under which a task is carried out."""

    seconds: float
    """Real time that it may take."""
    stop: StopFlag = field(default_factory=StopFlag)
    """Ends it within milliseconds."""
    report: Report | None = None
    """None if no progress is wanted."""
    megabytes: float | None = None
    """Maximum size of a table created for this task alone; None for the default."""


class Task(ABC, Generic[T]):
    """Work for this process or another one; it and its result can be pickled."""

    memory: Memory | None = None
    """The table that it shares with other tasks, if any."""

    @abstractmethod
    def run(self, conditions: Conditions) -> T:
        """Carry it out in the calling thread."""


class Executor:
    """Carries out tasks: this one at once, in the calling thread."""

    def run(
        self,
        task: Task[T],
        seconds: float,
        stop: StopFlag,
        report: Report | None = None,
        *,
        waited_for: bool = False,
    ) -> T:
        """Run a task and wait for its result in the calling thread. Raises what the task raises.

        `waited_for` means that the caller needs the result within `seconds` in any case. Other tasks limit
        themselves to `seconds`, and may have to wait before they start.
        """
        return task.run(Conditions(seconds, stop, report))

    def close(self) -> None:
        """Carry out nothing more, and free what that took."""


LOCAL = Executor()


log = structlog.get_logger(__name__)

BEAT_SECONDS = 0.25
"""Seconds between progress reports to a bot."""

_STOPS_REMEMBERED = 1000


@dataclass(eq=False, slots=True)
class _Carried:
    """A task that this process carries out; `news` is None when the bot knows all."""

    id: str
    topic: str
    worker: Any
    stop: StopFlag = field(default_factory=StopFlag)
    news: Any = None

    def tell(self, **event: Any) -> None:
        self.worker.log_event(self.topic, {"task": self.id, "worker": self.worker.address, **event})


class _Tasks:
    """The tasks of this process, and a thread that tells how far they are."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._carried: dict[str, _Carried] = {}
        self._stopped: OrderedDict[str, None] = OrderedDict()
        """Tasks stopped before they arrived."""
        self._thread: threading.Thread | None = None

    def begin(self, carried: _Carried) -> None:
        with self._changed:
            self._carried[carried.id] = carried
            if carried.id in self._stopped:
                carried.stop.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._beat, name="news of tasks", daemon=True)
                self._thread.start()
            self._changed.notify()

    def end(self, carried: _Carried) -> None:
        with self._changed:
            self._carried.pop(carried.id, None)

    def stop(self, task_id: str) -> None:
        with self._changed:
            carried = self._carried.get(task_id)
            if carried is not None:
                carried.stop.set()
                return
            self._stopped[task_id] = None
            if len(self._stopped) > _STOPS_REMEMBERED:
                self._stopped.popitem(last=False)

    def stop_all(self) -> None:
        """Stop all tasks: their results are no longer wanted, or this process is about to end."""
        with self._changed:
            for carried in self._carried.values():
                carried.stop.set()

    def _beat(self) -> None:
        rest = threading.Event()
        while True:
            with self._changed:
                while not self._carried:
                    self._changed.wait()
                due = [(carried, carried.news) for carried in self._carried.values()]
                for carried, _ in due:
                    carried.news = None
            for carried, news in due:
                carried.tell(news=None if news is None else pickle.dumps(news))
            rest.wait(BEAT_SECONDS)


TASKS = _Tasks()


def carry_out(task_id: str, topic: str, task: Task[Any], seconds: float) -> None:
    """Carry out a task under a bot's id, and tell the bot by events with this topic.

    Raises what the task raises.
    """
    from distributed import get_worker

    carried = _Carried(task_id, topic, get_worker())
    carried.tell(begun=True)

    def report(news: Any) -> None:
        carried.news = news

    TASKS.begin(carried)
    try:
        result = task.run(Conditions(seconds, carried.stop, report))
    finally:
        TASKS.end(carried)
    carried.tell(result=pickle.dumps(result))
    log.debug("a task is carried out", task=type(task).__name__)


def stop(task_id: str) -> None:
    """End a task that this process carries out, within milliseconds."""
    TASKS.stop(task_id)


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
    """Runs one task at a time in a child process, which starts with the first task."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None

    def run(self, task: Task[T], seconds: float) -> T:
        """Run a task, which is too short to be stopped, and wait for its result in the calling thread.

        Raises InterpreterError when the child is gone, and what the task raises.
        """
        with self._lock:
            try:
                child = self._started()
                assert child.stdin is not None
                assert child.stdout is not None
                pickle.dump((task, seconds), child.stdin)
                child.stdin.flush()
                result, error = pickle.load(child.stdout)  # noqa: S301 - of our own child
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
                [sys.executable, "-m", "executors.executor"],
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

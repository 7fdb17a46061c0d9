"""What runs on a worker of the cluster: tasks that a bot has sent, each in a thread of its own.

How far they are goes to the bot by events of Dask's, four times a second at most; so the bot knows, too,
that the worker is still there. The result takes the same way, as the last event: kept on the worker to be
fetched, it would be lost with it.
"""

from __future__ import annotations

import pickle
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import structlog

from engine import StopFlag
from executors.executor import Conditions, Task

log = structlog.get_logger(__name__)

BEAT_SECONDS = 0.25
"""How often a bot hears of its task."""

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
        """Tell the bot."""
        self.worker.log_event(self.topic, {"task": self.id, "worker": self.worker.address, **event})


class _Tasks:
    """The tasks of this process, and a thread that tells how far they are."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._carried: dict[str, _Carried] = {}
        self._stopped: OrderedDict[str, None] = OrderedDict()
        """Tasks that were to be stopped and are not there: they may come yet."""
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


_TASKS = _Tasks()


def carry_out(task_id: str, topic: str, task: Task[Any], seconds: float) -> None:
    """Carry out a task under a bot's id, and tell the bot by events with this topic.

    Raises what the task raises.
    """
    from distributed import get_worker

    carried = _Carried(task_id, topic, get_worker())
    carried.tell(begun=True)

    def report(news: Any) -> None:
        carried.news = news

    _TASKS.begin(carried)
    try:
        result = task.run(Conditions(seconds, carried.stop, report))
    finally:
        _TASKS.end(carried)
    carried.tell(result=pickle.dumps(result))
    log.debug("a task is carried out", task=type(task).__name__)


def stop(task_id: str) -> None:
    """End a task that this process carries out, within milliseconds."""
    _TASKS.stop(task_id)


def stop_all() -> None:
    """End all of them: nobody hears of their results, or this process is about to end."""
    _TASKS.stop_all()

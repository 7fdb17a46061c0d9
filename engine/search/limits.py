"""Limits of a search, and the flag that stops it while it runs."""

from __future__ import annotations

import heapq
import math
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one search; None means no such bound, and the first bound reached ends the search.

    `seconds` are real time, `depth` counts plies, `nodes` counts positions. With `early_stop` and no depth
    limit, a search ends before its time when more of it would hardly change the move, and takes the values of
    openings from a book. Raises EngineError for a bound that is zero, negative or not a number.
    """

    seconds: float | None = 10.0
    depth: int | None = None
    nodes: int | None = None
    early_stop: bool = False

    def __post_init__(self) -> None:
        for name in ("seconds", "depth", "nodes"):
            value = getattr(self, name)
            if value is None:
                continue
            whole = name != "seconds"
            if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
                raise EngineError(f"{name} must be a {'whole ' if whole else ''}number, not {value!r}")
            if math.isnan(value) or value <= 0:
                raise EngineError(f"{name} must be above zero, not {{value}}", value=value)


class Deadline:
    """Something to call at a `moment`."""

    __slots__ = ("_call", "moment")

    def __init__(self, moment: float, call: Callable[[], object]) -> None:
        self.moment = moment
        self._call: Callable[[], object] | None = call

    def __lt__(self, other: Deadline) -> bool:
        return self.moment < other.moment

    @property
    def cancelled(self) -> bool:
        return self._call is None

    def cancel(self) -> None:
        """Cancel the call, unless it has started."""
        self._call = None

    def meet(self) -> None:
        """Call it; a failure is reported as that of a thread, and does no harm to other deadlines."""
        call = self._call
        try:
            if call is not None:
                call()
        except Exception:  # noqa: BLE001
            failure = (*sys.exc_info(), threading.current_thread())
            threading.excepthook(threading.ExceptHookArgs(failure))


class Deadlines:
    """Deadlines of any number of searches, on one thread: starting one each takes longer than a small search.

    The functions they call must return at once.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._start_over()

    def _start_over(self) -> None:
        self._process = os.getpid()
        self._changed = threading.Condition()
        self._heap: list[Deadline] = []
        self._wakes_at = math.inf
        self._thread: threading.Thread | None = None

    def call_after(self, seconds: float, call: Callable[[], object]) -> Deadline:
        """Call a function after `seconds` of real time, at most `threading.TIMEOUT_MAX`."""
        deadline = Deadline(self._clock() + seconds, call)
        if self._process != os.getpid():
            # A forked process does not have the thread, but the condition still counts it as waiting.
            self._start_over()
        with self._changed:
            # Most searches end before their time: what is first has been cancelled long ago.
            while self._heap and self._heap[0].cancelled:
                heapq.heappop(self._heap)
            heapq.heappush(self._heap, deadline)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._keep, name="deadlines", daemon=True)
                self._thread.start()
            elif deadline.moment < self._wakes_at:
                self._changed.notify()
        return deadline

    @property
    def pending(self) -> int:
        """Return the number of calls in memory."""
        return len(self._heap)

    def _keep(self) -> None:
        """Meet the deadlines one after the other, indefinitely."""
        while True:
            self._next().meet()

    def _next(self) -> Deadline:
        """Return the first deadline once it has passed."""
        with self._changed:
            while True:
                now = self._clock()
                if self._heap and (self._heap[0].cancelled or self._heap[0].moment <= now):
                    return heapq.heappop(self._heap)
                self._wakes_at = self._heap[0].moment if self._heap else math.inf
                self._changed.wait(None if self._wakes_at == math.inf else self._wakes_at - now)


DEADLINES = Deadlines()
"""The timer of this process."""


class StopFlag:
    """Ends searches from any thread, at once or after some seconds. One flag can serve several searches."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._set = False
        self._listeners: list[Any] = []
        self._deadline: Deadline | None = None

    def is_set(self) -> bool:
        return self._set

    def set(self) -> None:
        """End every search that obeys this flag, within milliseconds."""
        with self._lock:
            self._set = True
            self._forget_deadline()
            for words in self._listeners:
                words[0] = 1

    def set_after(self, seconds: float) -> None:
        """Set the flag after `seconds` of real time; of several calls the earliest moment counts."""
        if math.isnan(seconds):
            raise EngineError("seconds must be a number, not nan")
        if seconds <= 0:
            self.set()
            return
        due = time.perf_counter() + seconds
        with self._lock:
            if self._set or seconds > threading.TIMEOUT_MAX:
                return
            if self._deadline is not None and self._deadline.moment <= due:
                return
            self._forget_deadline()
            self._deadline = DEADLINES.call_after(seconds, self.set)

    def cancel(self) -> None:
        """Cancel a pending `set_after`."""
        with self._lock:
            self._forget_deadline()

    def attach(self, words: np.ndarray[Any, Any]) -> None:
        """Write 1 into `words[0]` when the flag is set, or at once if it already is."""
        with self._lock:
            self._listeners.append(words)
            if self._set:
                words[0] = 1

    def detach(self, words: np.ndarray[Any, Any]) -> None:
        """Forget an attached array."""
        with self._lock:
            self._listeners = [other for other in self._listeners if other is not words]

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

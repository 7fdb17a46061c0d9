"""What bounds a search: limits given before it, and a flag that ends it while it runs."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.errors import EngineError


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
                raise EngineError(f"{name} must be above zero, not {value!r}")


class StopFlag:
    """Ends searches from any thread, at once or after some seconds. One flag can serve several searches."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._set = False
        self._listeners: list[Any] = []
        self._timer: threading.Timer | None = None
        self._due = math.inf

    def is_set(self) -> bool:
        """Whether the flag has been set."""
        return self._set

    def set(self) -> None:
        """End every search that obeys this flag, within milliseconds."""
        with self._lock:
            self._set = True
            if self._timer is not None:
                self._timer.cancel()
            for words in self._listeners:
                words[0] = 1

    def set_after(self, seconds: float) -> None:
        """Set the flag in so many seconds of real time; of several calls the earliest moment counts."""
        if math.isnan(seconds):
            raise EngineError("seconds must be a number, not nan")
        if seconds <= 0:
            self.set()
            return
        due = time.perf_counter() + seconds
        with self._lock:
            if self._set or due >= self._due or seconds > threading.TIMEOUT_MAX:
                return
            if self._timer is not None:
                self._timer.cancel()
            self._due = due
            self._timer = threading.Timer(seconds, self.set)
            self._timer.daemon = True
            self._timer.start()

    def cancel(self) -> None:
        """Cancel a `set_after` whose time has not come."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = None
            self._due = math.inf

    def attach(self, words: np.ndarray[Any, Any]) -> None:
        """Have the flag write 1 into `words[0]` when it is set, or at once when it is set already."""
        with self._lock:
            self._listeners.append(words)
            if self._set:
                words[0] = 1

    def detach(self, words: np.ndarray[Any, Any]) -> None:
        """Forget an attached array."""
        with self._lock:
            self._listeners = [other for other in self._listeners if other is not words]

"""How long before an answer is due its search ends: what storing, drawing and sending really take."""

from __future__ import annotations

import math
from collections import deque

FIRST_SECONDS = 0.75
"""Kept back until enough has been measured."""

LEAST_SECONDS = 0.1
"""Always kept back: the connection to Discord can become slower from one answer to the next."""

ENOUGH = 10
"""So many answers say what it takes."""

REMEMBERED = 100
QUANTILE = 0.98
"""What all but two of the last hundred answers needed is kept back for the next one, and a margin."""

MARGIN = 1.25
"""The next answer may well need a little more than the last ones."""


class AnswerReserve:
    """The part of the cap that is kept back, from what the last answers needed after their search."""

    def __init__(self, cap: float) -> None:
        """`cap` is the seconds from a click to its answer."""
        self._first = min(FIRST_SECONDS, cap / 4)
        self._least = min(LEAST_SECONDS, cap / 4)
        self._most = cap / 2
        self._deliveries: deque[float] = deque(maxlen=REMEMBERED)
        self._overruns: deque[float] = deque(maxlen=REMEMBERED)
        self.seconds = self._first

    def note_delivery(self, seconds: float) -> None:
        """A move was shown so many seconds after its search."""
        self._deliveries.append(seconds)
        self._update()

    def note_overrun(self, seconds: float) -> None:
        """A search ended so many seconds after its time; 0 when it ended before."""
        self._overruns.append(seconds)
        self._update()

    def _update(self) -> None:
        delivery = self._first if len(self._deliveries) < ENOUGH else MARGIN * _quantile(self._deliveries)
        overrun = _quantile(self._overruns) if self._overruns else 0.0
        self.seconds = min(self._most, max(self._least, delivery + overrun))


def _quantile(samples: deque[float]) -> float:
    return sorted(samples)[math.ceil(QUANTILE * len(samples)) - 1]

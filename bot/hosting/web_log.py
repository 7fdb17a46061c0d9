"""What the server logs of strangers' requests: mistakes are no errors of ours, and no one fills it."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable

import structlog
from aiohttp.http_exceptions import HttpProcessingError

log = structlog.get_logger(__name__)

MAX_LINES, WITHIN = 20, 60.0
"""Maximum lines about failed requests within some seconds; those left out are counted."""


class ServerLog:
    """The log of aiohttp's server, which takes what is no HTTP for an error."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: deque[float] = deque(maxlen=MAX_LINES)
        self._left_out = 0

    def debug(self, message: str, *given: object, exc_info: object = None) -> None:
        """Log nothing of clients that leave."""

    def exception(self, message: str, *given: object, exc_info: object = None) -> None:
        """Log an error of ours, unless there were too many lately."""
        error = exc_info if isinstance(exc_info, BaseException) else sys.exception()
        if isinstance(error, HttpProcessingError | ConnectionError):
            return
        now = self._clock()
        if len(self._told) == MAX_LINES and now - self._told[0] < WITHIN:
            self._left_out += 1
            return
        self._told.append(now)
        left_out, self._left_out = self._left_out, 0
        log.error("a request failed", exc_info=error, **({"left_out": left_out} if left_out else {}))

"""What the server logs of strangers' requests: mistakes are no errors of ours, and no one fills it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import structlog
from aiohttp.http_exceptions import HttpProcessingError

from bot.core.log_limits import FewLines

log = structlog.get_logger(__name__)


class ServerLog:
    """The log of aiohttp's server, which takes what is no HTTP for an error."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lines = FewLines()

    def debug(self, message: str, *given: object, exc_info: object = None) -> None:
        """Log nothing of clients that leave."""

    def exception(self, message: str, *given: object, exc_info: object = None) -> None:
        """Log an error of ours, unless there were too many lately."""
        error = exc_info if isinstance(exc_info, BaseException) else sys.exception()
        if isinstance(error, HttpProcessingError | ConnectionError):
            return
        facts = self._lines.admit(type(error).__name__, self._clock())
        if facts is not None:
            log.error("a request failed", exc_info=error, **facts)

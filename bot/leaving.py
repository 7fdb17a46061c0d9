"""The end of the process, whatever its threads do.

Python waits for its threads at the end, and one in which a search hangs would keep the process for ever: a
supervisor could not start it again.
"""

from __future__ import annotations

import logging
import os
import sys
import threading

import structlog

log = structlog.get_logger(__name__)

STOPPING_SECONDS = 12.0
"""Everything has to be closed so soon: whoever tells the process to stop kills it after 15 s (compose.yaml
and the unit of systemd)."""

LEAVING_SECONDS = 3.0
"""Threads get so long to end when everything is closed."""

NOT_CLOSED = 70
"""The exit code when not everything could be closed: an error of the program, by the convention of
sysexits."""


class ForcedEnd:
    """Ends the process by force where it does not end by itself."""

    def __init__(self) -> None:
        self._called_off = threading.Event()
        self._begun = False

    def begin(self, seconds: float, exit_code: int) -> None:
        """The process has so long from now on, or from the first time this was called."""
        if not self._begun:
            self._begun = True
            # Of its own kind: Python does not wait for it.
            threading.Thread(target=self._end, args=(seconds, exit_code), name="end", daemon=True).start()

    def call_off(self) -> None:
        """It has come to its end by itself."""
        self._called_off.set()

    def _end(self, seconds: float, exit_code: int) -> None:
        if self._called_off.wait(seconds):
            return
        left = [thread.name for thread in threading.enumerate() if not thread.daemon]
        log.error("the process does not end by itself: it is ended", seconds=seconds, threads=left)
        logging.shutdown()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(exit_code)

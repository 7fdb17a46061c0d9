"""Stopping on a signal, and ending the process even when one of its threads hangs.

Python waits for its threads at exit: one hanging search would keep the process alive, and its supervisor
could not restart it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable

import structlog

from bot.core.last_resort import end_at_the_latest, stay

log = structlog.get_logger(__name__)

STOPPING_SECONDS = 12.0
"""Time limit for closing everything; compose.yaml and the systemd unit kill the process after 15 s."""

LEAVING_SECONDS = 3.0
"""Time limit for threads to end once everything is closed."""

HELD_SECONDS = 2.5
"""Seconds after its time limit at which a process ends whose threads cannot run, either."""

NOT_CLOSED = 70
"""Exit code when closing took too long: EX_SOFTWARE of sysexits."""


class ForcedEnd:
    """Ends the process by force if it does not exit in time."""

    def __init__(self) -> None:
        self._cancelled = threading.Event()
        self._begun = False

    def begin(self, seconds: float, exit_code: int) -> None:
        """Start the countdown; later calls change nothing."""
        if not self._begun:
            self._begun = True
            end_at_the_latest(seconds + HELD_SECONDS)
            # A daemon: Python does not wait for it.
            threading.Thread(target=self._end, args=(seconds, exit_code), name="end", daemon=True).start()

    def cancel(self) -> None:
        """Cancel the forced exit: the process is exiting normally."""
        self._cancelled.set()
        stay()

    def _end(self, seconds: float, exit_code: int) -> None:
        if self._cancelled.wait(seconds):
            return
        left = [thread.name for thread in threading.enumerate() if not thread.daemon]
        log.error("the process does not exit: forcing it", seconds=seconds, threads=left)
        logging.shutdown()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(exit_code)


def wait_before_exit(minutes: float) -> None:
    """Wait before the process exits because of a wrong setting, until SIGINT or SIGTERM at most.

    Docker restarts it however it exits; a wrong token must not be tried every minute.
    """
    if not minutes:
        return
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    print(f"flipfour: exiting in {minutes:g} minutes, or when stopped", file=sys.stderr, flush=True)
    stopped.wait(minutes * 60)


def when_told_to_stop(stop: Callable[[], object]) -> None:
    """Call `stop` in the event loop on SIGINT (Ctrl-C) and SIGTERM."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:
            # Event loops on Windows lack this.
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))

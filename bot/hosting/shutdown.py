"""Ending the process: on a signal, when it does not exit, and when its event loop hangs.

Threads of Python see to that while they can run. C code that holds the GIL stops them all; then two
things still work: faulthandler's thread, which needs no GIL, and the service manager. Both end the process
unless the event loop postpones it.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial

import structlog

from bot.core.metrics import Metrics, counter, histogram

log = structlog.get_logger(__name__)

STOPPING_SECONDS = 12.0
"""Time limit for closing everything; compose.yaml and the systemd unit kill the process after 15 s."""

LEAVING_SECONDS = 3.0
"""Time limit for threads to end once everything is closed."""

HELD_SECONDS = 2.5
"""Seconds after its time limit at which a process ends whose threads cannot run, either."""

EXIT_CODE = 70
"""Exit code when the process hangs: EX_SOFTWARE of sysexits."""

SIGN_SECONDS = 5.0
"""Time between two signs of life."""

SILENT_SECONDS = 150.0
"""Seconds without a sign after which the process ends: the watchdog, which says more, comes first."""

_ending = False
"""True once the process is ending: signs of life no longer postpone that."""


class ForcedEnd:
    """Ends the process by force if it does not exit in time."""

    def __init__(self) -> None:
        self._cancelled = threading.Event()
        self._begun = False

    def begin(self, seconds: float, exit_code: int) -> None:
        """Start the countdown; later calls change nothing."""
        global _ending
        if not self._begun:
            self._begun = True
            _end_within(seconds + HELD_SECONDS)
            _ending = True
            # A daemon: Python does not wait for it.
            threading.Thread(target=self._end, args=(seconds, exit_code), name="end", daemon=True).start()

    def cancel(self) -> None:
        """Cancel the forced exit: the process is exiting normally."""
        global _ending
        _ending = False
        self._cancelled.set()
        faulthandler.cancel_dump_traceback_later()

    def _end(self, seconds: float, exit_code: int) -> None:
        if not self._cancelled.wait(seconds):
            log.error("the process does not exit: forcing it", seconds=seconds)
            end_process(exit_code)


def end_process(exit_code: int = EXIT_CODE) -> None:
    """Log the stacks of all threads and end the process, whatever they do."""
    for thread in threading.enumerate():
        log.critical("a thread at the end", thread=thread.name, stack=stack_of(thread.ident or 0))
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(exit_code)


def stack_of(thread: int) -> str:
    frame = sys._current_frames().get(thread)
    return "gone" if frame is None else "".join(traceback.format_stack(frame))


def report_crashes() -> None:
    """Write all stacks to standard error after a fatal signal, such as the service manager's SIGABRT."""
    stream = sys.__stderr__
    if stream is not None and not faulthandler.is_enabled():
        faulthandler.enable(stream)


def _end_within(seconds: float) -> None:
    """End the process after `seconds` without another call, with all stacks on standard error."""
    # The process's own stream: the log may have taken the place of `sys.stderr`.
    if not _ending and sys.__stderr__ is not None:
        faulthandler.dump_traceback_later(seconds, exit=True, file=sys.__stderr__)


@asynccontextmanager
async def signs_of_life(
    seconds: float = SILENT_SECONDS,
    *,
    every: float = SIGN_SECONDS,
    environment: Mapping[str, str] = os.environ,
) -> AsyncIterator[None]:
    """Let the event loop give signs of life in this context; it ends the process after `seconds` without."""

    async def give() -> None:
        while True:
            _end_within(seconds)
            notify("WATCHDOG=1", environment)
            await asyncio.sleep(every)

    _end_within(seconds)
    notify("READY=1", environment)
    giving = asyncio.create_task(give())
    try:
        yield
    finally:
        giving.cancel()
        notify("STOPPING=1", environment)
        if not _ending:
            faulthandler.cancel_dump_traceback_later()


def notify(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Tell systemd a state of the service, as sd_notify(3) does; nothing happens without systemd."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as service_manager:
        service_manager.setblocking(False)
        # A leading @ means Linux's abstract namespace.
        service_manager.sendto(
            state.encode(), address.replace("@", "\0", 1) if address[0] == "@" else address
        )


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


LAG = histogram(
    "loop_lag_seconds",
    "Delay of the event loop.",
    (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0),
)
STALLS = counter("loop_stalls", "Stalls of the event loop for seconds.")

TICK_SECONDS = 1.0
STALL_SECONDS = 10.0
"""Seconds of a stall after which the loop's stack is logged."""

EXIT_SECONDS = 120.0
"""Seconds of a stall after which the process ends."""


class LoopWatchdog:
    """Requests signs of life from the event loop."""

    def __init__(
        self,
        ask: Callable[[Callable[[], object]], object],
        *,
        ends_after: float,
        end: Callable[[], object],
        stack: Callable[[], str],
        observe_lag: Callable[[float], None],
        count_stall: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
        worked: Callable[[], float] = time.process_time,
    ) -> None:
        """`ask` schedules a call in the loop from any thread; `stack` returns the stack of the loop's thread.

        `end` is called after a stall of `ends_after` seconds (0: never). `worked` returns the processor time
        of the process, which a paused one does not use.
        """
        self._ask = ask
        self._ends_after = ends_after
        self._end = end
        self._stack = stack
        self._observe_lag = observe_lag
        self._count_stall = count_stall
        self._clock = clock
        self._worked = worked
        self._asked_at: float | None = None
        self._ticked_at, self._worked_before = clock(), worked()
        self._told = False
        self._lock = threading.Lock()

    def tick(self) -> None:
        """Check whether the loop has answered; called every second."""
        with self._lock:
            now, worked = self._clock(), self._worked()
            gap, used = now - self._ticked_at, worked - self._worked_before
            self._ticked_at, self._worked_before = now, worked
            # This thread did not run, either.
            held = gap > STALL_SECONDS / 2
            if self._asked_at is None:
                self._asked_at = now
                waited = 0.0
            elif held and used < gap / 2:
                # The whole process was paused; otherwise, other code held the GIL.
                self._asked_at += gap
                return
            else:
                waited = now - self._asked_at
            stalled = waited >= STALL_SECONDS and not self._told
            self._told = self._told or stalled
        if waited == 0.0:
            self._ask(self._answer)
        if stalled:
            self._count_stall()
            log.error("the event loop has stalled", seconds=round(waited, 1), stack=self._stack())
        # After a held GIL the loop first gets the time to answer.
        if self._ends_after and waited >= self._ends_after and not held:
            log.critical("the event loop has stalled: the process exits", seconds=round(waited, 1))
            self._end()

    def _answer(self) -> None:
        """Note a sign of life, in the loop."""
        with self._lock:
            asked_at, self._asked_at = self._asked_at, None
            told, self._told = self._told, False
        if asked_at is not None:
            self._observe_lag(max(0.0, self._clock() - asked_at))
        if told:
            log.warning("the event loop runs again")


@contextmanager
def watched_loop(metrics: Metrics) -> Iterator[None]:
    """Watch the running event loop from a thread in this context."""
    loop_thread, over = threading.get_ident(), threading.Event()
    watchdog = LoopWatchdog(
        asyncio.get_running_loop().call_soon_threadsafe,
        ends_after=EXIT_SECONDS,
        end=end_process,
        stack=lambda: stack_of(loop_thread),
        observe_lag=partial(metrics.observe, LAG),
        count_stall=partial(metrics.count, STALLS),
    )

    def watch() -> None:
        while not over.wait(TICK_SECONDS):
            watchdog.tick()

    threading.Thread(target=watch, name="watchdog", daemon=True).start()
    try:
        yield
    finally:
        over.set()

"""Signs of life from the event loop, for what can end the process while no Python code runs.

C code that holds the GIL stops every Python thread, the watchdog included. Two things still work:
faulthandler's thread, which needs no GIL, and the service manager. Both end the process unless the event loop
postpones it.
"""

from __future__ import annotations

import asyncio
import faulthandler
import os
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

SIGN_SECONDS = 5.0
"""Time between two signs of life."""

SILENT_SECONDS = 150.0
"""Seconds without a sign after which the process ends: the watchdog, which says more, comes first."""

_fixed = False
"""True once the process is ending: nothing postpones that any more."""


def end_without_signs(seconds: float) -> None:
    """End the process after `seconds` without another call, with all stacks on standard error."""
    if not _fixed:
        _arm(seconds)


def end_at_the_latest(seconds: float) -> None:
    """End the process after `seconds`, whatever happens."""
    global _fixed
    if not _fixed:
        _fixed = True
        _arm(seconds)


def stay() -> None:
    global _fixed
    _fixed = False
    faulthandler.cancel_dump_traceback_later()


def report_crashes() -> None:
    """Write all stacks to standard error after a fatal signal, such as the service manager's SIGABRT."""
    stream = sys.__stderr__
    if stream is not None and not faulthandler.is_enabled():
        faulthandler.enable(stream)


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
            end_without_signs(seconds)
            notify("WATCHDOG=1", environment)
            await asyncio.sleep(every)

    end_without_signs(seconds)
    notify("READY=1", environment)
    giving = asyncio.create_task(give())
    try:
        yield
    finally:
        giving.cancel()
        notify("STOPPING=1", environment)
        if not _fixed:
            stay()


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


def _arm(seconds: float) -> None:
    # The process's own stream: the log may have taken the place of `sys.stderr`.
    stream = sys.__stderr__
    if stream is not None:
        faulthandler.dump_traceback_later(seconds, exit=True, file=stream)

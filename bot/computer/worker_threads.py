"""The threads in which searches run, and pictures and files are made."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from bot.computer.pool import QUICK_WORKERS

OTHER_THREADS = 4
"""Threads for pictures and files, beside those for searches, so that neither ever waits for the other."""


def new_threads(workers: int) -> None:
    """Let the event loop use new threads from now on: `workers` of them for searches that may take long.

    Work in the old ones comes to its end there, and what hangs takes no thread away from others.
    """
    # One more for what runs aside of the searches that people wait for: `SearchPool.work_aside`.
    threads = workers + QUICK_WORKERS + 1 + OTHER_THREADS
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(threads, "flipfour"))


def leave_threads() -> None:
    """Let the event loop end without waiting for its threads: in one of them something may hang."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))

"""Threads for searches and other work, and searches on a cluster."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from bot.computer.pool import QUICK_WORKERS, SearchPool
from bot.hosting.metrics import Metrics
from bot.settings import MOST_THREADS
from executors.cluster import ClusterExecutor

OTHER_THREADS = 4
"""Threads for pictures and files, beside those for searches, so that neither ever waits for the other."""


def new_threads(workers: int) -> None:
    """Let the event loop use new threads from now on: `workers` of them for searches that may take long.

    Work in the old ones comes to its end there, and what hangs takes no thread away from others.
    """
    # One more for what runs aside of the searches that people wait for: `SearchPool.run_in_background`.
    threads = workers + QUICK_WORKERS + 1 + OTHER_THREADS
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(threads, "flipfour"))


def leave_threads() -> None:
    """Let the event loop end without waiting for its threads: in one of them something may hang."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))


def search_on_cluster(pool: SearchPool, address: str, own_workers: int, metrics: Metrics) -> None:
    """Have the pool's searches carried out by the workers of a scheduler.

    `own_workers` is how many run here while there are none. Raises ClusterError without the package that this
    needs.
    """
    loop = asyncio.get_running_loop()

    def resize(threads: int) -> None:
        # Half of the cluster at most is taken by what nobody waits for: other bots may need it at once.
        pool.resize(min(threads, MOST_THREADS) or own_workers, max(1, threads // 2))
        metrics.note_workers(threads or own_workers)

    def note_threads(threads: int) -> None:
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(resize, threads)

    pool.executor = ClusterExecutor(
        address, own_workers=own_workers, note_threads=note_threads, note_lost=metrics.note_taken_back
    )

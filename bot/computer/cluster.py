"""Searches on a cluster: the pool has as many workers as the cluster while there is one, else its own."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bot.computer.pool import SearchPool
from bot.hosting.metrics import Metrics
from bot.settings import MOST_THREADS
from executors.cluster import ClusterExecutor


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

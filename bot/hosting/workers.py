"""Threads for searches and other work, and searches on a cluster."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from bot.catalog import GAMES
from bot.computer.pool import QUICK_WORKERS, SearchPool
from bot.core.metrics import Metrics, counter, gauge, histogram
from bot.features import Kit
from bot.settings.settings import MAX_THREADS
from executors.cluster import ClusterExecutor

OTHER_THREADS = 4
"""Threads for pictures and files, so that they and searches never wait for each other."""


SEARCHED = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 60.0)
SEARCH_QUEUE = histogram("search_queue_seconds", "Time a search waited for a worker.", SEARCHED, "level")
SEARCH = histogram("search_seconds", "Time a search ran.", SEARCHED, "level")
SEARCH_WORKERS = gauge("search_workers", "Maximum searches at the same time.")
MOVE_CAP = gauge("move_cap_seconds", "Maximum time of the computer's answer.")
TAKEN_BACK = counter(
    "searches_taken_back", "Searches players waited for that the cluster lost and that ran locally."
)

OTHER_PLAYER = "other"
"""Label of computer players that are no level, as their number is unlimited."""

_LEVELS = frozenset(level for kind in GAMES.values() for level in kind.levels)


def observe_search(metrics: Metrics, player: str, waited: float, seconds: float) -> None:
    """Observe the seconds a computer player's search has waited for a worker, and run."""
    level = player if player in _LEVELS else OTHER_PLAYER
    metrics.observe(SEARCH_QUEUE, waited, level)
    metrics.observe(SEARCH, seconds, level)


def new_threads(workers: int) -> None:
    """Give the event loop new threads, `workers` of them for long searches.

    Work in the old ones finishes there; hanging searches no longer take up threads.
    """
    # One more for background work: `SearchPool.run_in_background`.
    threads = workers + QUICK_WORKERS + 1 + OTHER_THREADS
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(threads, "flipfour"))


def _search_pool(kit: Kit) -> SearchPool:
    settings, runtime = kit.settings, kit.runtime
    pool = SearchPool(
        settings.workers,
        settings.move_seconds,
        run=runtime.run_search,
        wait=runtime.wait,
        note=partial(observe_search, kit.metrics),
        lost_thread=partial(new_threads, settings.search_threads),
    )
    kit.metrics.set(SEARCH_WORKERS, settings.workers)
    kit.metrics.set(MOVE_CAP, settings.move_seconds)
    if settings.search_backend:
        _search_on_cluster(pool, kit)
    return pool


FEATURES = ((SearchPool, _search_pool),)


def leave_threads() -> None:
    """Let the event loop end without waiting for its threads, one of which may hang."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))


def _search_on_cluster(pool: SearchPool, kit: Kit) -> None:
    """Run the pool's searches on the workers of a Dask scheduler, and here while it has none.

    Raises ClusterError without the package for it.
    """
    loop, own_workers = asyncio.get_running_loop(), kit.settings.workers

    def resize(threads: int) -> None:
        # Background work takes at most half of the cluster: other bots may need it at once.
        pool.resize(min(threads, MAX_THREADS) or own_workers, max(1, threads // 2))
        kit.metrics.set(SEARCH_WORKERS, threads or own_workers)

    def record_threads(threads: int) -> None:
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(resize, threads)

    pool.executor = ClusterExecutor(
        kit.settings.search_backend,
        own_workers=own_workers,
        record_threads=record_threads,
        note_lost=lambda why: kit.metrics.count(TAKEN_BACK),
    )

"""Measure the searches per second of a cluster of one, two and three workers, all on this machine.

    uv run python -m research.cluster

Each worker is a process with one thread. Searches of a fixed time show the overhead of sending work to a
worker: throughput should grow in proportion to the workers. Searches of a fixed number of positions show
what this machine's processors give: more workers than cores do not help. Prints one JSON object for each
number of workers.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bot.settings.machine import available_cores
from engine import Limits, Position, SearchResult, StopFlag, reversi
from engine.players.matches import random_openings
from executors.cluster import ClusterExecutor
from executors.tasks import SearchPosition

SECONDS = 0.5
NODES = 2_000_000
SEARCHES = 12
"""Searches of each kind per worker."""
STARTED_WITHIN = 300.0


def measure(workers: int, searches: int = SEARCHES) -> dict[str, Any]:
    """Return searches per second with this many workers."""
    taken_back: list[str] = []
    with _cluster(workers, taken_back) as executor:
        positions = random_openings(reversi.start(), 16, random.Random(1))
        # Load everything that the first search loads.
        _all(executor, [next(positions) for _ in range(2 * workers)], Limits(seconds=SECONDS), workers)
        lost = len(taken_back)
        count = searches * workers
        chosen = [next(positions) for _ in range(count)]
        by_time, timed = _all(executor, chosen, Limits(seconds=SECONDS), workers)
        by_nodes, found = _all(executor, chosen, Limits(seconds=None, nodes=NODES), workers)
    return {
        "workers": workers,
        "cores": available_cores(),
        "searches": count,
        f"searches of {SECONDS} s each, a second": round(count / by_time, 2),
        "of what would be without any way": round(count / by_time / (workers / SECONDS), 3),
        "positions a second in these": round(sum(one.nodes for one in timed) / by_time),
        f"searches of {NODES:,} positions each, a second": round(count / by_nodes, 2),
        "positions a second in those": round(sum(one.nodes for one in found) / by_nodes),
        "taken back": len(taken_back) - lost,
    }


def _all(
    executor: ClusterExecutor, positions: list[Position], limits: Limits, at_once: int
) -> tuple[float, list[SearchResult]]:
    """Search all positions, a limited number at a time; return the seconds and the results."""

    def search(position: Position) -> SearchResult:
        return executor.run(SearchPosition(position, limits), limits.seconds or 60.0, StopFlag())

    begun = time.perf_counter()
    with ThreadPoolExecutor(at_once) as pool:
        results = list(pool.map(search, positions))
    return time.perf_counter() - begun, results


@contextmanager
def _cluster(workers: int, taken_back: list[str]) -> Iterator[ClusterExecutor]:
    """Run a scheduler with this many workers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    address = f"dask://127.0.0.1:{port}"
    scheduler = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    worker = ("bot", "--env-file", os.devnull, "worker", address, "--threads", "1")
    with tempfile.TemporaryFile() as log:
        processes = [
            subprocess.Popen([sys.executable, "-m", *command], stdout=log, stderr=log)  # noqa: S603
            for command in (scheduler, *[worker] * workers)
        ]
        there = threading.Event()

        def note(threads: int) -> None:
            if threads == workers:
                there.set()

        executor = ClusterExecutor(address, record_threads=note, note_lost=taken_back.append)
        try:
            if not there.wait(STARTED_WITHIN):
                log.seek(0)
                raise RuntimeError(
                    f"the workers did not start: {log.read().decode(errors='replace')[-2000:]}"
                )
            yield executor
        finally:
            executor.close()
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait(30)


def main() -> None:
    """Measure with each number of workers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 3])
    parser.add_argument("--searches", type=int, default=SEARCHES, help="for each worker, of each kind")
    chosen = parser.parse_args()
    # The processes started here must import the same code.
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[1])
    for workers in chosen.workers:
        print(json.dumps(measure(workers, chosen.searches)), flush=True)


if __name__ == "__main__":
    main()

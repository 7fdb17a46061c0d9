"""A real cluster on this machine: a scheduler and workers in separate processes, to be killed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from executors.cluster import ClusterExecutor
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
THREADS = 2

SCHEDULER = """
import asyncio, sys
from distributed import Scheduler
async def main():
    async with Scheduler(host="127.0.0.1", port=int(sys.argv[1]), dashboard=False) as scheduler:
        await scheduler.finished()
asyncio.run(main())
"""
WORKER = """
import asyncio, sys
from executors.worker import work
import tests.executors.sample_tasks
asyncio.run(work(sys.argv[1], int(sys.argv[2]), None, asyncio.Event(), print))
"""


@dataclass
class Cluster:
    """A scheduler and its workers."""

    port: int = field(default_factory=free_port)
    scheduler: subprocess.Popen[bytes] | None = None
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def threads(self) -> int:
        """Number of tasks its workers run at a time."""
        return THREADS * len(self.workers)

    @property
    def address(self) -> str:
        """The value for SEARCH_BACKEND."""
        return f"dask://127.0.0.1:{self.port}"

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (*self.workers, self.scheduler):
            if process is not None and process.poll() is None:
                process.kill()
                process.wait()

    @classmethod
    @contextmanager
    def running(cls, workers: int) -> Iterator[Cluster]:
        """Run a scheduler with this many workers."""
        with cls() as cluster:
            cluster.start_scheduler()
            for _ in range(workers):
                cluster.start_worker()
            cluster.wait_for_workers()
            yield cluster

    def start_scheduler(self) -> None:
        self.scheduler = _python(SCHEDULER, str(self.port))

    def start_worker(self) -> subprocess.Popen[bytes]:
        self.workers.append(_python(WORKER, self.address, str(THREADS)))
        return self.workers[-1]

    def wait_for_workers(self) -> None:
        """Wait until every worker has joined the scheduler."""
        Watched(self.address).see(self.threads)

    def kill_scheduler(self) -> None:
        assert self.scheduler is not None
        self.scheduler.kill()
        self.scheduler.wait()


class Watched:
    """A bot's end of a cluster, with its notes on lost tasks and numbers of threads."""

    def __init__(self, address: str) -> None:
        self.lost: list[str] = []
        self.threads: list[int] = []
        self._changed = threading.Condition()
        self.executor = ClusterExecutor(address, record_threads=self._note, note_lost=self.lost.append)

    def _note(self, threads: int) -> None:
        with self._changed:
            self.threads.append(threads)
            self._changed.notify_all()

    def see(self, threads: int) -> None:
        """Wait until the cluster runs this many tasks at a time, then disconnect."""
        try:
            self.wait_for(threads)
        finally:
            self.executor.close()

    def wait_for(self, threads: int) -> None:
        """Wait until the cluster runs this many tasks at a time."""
        with self._changed:
            there = self._changed.wait_for(
                lambda: bool(self.threads) and self.threads[-1] == threads, PATIENCE
            )
        assert there, f"{threads} threads did not come: {self.threads}"


def _python(program: str, *arguments: str) -> subprocess.Popen[bytes]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TESTS_WORKER": "1"}
    command, silent = [sys.executable, "-c", program, *arguments], subprocess.DEVNULL
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=silent, stderr=silent)

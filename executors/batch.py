"""Many jobs of the same kind, for commands that run for hours: in threads or processes here, or on a cluster.

A job is a function of a module and arguments that can be pickled; it must be idempotent, since it
runs again when a worker of the cluster is lost. So a laptop and a cluster run the same command.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from engine.search.limits import StopFlag
from executors.address import ClusterError, read_address, required

Result = TypeVar("Result")

CONNECT_SECONDS = 10.0
AHEAD = 2
"""Jobs queued per member of the crew, so that none waits for the next one."""

END_SECONDS = 2.0
"""Seconds that processes have to end once told to."""

LOOK_SECONDS = 0.1
"""Seconds between checks whether to stop."""


@dataclass(frozen=True, slots=True)
class Crew:
    """Workers for jobs, `size` of them at a time."""

    executor: Executor
    size: int
    here: bool = False
    """True if the workers are threads of this process, so that a job can have a stop flag."""

    def flag(self, stop: StopFlag) -> StopFlag | None:
        """Return the flag for a job: one that runs elsewhere cannot be stopped, and runs until done."""
        return stop if self.here else None


def done_before(job: Future[Any], stop: StopFlag) -> bool:
    """Wait for a job; False when the work is to end before it is done."""
    while not stop.is_set():
        if wait([job], LOOK_SECONDS).done:
            return not stop.is_set()
    return False


def in_order(
    crew: Crew, jobs: Iterable[Callable[[], Result]], stop: StopFlag | None = None
) -> Iterator[Result]:
    """Yield the results of many jobs, in their order; the crew is always some jobs ahead. Ends with
    `stop`."""
    stop = stop or StopFlag()
    left, running = iter(jobs), deque[Future[Result]]()
    try:
        while True:
            for job in itertools.islice(left, AHEAD * crew.size - len(running)):
                running.append(crew.executor.submit(job))
            if not running or not done_before(running[0], stop):
                return
            yield running.popleft().result()
    finally:
        for waiting in running:
            waiting.cancel()


def hired(cluster: str | None, processes: int) -> AbstractContextManager[Crew]:
    """Yield the workers of a cluster, or else child processes."""
    return on_cluster(cluster) if cluster else in_processes(processes)


def hired_threads(cluster: str | None, threads: int) -> AbstractContextManager[Crew]:
    return on_cluster(cluster) if cluster else in_threads(threads)


@contextmanager
def in_threads(size: int) -> Iterator[Crew]:
    """Yield threads, for jobs that leave the interpreter."""
    with ThreadPoolExecutor(size, "job") as pool:
        yield Crew(pool, size, here=True)


@contextmanager
def in_processes(size: int) -> Iterator[Crew]:
    """Yield processes that end with the block, or with this process, even when it is killed.

    Queued and running jobs are dropped then: a game can take minutes, and no caller waits for its result.
    """
    # Forking a process that has threads is unsafe, so every one is fresh.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(size, mp_context=context, initializer=_end_with_parent)
    try:
        yield Crew(pool, size)
    finally:
        # Shutting down forgets the processes.
        processes = tuple((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        _end(processes)


@contextmanager
def on_cluster(address: str) -> Iterator[Crew]:
    """Yield the workers that a scheduler has now. Raises ClusterError when there are none, and when all is
    lost."""
    distributed = required()
    try:
        client = distributed.Client(read_address(address), timeout=CONNECT_SECONDS, set_as_default=False)
    except ValueError as error:
        raise ClusterError(f"{address} is not possible: {error}") from error
    except OSError as error:
        raise ClusterError(f"the scheduler at {address} cannot be reached: {error}") from error
    with client:
        if not (size := sum(client.nthreads().values())):
            raise ClusterError(f"the scheduler at {address} has no workers: flipfour worker {address}")
        jobs = client.get_executor(pure=False)
        try:
            yield Crew(jobs, size)
        except (CancelledError, distributed.KilledWorker) as error:
            raise ClusterError(
                f"the cluster at {address} was lost: start again; work saved in files resumes"
            ) from error
        finally:
            # What has not been done is forgotten, unless the scheduler has gone.
            with suppress(OSError, CancelledError):
                jobs.shutdown(wait=False)


def _end(processes: Iterable[BaseProcess]) -> None:
    """End processes, by force those that do not obey."""
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + END_SECONDS
    for process in processes:
        process.join(max(0.0, deadline - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


def _end_with_parent() -> None:
    """End this process as soon as its parent is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="end with the parent", daemon=True).start()

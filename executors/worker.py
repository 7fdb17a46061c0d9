"""A worker of the cluster: a process that carries out tasks for every bot and command that sends some."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import structlog

from executors import tasks  # noqa: F401 - the first task finds its module loaded
from executors.address import read_address, required
from executors.executor import TASKS

log = structlog.get_logger(__name__)

RETRY_SECONDS = 3.0
"""Seconds between attempts to find the scheduler."""

CLOSING_SECONDS = 5.0
"""Seconds a worker that ends waits for its tasks."""


async def work(
    address: str, threads: int, name: str | None, ended: asyncio.Event, say: Callable[[str], object]
) -> None:
    """Run up to `threads` tasks at a time for a scheduler until `ended` is set.

    Waits for a scheduler that is missing or gone. Raises ValueError for an impossible address, and
    ClusterError without the package that this needs.
    """
    distributed, scheduler = required(), read_address(address)
    waiting = False
    while not ended.is_set():
        worker = distributed.Worker(
            scheduler,
            nthreads=threads,
            name=name,
            memory_limit=0,
            # Others than the cluster's machines need not reach it.
            host=local_address(scheduler),
            dashboard=False,
            dashboard_address="127.0.0.1:0",
            death_timeout=RETRY_SECONDS,
        )
        try:
            await worker
        except Exception as error:  # noqa: BLE001 - Dask has many errors for a missing scheduler
            if not waiting:
                why = (str(error) or type(error).__name__).splitlines()[0]
                say(f"Waiting for the scheduler at {address}: {why}")
            waiting = True
            with suppress(Exception):
                await worker.close()
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(ended.wait(), RETRY_SECONDS)
            continue
        waiting = False
        say(f"Working for {address}, {threads} tasks at a time.")
        await _use(worker, ended)
        if not ended.is_set():
            say(f"The scheduler at {address} is gone.")


def local_address(scheduler: str) -> str | None:
    """Return this machine's address on the way to a scheduler (tcp://host:port); None if it is unknown."""
    parts = urlsplit(scheduler)
    try:
        for family, kind, protocol, _, target in socket.getaddrinfo(
            parts.hostname, parts.port, type=socket.SOCK_DGRAM
        ):
            with socket.socket(family, kind, protocol) as probe:
                # Sends nothing.
                probe.connect(target)
                return str(probe.getsockname()[0])
    except OSError:
        pass
    return None


async def _use(worker: Any, ended: asyncio.Event) -> None:
    """Run a worker until it is told to end, or the scheduler is gone."""
    finished = asyncio.ensure_future(worker.finished())
    stopped = asyncio.ensure_future(ended.wait())
    await asyncio.wait({finished, stopped}, return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    # Bots are told what it has found so far, as far as there is still a way.
    TASKS.stop_all()
    if not finished.done():
        with suppress(Exception):
            await asyncio.wait_for(worker.close_gracefully(), CLOSING_SECONDS)
        with suppress(Exception):
            await asyncio.wait_for(worker.close(timeout=CLOSING_SECONDS), CLOSING_SECONDS)
    finished.cancel()

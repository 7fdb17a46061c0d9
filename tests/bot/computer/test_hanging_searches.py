"""A search that never ends frees its worker, and the move is searched for again."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from bot.computer.pool import SearchHangs, SearchPool
from bot.hosting.workers import new_threads
from engine import StopFlag

PATIENCE = 0.05


async def test_a_search_that_hangs_frees_its_worker_and_gets_a_new_thread() -> None:
    released, lost = threading.Event(), []
    pool = SearchPool(1, 0.1, patience=PATIENCE, lost_thread=lambda: lost.append(1))

    def hang(seconds: float, stop: StopFlag) -> str:
        released.wait()
        return "too late"

    try:
        with pytest.raises(SearchHangs):
            await pool.think(hang, pool.now())
        assert lost == [1]
        assert await pool.think(lambda seconds, stop: "an answer", pool.now()) == "an answer"
    finally:
        released.set()


async def test_hanging_threads_delay_no_other_work() -> None:
    released = threading.Event()
    new_threads(1)
    hanging = [asyncio.create_task(asyncio.to_thread(released.wait)) for _ in range(20)]
    try:
        await asyncio.sleep(0)
        new_threads(1)
        assert await asyncio.to_thread(lambda: "done") == "done"
    finally:
        released.set()
    await asyncio.gather(*hanging)


async def test_a_search_whose_caller_leaves_is_cancelled_and_does_not_count_as_hanging() -> None:
    lost: list[int] = []
    pool = SearchPool(1, 5.0, lost_thread=lambda: lost.append(1))
    began = threading.Event()

    def think(seconds: float, stop: StopFlag) -> None:
        began.set()
        while not stop.is_set():
            time.sleep(0.001)

    task = asyncio.create_task(pool.think(think, pool.now()))
    await asyncio.to_thread(began.wait)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert lost == []

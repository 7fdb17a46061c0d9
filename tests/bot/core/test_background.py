"""Background work on many items concurrently."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from bot.core.background import for_each


async def numbers(count: int) -> AsyncIterator[int]:
    for number in range(count):
        yield number


async def test_a_hanging_item_delays_no_others() -> None:
    done, hanging = [], asyncio.Event()

    async def work(number: int) -> None:
        if number == 0:
            await hanging.wait()
        done.append(number)

    everything = asyncio.create_task(for_each(numbers(10), work, at_once=2))
    for _ in range(100):
        await asyncio.sleep(0)
    assert done == [*range(1, 10)]
    assert not everything.done()
    hanging.set()
    await everything
    assert done == [*range(1, 10), 0]


async def test_concurrency_is_limited() -> None:
    running = most = 0

    async def work(_: int) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1

    await for_each(numbers(10), work, at_once=3)
    assert (running, most) == (0, 3)

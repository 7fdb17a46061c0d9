"""Locks by number."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.keyed_lock import KeyedLock


async def test_one_thing_is_held_once_and_others_meanwhile() -> None:
    lock, said = KeyedLock(), list[str]()

    async def work(key: int, name: str) -> None:
        async with lock.hold(key):
            said.append(f"{name} begins")
            await asyncio.sleep(0)
            said.append(f"{name} ends")

    await asyncio.gather(work(1, "a"), work(1, "b"), work(2, "c"))
    assert said.index("b begins") > said.index("a ends")
    assert said.index("c begins") < said.index("a ends")


async def test_nothing_is_left_of_a_lock_that_nobody_holds() -> None:
    lock = KeyedLock()
    with pytest.raises(RuntimeError):
        async with lock.hold(1):
            raise RuntimeError
    async with lock.hold(1):
        waiting = asyncio.create_task(_hold(lock))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        assert len(lock) == 1
        assert 1 in lock
    assert len(lock) == 0
    assert 1 not in lock


async def _hold(lock: KeyedLock) -> None:
    async with lock.hold(1):
        pass

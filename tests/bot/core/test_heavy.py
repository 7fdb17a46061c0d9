"""Heavy work: threads of its own, one piece a person, few in all, in order, with a deadline."""

from __future__ import annotations

import asyncio
import threading

import pytest

from bot.core.heavy import MAX_PIECES, MAX_QUEUED, MAX_SECONDS, HeavyWork, require_time
from bot.core.refusals import StillBusy, TakesTooLong
from bot.study.records.recognition import read_games


async def settled() -> None:
    """Let every task reach its next wait."""
    for _ in range(10):
        await asyncio.sleep(0)


class People:
    """People whose work lasts until it is let go; `begun` are those whose turn came."""

    def __init__(self, heavy: HeavyWork) -> None:
        self._heavy = heavy
        self.begun: list[int] = []
        self._ends: dict[int, asyncio.Event] = {}

    def ask(self, person: int) -> asyncio.Task[None]:
        self._ends[person] = asyncio.Event()
        return asyncio.create_task(self._work(person))

    def let_go(self, person: int) -> None:
        self._ends[person].set()

    async def _work(self, person: int) -> None:
        async with self._heavy.turn(person):
            self.begun.append(person)
            await self._ends[person].wait()


async def test_few_pieces_run_and_the_others_follow_in_order() -> None:
    people = People(HeavyWork())
    tasks = [people.ask(person) for person in range(1, MAX_PIECES + 4)]
    await settled()
    assert people.begun == list(range(1, MAX_PIECES + 1))
    for person in range(1, MAX_PIECES + 4):
        people.let_go(person)
        await settled()
        assert len(people.begun) == min(MAX_PIECES + person, len(tasks))
    await asyncio.gather(*tasks)
    assert people.begun == list(range(1, MAX_PIECES + 4))


async def test_a_person_has_one_piece_at_a_time() -> None:
    heavy = HeavyWork()
    async with heavy.turn(1):
        with pytest.raises(StillBusy):
            async with heavy.turn(1):
                pass
    async with heavy.turn(1):
        pass


async def test_a_full_queue_is_refused() -> None:
    people = People(heavy := HeavyWork())
    tasks = [people.ask(person) for person in range(MAX_PIECES + MAX_QUEUED)]
    await settled()
    with pytest.raises(TakesTooLong):
        async with heavy.turn(-1):
            pass
    for person in range(len(tasks)):
        people.let_go(person)
    await asyncio.gather(*tasks)


async def test_a_piece_ends_at_its_deadline_and_frees_its_place() -> None:
    now = 0.0
    heavy = HeavyWork(lambda: now)

    def read() -> None:
        nonlocal now
        read_games(b"f5d6c3\n")
        now = MAX_SECONDS
        read_games(b"f5d6c3\n")

    with pytest.raises(TakesTooLong):
        async with heavy.turn(1) as turn:
            await turn.run(read)
    async with heavy.turn(1) as turn:
        await turn.run(require_time)
    require_time()


async def test_other_threads_are_free_while_heavy_work_runs() -> None:
    heavy, released = HeavyWork(), threading.Event()

    async def work(person: int) -> None:
        async with heavy.turn(person) as turn:
            await turn.run(released.wait)

    pieces = [asyncio.create_task(work(person)) for person in range(MAX_PIECES + 2)]
    await settled()
    try:
        name = await asyncio.to_thread(lambda: threading.current_thread().name)
        assert not name.startswith("heavy")
    finally:
        released.set()
    await asyncio.gather(*pieces)


async def test_work_that_fails_frees_its_place() -> None:
    heavy = HeavyWork()
    for _ in range(MAX_PIECES + 1):
        with pytest.raises(ValueError, match="invalid literal"):
            async with heavy.turn(1) as turn:
                await turn.run(int, "broken")

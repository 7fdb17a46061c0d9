"""Back-off, timers and schedules: when background work runs, and what failures change."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

from bot.core.background import BackgroundTasks
from bot.core.schedule import Backoff, Pacing, Schedule, Timers
from tests.bot.helpers import Clock

QUARTER = timedelta(minutes=15)
BACKOFF = Backoff(timedelta(seconds=1), QUARTER)


class Rests:
    """Records how long was rested, and ends rests when told to."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.over = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        """Rest."""
        self.asked.append(seconds)
        await self.over.wait()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_delays_double_up_to_a_maximum_however_many_failures() -> None:
    delays = [BACKOFF.after(failures).total_seconds() for failures in range(1, 13)]
    assert delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
    assert BACKOFF.after(10_000) == QUARTER


async def test_retries_back_off_until_they_are_reset() -> None:
    rests, again = Rests(), list[int]()
    rests.over.set()
    timers = Timers(again.append, rests, BACKOFF)
    for _ in range(3):
        timers.retry(7)
        await settle()
    assert again == [7] * 3
    assert rests.asked == [1, 2, 4]
    timers.reset(7)
    timers.retry(7)
    await settle()
    assert rests.asked[-1] == 1


async def test_each_key_has_its_own_delay() -> None:
    rests = Rests()
    timers = Timers(lambda _: None, rests, BACKOFF)
    timers.retry(1)
    await settle()
    timers.retry(1)
    timers.retry(2)
    await settle()
    assert rests.asked == [1, 2, 1]
    timers.close()


async def test_pending_work_is_not_started_twice() -> None:
    rests, done = Rests(), list[int]()
    timers = Timers(done.append, rests, BACKOFF)
    timers.start(1, 3)
    timers.start(1, 9)
    await settle()
    rests.over.set()
    await settle()
    assert (rests.asked, done) == ([3], [1])


async def test_work_that_is_reset_does_not_start() -> None:
    rests, again = Rests(), list[int]()
    timers = Timers(again.append, rests, BACKOFF)
    for key in (1, 2):
        timers.retry(key)
    await settle()
    timers.reset(1)
    assert (1 in timers, 2 in timers) == (False, True)
    timers.reset_all()
    assert 2 not in timers
    rests.over.set()
    await settle()
    assert again == []


async def test_closed_timers_start_nothing() -> None:
    rests = Rests()
    timers = Timers(lambda _: None, rests, BACKOFF)
    timers.close()
    timers.retry(1)
    await settle()
    assert rests.asked == []


class Passes:
    """A schedule whose passes name the moments that the test wants, or fail."""

    def __init__(self) -> None:
        self.clock, self.rests, self.count = Clock(), Rests(), 0
        self.following: datetime | None = None
        self.fails = False
        self.schedule = Schedule(
            "passes",
            self._do_due,
            Pacing(BackgroundTasks(), self.rests, self.clock),
            after_fault=timedelta(minutes=1),
            pause=timedelta(seconds=1),
        )

    async def _do_due(self) -> datetime | None:
        self.count += 1
        if self.fails:
            raise RuntimeError
        return self.following


async def test_a_pass_follows_at_the_moment_named_but_not_at_once() -> None:
    passes = Passes()
    passes.following = passes.clock()
    await passes.schedule.run()
    await settle()
    assert passes.rests.asked == [1]
    passes.following = None
    passes.rests.over.set()
    await settle()
    assert passes.count == 2


async def test_only_an_earlier_moment_replaces_the_next_pass() -> None:
    passes = Passes()
    for minutes in (5, 7, 3):
        passes.schedule.wake_at(passes.clock() + timedelta(minutes=minutes))
        await settle()
    assert passes.rests.asked == [300, 180]


async def test_a_pass_that_fails_is_repeated() -> None:
    passes = Passes()
    passes.fails = True
    for _ in range(2):
        await asyncio.gather(passes.schedule.run(), return_exceptions=True)
    await settle()
    assert passes.rests.asked == [60]


async def test_a_closed_schedule_runs_no_more() -> None:
    passes = Passes()
    passes.schedule.close()
    passes.schedule.wake_at(passes.clock())
    await passes.schedule.run()
    await settle()
    assert (passes.count, passes.rests.asked) == (0, [])

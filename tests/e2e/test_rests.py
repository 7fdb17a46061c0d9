"""What is delayed is done in Discord's time and watched, whether the bot or a page has begun it."""

from __future__ import annotations

from datetime import timedelta

from bot.core.background import Backoff, Timers
from tests.e2e.world import World


async def test_what_a_page_delays_is_done_and_its_fault_noted(world: World) -> None:
    done: list[int] = []

    def work(key: int) -> None:
        if key == 2:
            raise RuntimeError("a fault")
        done.append(key)

    # As a page's task, the test's own is none of the bot's.
    timers = Timers(work, world.env.rest, Backoff(timedelta(1), timedelta(1)))
    for key in (1, 2):
        timers.start(key, 3600.0)
    await world.pass_time(3599)
    assert done == []
    await world.pass_time(1)
    assert done == [1]
    assert [str(error) for error in world.env.errors] == ["a fault"]
    world.env._errors.clear()

"""What did not arrive is tried again, later and later."""

from __future__ import annotations

import asyncio

from bot.ui.games.retries import LONGEST, Retries


class Rests:
    """Notes how long was to be rested, and ends rests when told to."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.over = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        """Rest."""
        self.asked.append(seconds)
        await self.over.wait()


async def come_to_rest() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_later_and_later_up_to_a_quarter_of_an_hour() -> None:
    rests, again = Rests(), list[int]()
    rests.over.set()
    retries = Retries(again.append, rests)
    for _ in range(12):
        retries.later(7)
        await come_to_rest()
    assert again == [7] * 12
    assert rests.asked == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, LONGEST, LONGEST]
    retries.forget(7)
    retries.later(7)
    await come_to_rest()
    assert rests.asked[-1] == 1


async def test_each_game_has_its_own_time() -> None:
    rests = Rests()
    retries = Retries(lambda _: None, rests)
    retries.later(1)
    await come_to_rest()
    retries.later(1)
    retries.later(2)
    await come_to_rest()
    assert rests.asked == [1, 2, 1]
    retries.close()


async def test_what_has_arrived_or_need_not_wait_is_not_tried_by_itself() -> None:
    rests, again = Rests(), list[int]()
    retries = Retries(again.append, rests)
    for game_id in (1, 2):
        retries.later(game_id)
    await come_to_rest()
    retries.forget(1)
    assert (retries.waits(1), retries.waits(2)) == (False, True)
    retries.forget_all()
    assert not retries.waits(2)
    rests.over.set()
    await come_to_rest()
    assert again == []


async def test_a_bot_that_stops_tries_nothing_again() -> None:
    rests = Rests()
    retries = Retries(lambda _: None, rests)
    retries.close()
    retries.later(1)
    await come_to_rest()
    assert rests.asked == []

"""For how long there was no connection to Discord."""

from __future__ import annotations

from bot.hosting.gateway import Gateway


class Clock:
    def __init__(self) -> None:
        self.now = 500.0

    def __call__(self) -> float:
        return self.now

    async def rest(self, seconds: float) -> None:
        """Let so much time pass."""
        self.now += seconds


def test_it_is_away_until_it_was_there_once() -> None:
    clock = Clock()
    gateway = Gateway(clock, lambda ready: None)
    clock.now += 30
    assert (gateway.ready, gateway.away) == (False, 30.0)
    gateway.connected()
    clock.now += 30
    assert (gateway.ready, gateway.away) == (True, 0.0)


def test_a_loss_counts_once_however_often_it_is_told() -> None:
    told: list[bool] = []
    clock = Clock()
    gateway = Gateway(clock, told.append)
    for _ in range(3):
        gateway.connected()
        clock.now += 10
        gateway.lost()
        clock.now += 5
        gateway.lost()
    assert told == [True, False] * 3
    assert gateway.away == 5.0
    assert gateway.losses_within(60) == 3
    assert gateway.losses_within(8) == 1


async def test_it_is_waited_for_so_long() -> None:
    clock = Clock()
    gateway = Gateway(clock, lambda ready: None)
    await gateway.away_for(600, clock.rest)
    assert gateway.away >= 600
    gateway.connected()
    began = clock.now

    async def lose_it_after_a_while(seconds: float) -> None:
        clock.now += seconds
        if clock.now >= began + 100:
            gateway.lost()

    await gateway.away_for(600, lose_it_after_a_while)
    assert 700 <= clock.now - began < 710

"""The machine's time of day leaps by hours, as when it is corrected: games with clocks do not notice."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.cases import there
from tests.e2e.world import Person, World

BEAT = 5
"""Seconds after which the bot notices at the latest."""

EITHER_WAY = pytest.mark.parametrize("leap", [timedelta(hours=3), timedelta(hours=-3)], ids=["on", "back"])
pytestmark = [pytest.mark.first(1), EITHER_WAY, pytest.mark.usefixtures("timed")]


@pytest.fixture
async def timed(world: World) -> None:
    """A game of a minute each, in which a third of Ann's is over."""
    await world.begin(world.ann, world.ben, time="1+0")
    await world.play("d3 c3", world.ann, world.ben)
    await world.pass_time(20)


async def seconds_left(world: World) -> float:
    flag = there(there((await world.snapshot()).game.clock).flag_at)
    return (flag - world.now()).total_seconds()


async def test_a_running_clock_keeps_time(world: World, ann: Person, ben: Person, leap: timedelta) -> None:
    world.skip(leap)
    await world.pass_time(BEAT)
    # The leap costs and gains no time, except for the seconds until it is noticed.
    assert 60 - 20 - BEAT <= await seconds_left(world) <= 60 - 20 + BEAT
    assert f"**{ann.mention} to move.**" in world.board().text
    await world.play("c4", ann, ben)
    await world.pass_time(50)
    assert f"**{ben.mention} to move.**" in world.board().text
    await world.pass_time(10 + BEAT)
    assert f"{ben.mention} ran out of time" in world.board().text


async def test_a_move_before_it_is_noticed(world: World, ann: Person, ben: Person, leap: timedelta) -> None:
    world.skip(leap)
    await world.play("c4", ann, ben)
    assert f"**{ben.mention} to move.**" in world.board().text
    assert 0 < await seconds_left(world) <= 60
    await world.pass_time(BEAT)
    await world.play("e3", ben)
    assert 20 <= await seconds_left(world) <= 60


async def test_a_leap_while_the_bot_is_away(world: World, leap: timedelta) -> None:
    await world.kill(away=leap)
    assert 60 - 20 <= await seconds_left(world) <= 60 - 20 + BEAT + 1
    await world.pass_time(50)
    assert f"{world.ann.mention} ran out of time" in world.board().text

"""The machine's time of day leaps by hours, as when it is corrected: games with clocks do not notice."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.cases import there
from tests.e2e.world import Person, World

BEAT = 5
"""Seconds after which the bot notices at the latest."""

EITHER_WAY = pytest.mark.parametrize("leap", [timedelta(hours=3), timedelta(hours=-3)], ids=["on", "back"])


async def seconds_left(world: World) -> float:
    """Return the remaining seconds of the side to move."""
    clock = there((await world.snapshot()).game.clock)
    assert clock.flag_at is not None
    return (clock.flag_at - world.now()).total_seconds()


@pytest.mark.first(1)
@EITHER_WAY
async def test_a_clock_that_runs_keeps_its_time(world: World, leap: timedelta) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben, time="1+0")
    await world.play("d3 c3", ann, ben)
    await world.pass_time(20)
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


@pytest.mark.first(1)
@EITHER_WAY
async def test_a_move_before_the_leap_is_noticed(world: World, leap: timedelta) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben, time="1+0")
    await world.play("d3 c3", ann, ben)
    await world.pass_time(20)
    world.skip(leap)
    await world.play("c4", ann, ben)
    assert f"**{ben.mention} to move.**" in world.board().text
    assert 0 < await seconds_left(world) <= 60
    await world.pass_time(BEAT)
    await world.play("e3", ben)
    assert 20 <= await seconds_left(world) <= 60


@pytest.mark.first(1)
@EITHER_WAY
async def test_a_leap_while_the_bot_is_away(world: World, leap: timedelta, ann: Person, ben: Person) -> None:
    await world.begin(ann, ben, time="1+0")
    await world.play("d3 c3", ann, ben)
    await world.pass_time(20)
    await world.kill(away=leap)
    assert 60 - 20 <= await seconds_left(world) <= 60 - 20 + BEAT + 1
    await world.pass_time(50)
    assert f"{ann.mention} ran out of time" in world.board().text

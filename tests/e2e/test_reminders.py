"""Reminders of a turn: once, before the time runs out or after a day."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.e2e.test_turn_notices import SOON, begin, link, notices, pass_hours, sent, wants
from tests.e2e.world import World

pytestmark = pytest.mark.usefixtures("slow_beats")


async def test_a_reminder_with_a_third_of_the_time_left(world: World) -> None:
    await begin(world, time="3 days")
    await world.play("c3", world.ben)
    await world.pass_time(SOON)
    (first,) = notices(world)
    await pass_hours(world, 47)
    assert [notice.id for notice in notices(world)] == [first.id]
    await pass_hours(world, 2)
    (reminder,) = notices(world)
    assert reminder.id != first.id
    assert "your time against Ben runs out <t:" in reminder.text
    await pass_hours(world, 12)
    assert len(sent(world)) == 2
    await world.play("c4", world.ann)
    assert notices(world) == []


async def test_a_reminder_some_hours_before(world: World) -> None:
    await wants(world, world.ann, "reminders", "6 hours")
    await begin(world, time="1 day")
    await world.play("c3", world.ben)
    await pass_hours(world, 17)
    assert len(sent(world)) == 1
    await pass_hours(world, 2)
    assert "runs out" in notices(world)[0].text


async def test_reminders_can_be_turned_off(world: World) -> None:
    await wants(world, world.ann, "reminders", "off")
    await begin(world, time="1 day")
    await world.play("c3", world.ben)
    await pass_hours(world, 23)
    assert len(sent(world)) == 1


async def test_without_a_clock_the_reminder_comes_after_a_day(world: World) -> None:
    await begin(world)
    await world.play("c3", world.ben)
    await pass_hours(world, 23.9)
    assert "your move against" in notices(world)[0].text
    await pass_hours(world, 1)
    (reminder,) = notices(world)
    assert reminder.text == f"{world.ann.mention}, Ben is still waiting for your move: {link(world)}"
    await pass_hours(world, 5 * 24)
    assert len(sent(world)) == 2


async def test_a_reminder_links_a_board_that_exists(world: World) -> None:
    await begin(world)
    await world.play("c3", world.ben)
    await pass_hours(world, 23.9)
    world.delete(world.board())
    await pass_hours(world, 1)
    (reminder,) = notices(world)
    assert reminder.text == f"{world.ann.mention}, Ben is still waiting for your move: {link(world)}"


async def test_a_present_player_is_reminded_too(world: World) -> None:
    await wants(world, world.ann, "notices", "channel")
    await world.begin(world.ann, world.ben)
    await world.play("d3 c3", world.ann, world.ben)
    await pass_hours(world, 25)
    assert ["still waiting" in text for text in sent(world)] == [True]


async def test_no_reminder_in_a_game_of_minutes(world: World) -> None:
    await begin(world, time="60+0")
    await world.play("c3", world.ben)
    await world.pass_time(59 * 60)
    assert len(sent(world)) == 1


async def test_a_reminder_due_during_an_absence_is_sent(world: World) -> None:
    await begin(world)
    await world.play("c3", world.ben)
    await world.pass_time(SOON)
    await world.restart(timedelta(days=2))
    await world.pass_time(SOON)
    (reminder,) = notices(world)
    assert "still waiting" in reminder.text
    await world.restart(timedelta(days=2))
    assert len(sent(world)) == 2

"""Pauses of tournaments: every moment that depends on them moves."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.events.tournaments.rules import MAX_PAUSE
from tests.e2e.tournaments import (
    MINUTE,
    SOON,
    asked,
    board,
    card,
    crowd,
    found,
    join,
    manages,
    pending,
)
from tests.e2e.world import World

PAUSE = 5 * MINUTE


@pytest.mark.usefixtures("slow_beats")
async def test_nobody_is_absent_because_of_a_pause(world: World) -> None:
    people = crowd(world, 4)
    await people[0].types("tournament create", form="round_robin", places=4)
    await join(world, *people)
    await world.pass_time(2)
    await manages(world, people[0], "Pause")
    await world.pass_time(PAUSE)
    assert len(await pending(world)) == 2
    await manages(world, people[0], "Resume")
    await world.pass_time(SOON)
    # Everyone has the whole time again, and is asked again.
    assert len(await pending(world)) == 2
    assert asked(world) == []
    await world.pass_time(30)
    assert len(asked(world)) == 2
    await world.pass_time(MINUTE)
    record = await found(world)
    assert [one.outcome for one in record.pairings[:2]] == ["0-0", "0-0"]


@pytest.mark.usefixtures("slow_beats")
async def test_who_was_asked_before_a_pause_is_asked_after_it(world: World) -> None:
    people = crowd(world, 2)
    await people[0].types("tournament create", form="round_robin", places=2)
    await join(world, *people)
    await world.pass_time(31)
    assert len(asked(world)) == 1
    await manages(world, people[0], "Pause")
    await world.pass_time(PAUSE)
    await manages(world, people[0], "Resume")
    await world.pass_time(31)
    assert len(asked(world)) == 2


@pytest.mark.usefixtures("slow_beats")
async def test_a_first_move_during_a_pause_does_not_make_the_other_player_absent(world: World) -> None:
    people = crowd(world, 2)
    await people[0].types("tournament create", form="round_robin", places=2, time="3+0")
    await join(world, *people)
    ((number, first, _),) = await pending(world)
    await manages(world, people[0], "Pause")
    mover, other = sorted(people, key=lambda person: person.id != first)
    await mover.taps("d3", board(world, number))
    # Longer than the other player's clock, too.
    await world.pass_time(PAUSE)
    await manages(world, people[0], "Resume")
    await world.pass_time(31)
    game = await world.bot.services.storage.game(number)
    assert game is not None
    assert (game.state, game.ply) == ("playing", 1)
    await other.taps("c3", board(world, number))
    await world.pass_time(31)
    game = await world.bot.services.storage.game(number)
    assert game is not None
    assert game.clock is not None
    assert game.clock.side == 0


@pytest.mark.usefixtures("slow_beats")
async def test_a_forgotten_pause_ends_without_absences(world: World) -> None:
    people = crowd(world, 2)
    await people[0].types("tournament create", form="round_robin", places=2, time="1 day")
    await join(world, *people)
    await manages(world, people[0], "Pause")
    await world.leap_hours(MAX_PAUSE.days * 24 - 1)
    await world.restart(away=timedelta(hours=2))
    await world.pass_time(SOON)
    assert (await found(world)).tournament.paused_at is None
    ((number, *_),) = await pending(world)
    game = await world.bot.services.storage.game(number)
    assert game is not None
    assert game.clock is not None
    assert game.clock.since is not None
    assert world.now() - game.clock.since < timedelta(minutes=5)


@pytest.mark.usefixtures("slow_beats")
async def test_a_pause_moves_the_end_of_an_arena(world: World) -> None:
    people = crowd(world, 2)
    await people[0].types("tournament create", form="arena", minutes=5, places=2)
    await join(world, *people)
    before = (await found(world)).tournament.ends_at
    assert before is not None
    await manages(world, people[0], "Pause")
    first = await people[0].taps("Manage", card(world))
    await world.pass_time(PAUSE)
    # A second tap on an old card neither prolongs the pause nor shortens it.
    await people[0].taps("Resume", first.messages[0])
    await manages(world, people[0], "Pause")
    await world.pass_time(PAUSE)
    await manages(world, people[0], "Resume")
    after = (await found(world)).tournament.ends_at
    assert after is not None
    assert timedelta(seconds=2 * PAUSE) <= after - before < timedelta(seconds=2 * PAUSE + 60)

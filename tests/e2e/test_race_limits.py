"""Puzzle races at their limits: where the bot may not write, with too many people, and at the last moment."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.core.people import Person as Racer
from bot.puzzles.race_rules import COUNTDOWN, GRACE, MAX_RACERS
from bot.puzzles.runs import PuzzleRuns, RunEvent
from data.puzzles.runs import RUSH_TIME
from engine import puzzles
from tests.e2e.test_puzzle_races import SOON, begun, card, opened, record, told
from tests.e2e.test_puzzle_runs import ONE_MOVERS, solves
from tests.e2e.test_puzzles import own, shown_in
from tests.e2e.world import World


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles of Connect 4 with one move to find, so that races are short."""
    monkeypatch.setattr(puzzles, "shipped", lambda game=None: ONE_MOVERS)


@pytest.mark.parametrize("missing", ["send_messages", "attach_files", "view_channel"])
async def test_a_race_is_not_opened_where_its_card_could_not_be_kept(world: World, missing: str) -> None:
    denied = discord.PermissionOverwrite(**{missing: False})
    closed = world.server.create_text_channel("closed", overwrites={world.flipfour: denied})
    answer = await world.ann.types("puzzle", run="race", game="connect4", channel=closed)
    assert answer.private.startswith("I can't do that here: I need permission to see this channel")
    # Nothing is stored that would keep her from another race.
    await opened(world, world.ben)
    assert "**2 of 20** have joined" in card(world).text


def deny(world: World, permission: str) -> None:
    """Take a permission from the bot in the channel."""
    denied = discord.Permissions(**{permission: True}).value
    overwrite = Overwrite(world.flipfour.id, OverwriteType.MEMBER, allow=0, deny=denied)
    world.env.backend.set_overwrite(world.channel.id, overwrite)


@pytest.mark.parametrize("missing", ["send_messages", "view_channel"])
async def test_a_race_goes_on_where_the_bot_may_no_longer_write(world: World, missing: str) -> None:
    await begun(world, world.ben)
    deny(world, missing)
    await solves(world, world.ben)
    await world.pass_time(RUSH_TIME.total_seconds() + SOON)
    winner, other = (await record(world)).racers[::-1]
    assert (winner.player_id, winner.score, other.score) == (world.ben.id, 1, 0)
    assert "🏅 Your first record!" in own(world, world.ben).text
    answer = await world.ann.taps_gone("f4:race_again:1", card(world))
    assert answer.private.startswith("I can't do that here: I need permission to see this channel")


async def test_the_twenty_first_is_refused_even_at_the_same_moment(world: World) -> None:
    people = [world.newcomer(f"Racer {number}") for number in range(MAX_RACERS)]
    await opened(world, *people[: MAX_RACERS - 2])
    lobby = card(world)
    assert "**19 of 20** have joined" in lobby.text
    answers = await world.together(*((person, lobby, "Join") for person in people[-2:]))
    await world.pass_time(SOON)
    assert len((await record(world)).racers) == MAX_RACERS
    assert "**20 of 20** have joined" in card(world).text
    refused = [answer.private for answer in answers if "You're in!" not in (answer.private or "")]
    assert refused == ["All 20 places in this race are taken. You can join the next one."]
    # Someone who leaves makes room.
    await people[0].taps("Leave", card(world))
    racers = await record(world)
    late = next(one for one in people[-2:] if racers.racer(one.id) is None)
    await late.taps("Join", card(world))
    assert "You're in!" in told(world, late).text
    await world.ann.taps("Start", card(world))
    await world.pass_time(COUNTDOWN.total_seconds() + 1)
    first = {shown_in(own(world, person)).id for person in (world.ann, *people[1:])}
    assert first == {(await record(world)).race.puzzles[0]}
    assert len(card(world).text) < 4000


async def test_a_tap_counts_by_its_arrival_however_late_it_is_processed(world: World) -> None:
    await begun(world, world.ben)
    race = (await record(world)).race
    assert race.deadline is not None
    await world.pass_time((race.deadline - world.now()).total_seconds() + GRACE.total_seconds() / 2)
    runs = world.bot.services[PuzzleRuns]
    events = []
    for person, arrived in ((world.ann, timedelta(seconds=-0.5)), (world.ben, timedelta(seconds=0.5))):
        with world.env._bot_scope():
            run = await world.bot.services.storage.puzzle_runs.in_race(person.id, race.id)
            assert run is not None
            who = Racer(person.id, "", world.server.id)
            move = shown_in(own(world, person)).line[0]
            step = await runs.move(who, run.id, run.number, 0, move, race.deadline + arrived)
        events.append(step.event)
    assert events == [RunEvent.SOLVED, RunEvent.LATE]
    await world.pass_time(SOON)
    assert f"🥇 {world.ann.mention} · **1** puzzle" in card(world).text
    assert f"– {world.ben.mention} · **0** puzzles" in card(world).text

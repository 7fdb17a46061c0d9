"""Tournaments with the bot killed again and again, and started again.

A step is a write to the storage or a request to Discord; the process ends before it. The people do what
people do: they look, and tap what is there. Wherever the processes ended, the tournament ends with the right
standings, no pairing has two games, no game two boards, and what is to be told is told.
"""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.events.tournaments.rules import winners_of
from data.tournaments.records import TournamentRecord
from data.tournaments.tournaments import TournamentStore
from tests.e2e import tournaments
from tests.e2e.deaths import die_before
from tests.e2e.tournaments import MINUTE, SOON, announced, asked, board, card, crowd, draw, found, pending
from tests.e2e.world import RECOVERY_SECONDS, Person, World

pytestmark = pytest.mark.english

FIRST = (12, 20)
"""Steps before which the first process of a tournament ends; with --all, all of them."""

LATER = 25
"""Steps before which every later process ends: a start and its recovery take fewer."""


@dataclass(frozen=True)
class Course:
    """A tournament: its form, field and terms, and how many of its games are played.

    In games with minutes, those who have not played all games do not come any more.
    """

    form: str
    size: int
    games: int
    options: Mapping[str, Any] = field(default_factory=lambda: {"time": "2 days"})
    drops_out: bool = False
    """Whether the last one leaves in the first round."""

    @property
    def has_days(self) -> bool:
        """Whether the players have days per move, so that nobody is absent."""
        return bool(self.options["time"] == "2 days")

    def comes(self, record: TournamentRecord) -> bool:
        """Whether the players still come to their games."""
        return self.has_days or sum(one.outcome is not None for one in record.pairings) < self.games


COURSES = {
    "round_robin": Course("round_robin", 2, 1),
    "knockout": Course("knockout", 2, 1),
    "swiss": Course("swiss", 4, 4, {"time": "2 days", "rounds": 2}),
    "bye": Course("swiss", 5, 4, {"time": "2 days", "rounds": 2}, drops_out=True),
    "absences": Course("round_robin", 2, 0, {"time": "5+5"}),
    "arena": Course("arena", 3, 2, {"time": "5+5", "minutes": 5}),
}


class Killed:
    """A bot that ends before a step, as do those that take its place."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
        self._world, self._monkeypatch = world, monkeypatch
        self._death = die_before(world, monkeypatch, step)
        self.times = 0

    async def again(self) -> bool:
        """Start the bot again if it has ended; return whether it had."""
        if self._death.steps <= self._death.at:
            return False
        self.times += 1
        await self._world.kill()
        self._death = die_before(self._world, self._monkeypatch, LATER)
        await self._world.pass_time(RECOVERY_SECONDS)
        return True


async def play(world: World, killed: Killed, course: Course, people: list[Person]) -> None:
    """Have a tournament created, joined and played, whatever happens."""
    by_id = {person.id: person for person in people}
    drawn = False
    for _ in range(60):
        await killed.again()
        record = await world.bot.kit[TournamentStore].find(1)
        if record is None:
            await people[0].types("tournament create", form=course.form, places=len(people), **course.options)
            continue
        if record.tournament.is_over:
            await world.pass_time(SOON)
            if await killed.again():
                continue
            return
        missing = [one for one in people if record.entrant_of(one.id) is None]
        if record.tournament.state == "open" and missing:
            await missing[0].taps("Join", card(world))
            continue
        if course.drops_out and record.pairings and record.entrants[-1].left_round is None:
            await tournaments.leaves(world, people[-1])
            continue
        games = await pending(world) if course.comes(record) else []
        if course.form == "knockout" and not drawn and games:
            drawn = True
            await attempt(world, draw(world, by_id, games[0]))
        elif games:
            await attempt(world, tournaments.lower_wins(world, by_id, games[0]))
        else:
            await world.pass_time(RECOVERY_SECONDS)
    board(world, (await pending(world))[0][0])
    raise AssertionError("the tournament does not end")


async def attempt(world: World, action: Awaitable[None]) -> None:
    """Do what a bot that has ended neither shows nor answers."""
    try:
        await action
    except (AssertionError, IndexError, StopIteration, RuntimeError):
        await world.pass_time(1)


async def check(world: World, killed: Killed, course: Course, people: list[Person]) -> None:
    """Check that the tournament ended as if nothing had happened."""
    record = await found(world)
    assert record.tournament.state == "finished"
    winners = [person for person in people if person.id in winners_of(record)]
    if course.form != "arena":
        assert winners == (people[:1] if course.games else [])
    assert ("Won by" in card(world).text) == bool(winners)
    assert all(person.mention in card(world).text for person in winners)
    played = [one for one in record.pairings if one.second is not None]
    met = [(frozenset((one.first, one.second)), one.round, one.replay) for one in played]
    assert len(met) == len(set(met)), "a pairing was made twice"
    assert all(one.told and one.game_id is not None for one in played)
    assert len({one.game_id for one in played}) == len(played), "a game was begun twice"
    absences = [one.outcome for one in played if one.forfeit]
    if course.has_days:
        # Where the process ended before the draw, there is none.
        assert len(played) == course.games + sum(one.outcome == "draw" for one in played)
        assert absences == []
    else:
        assert "0-0" in absences
        assert len(absences) <= len(asked(world))
    byes = [one for one in record.pairings if one.second is None]
    assert len(byes) == course.drops_out
    assert record.tournament.announced
    # The simulated Discord knows no nonces, so a message whose sending was not noted comes again.
    assert 1 <= len(announced(world)) <= 1 + killed.times
    texts = "\n".join(seen.text for seen in tournaments.told(world))
    for one in played:
        assert one.game_id is not None
        assert f"/{board(world, one.game_id).id})" in texts
    for person in people:
        _, total = await world.bot.kit[TournamentStore].cups_of(person.id, 3)
        assert total == (person in winners)


@pytest.mark.first(3)
@pytest.mark.parametrize("name", COURSES)
@pytest.mark.parametrize(
    "first", [FIRST[0], *(pytest.param(one, marks=pytest.mark.long) for one in FIRST[1:])]
)
async def test_killed_at_steps(world: World, monkeypatch: pytest.MonkeyPatch, name: str, first: int) -> None:
    course = COURSES[name]
    people = crowd(world, course.size)
    killed = Killed(world, monkeypatch, first)
    await play(world, killed, course, people)
    assert killed.times > 1
    await check(world, killed, course, people)
    await world.pass_time(MINUTE)
    assert await pending(world) == []

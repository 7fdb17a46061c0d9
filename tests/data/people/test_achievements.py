"""Achievements in storage: awarded once per person, and every examined fact is remembered."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from datetime import timedelta
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from data import Storage
from data.jobs.reviews import NewReview
from data.people.achievements import Examined, NewAchievement, achievements_due, take_back
from data.people.preferences import Owner
from data.people.role_grants import roles_due
from tests.data.helpers import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    FIRST_WINS,
    GUILD,
    SECOND_WINS,
    Clock,
    against_computer,
    between,
    played,
)
from tests.data.puzzles.test_puzzle_posts import day, solve
from tests.data.upkeep.test_forgetting import leaving
from tests.databases import url_of


async def knows(storage: Storage, *people: int) -> None:
    for person in people:
        await storage.people.remember(person, str(person))


def new(storage: Storage, clock: Clock, player_id: int, key: str, *, told: bool = False) -> NewAchievement:
    tell_by = clock() + timedelta(hours=1) if told else None
    return NewAchievement(player_id, key, clock(), 7, GUILD, CHANNEL, tell_by)


async def keys(storage: Storage, player_id: int) -> list[str]:
    return [one.key for one in await storage.achievements.of(player_id)]


async def test_it_is_earned_once_and_the_first_time_stays(storage: Storage, clock: Clock) -> None:
    await knows(storage, ANN)
    first = new(storage, clock, ANN, "cup")
    assert await storage.achievements.award([first]) == (first,)
    clock.advance(days=1)
    assert await storage.achievements.award([new(storage, clock, ANN, "cup", told=True)]) == ()
    (kept,) = await storage.achievements.of(ANN)
    assert kept.earned_at == first.earned_at
    assert await storage.achievements.untold() == ()


async def test_awards_at_the_same_moment_are_one(storage: Storage, clock: Clock) -> None:
    await knows(storage, ANN)
    awards = [storage.achievements.award([new(storage, clock, ANN, "cup", told=True)]) for _ in range(5)]
    assert sum(len(earned) for earned in await asyncio.gather(*awards)) == 1
    (untold,) = await storage.achievements.untold()
    assert untold.keys == ("cup",)


async def test_a_person_who_deleted_their_data_earns_nothing(storage: Storage, clock: Clock) -> None:
    await knows(storage, ANN)
    await storage.achievements.award([new(storage, clock, ANN, "cup", told=True)])
    await storage.forgetting.forget(ANN, leaving)
    assert await keys(storage, ANN) == []
    assert await storage.achievements.untold() == ()
    assert await storage.achievements.award([new(storage, clock, ANN, "cup")]) == ()


async def test_wins_against_the_computer_wait_until_they_are_examined(storage: Storage, clock: Clock) -> None:
    await played(storage, against_computer(), SECOND_WINS, 1200)
    await played(storage, between(), FIRST_WINS)
    await played(storage, against_computer(rated=False), FIRST_WINS, 1200)
    assert await storage.achievements.wins(9) == ()
    game = (await played(storage, against_computer(BOB, "hard"), FIRST_WINS, 1540)).game
    assert await storage.chores.waiting([achievements_due])
    (win,) = await storage.achievements.wins(9)
    assert (win.game_id, win.player_id, win.computer, win.channel_id) == (game.id, BOB, "hard", CHANNEL)
    await storage.achievements.award([], Examined(wins=[win]))
    assert await storage.achievements.wins(9) == ()
    assert not await storage.chores.waiting([achievements_due])


async def test_reviews_wait_once_they_are_done(storage: Storage, clock: Clock) -> None:
    game = (await played(storage, between(), FIRST_WINS)).game
    await storage.reviews.begin(NewReview(game.id, ANN, GUILD, CHANNEL), 9)
    assert await storage.achievements.reviews(9) == ()
    await storage.reviews.finish(game.id)
    (review,) = await storage.achievements.reviews(9)
    assert await storage.chores.waiting([achievements_due])
    await storage.achievements.award([], Examined(reviews=[review]))
    assert await storage.achievements.reviews(9) == ()


async def test_a_puzzle_solved_meanwhile_is_still_to_be_examined(storage: Storage, clock: Clock) -> None:
    await solve(storage, await day(storage, clock, 1))
    solves = await storage.achievements.solves(9)
    assert [(one.player_id, one.guild_id) for one in solves] == [(ANN, GUILD)]
    clock.advance(days=1)
    await solve(storage, await day(storage, clock, 2))
    await storage.achievements.award([], Examined(solves=solves))
    (later,) = await storage.achievements.solves(9)
    await storage.achievements.award([], Examined(solves=[later]))
    assert await storage.achievements.solves(9) == ()


async def gives(storage: Storage, key: str, role: int | None, guild_id: int = GUILD) -> None:
    await storage.preferences.put(
        Owner("server", guild_id), f"role:{key}", None if role is None else str(role)
    )


async def test_roles_are_queued_where_the_person_plays_and_only_there(storage: Storage, clock: Clock) -> None:
    await played(storage, between(), FIRST_WINS)
    await knows(storage, CAT)
    for guild in (GUILD, GUILD + 1):
        await gives(storage, "cup", 55, guild)
    await storage.achievements.award([new(storage, clock, ANN, "cup"), new(storage, clock, CAT, "cup")])
    (grant,) = await storage.role_grants.due(9)
    assert (grant.guild_id, grant.player_id, grant.role_id) == (GUILD, ANN, 55)
    assert await storage.chores.waiting([roles_due])
    await storage.role_grants.record_failure(grant, clock() + timedelta(minutes=1))
    assert await storage.role_grants.due(9) == ()
    clock.advance(seconds=61)
    (again,) = await storage.role_grants.due(9)
    assert again.failures == 1
    await storage.role_grants.record_done(again)
    # It was given: nobody gets it twice, even if moderators took it away.
    await storage.role_grants.queue(GUILD)
    assert await storage.role_grants.due(9) == ()
    await gives(storage, "cup", 56)
    await storage.role_grants.queue(GUILD)
    assert [one.role_id for one in await storage.role_grants.due(9)] == [56]


async def test_a_grant_to_a_person_who_left_comes_back_when_they_play(storage: Storage, clock: Clock) -> None:
    await played(storage, between(), FIRST_WINS)
    await storage.achievements.award([new(storage, clock, ANN, "cup")])
    await gives(storage, "cup", 55)
    await storage.role_grants.queue(GUILD)
    (grant,) = await storage.role_grants.due(9)
    await storage.role_grants.drop(grant)
    assert await storage.role_grants.due(9) == ()
    await storage.role_grants.queue(GUILD, ANN)
    assert await storage.role_grants.due(9) == (grant,)
    await storage.role_grants.forget(GUILD, "cup")
    assert await storage.role_grants.due(9) == ()


async def test_a_role_is_taken_with_its_achievement_unless_another_one_gives_it(
    storage: Storage, clock: Clock
) -> None:
    await played(storage, between(), FIRST_WINS)
    await gives(storage, "cup", 55)
    await gives(storage, "comeback", 55)
    await storage.achievements.award([new(storage, clock, person, "cup") for person in (ANN, BOB)])
    await storage.achievements.award([new(storage, clock, BOB, "comeback")])
    for grant in await storage.role_grants.due(9):
        assert grant.earned
        await storage.role_grants.record_done(grant)
    await storage._database.write(lambda c: take_back(c, [ANN, BOB], "cup", clock()))
    (lost,) = await storage.role_grants.due(9)
    assert (lost.player_id, lost.role_id, lost.earned) == (ANN, 55, False)
    await storage.role_grants.drop(lost)
    # Earned again, it is given again.
    await storage.achievements.award([new(storage, clock, ANN, "cup")])
    (again,) = await storage.role_grants.due(9)
    assert (again.player_id, again.earned) == (ANN, True)


PEOPLE = st.sampled_from((ANN, BOB))
KEYS = st.sampled_from(("cup", "comeback", "streak:7"))


class Awards(RuleBasedStateMachine):
    """Awards in any order, several at once, with deletions and reopened databases: a set has them, too."""

    @initialize()
    def open(self) -> None:
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = Clock()
        self.earned: dict[int, dict[str, object]] = {}
        self.untold: set[tuple[int, str]] = set()
        self.storage = self.run(self.opened())

    async def opened(self) -> Storage:
        return await Storage.open(url_of(Path(self.folder.name) / "games.db"), clock=self.clock)

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        self.clock.advance(seconds=1)
        return self.runner.run(coroutine)

    @rule(person=PEOPLE)
    def meet(self, person: int) -> None:
        self.run(knows(self.storage, person))
        self.earned.setdefault(person, {})

    @rule(person=PEOPLE, wanted=st.lists(KEYS, min_size=1, max_size=4), told=st.booleans())
    def award(self, person: int, wanted: list[str], told: bool) -> None:
        awards = [new(self.storage, self.clock, person, key, told=told) for key in wanted]
        earned = self.run(self.storage.achievements.award(awards))
        known = self.earned.get(person)
        expected = [] if known is None else [key for key in dict.fromkeys(wanted) if key not in known]
        assert [one.key for one in earned] == expected
        for one in earned:
            assert known is not None
            known[one.key] = one.earned_at
            if told:
                self.untold.add((person, one.key))

    @rule()
    def tell(self) -> None:
        for one in self.run(self.storage.achievements.untold()):
            self.run(self.storage.achievements.record_told(one.player_id, one.keys))
        self.untold.clear()

    @rule(person=PEOPLE)
    def forget(self, person: int) -> None:
        self.run(self.storage.forgetting.forget(person, leaving))
        self.earned.pop(person, None)
        self.untold = {one for one in self.untold if one[0] != person}

    @rule()
    def reopen(self) -> None:
        self.run(self.storage.close())
        self.storage = self.run(self.opened())

    @invariant()
    def agrees(self) -> None:
        for person in (ANN, BOB):
            stored = self.run(self.storage.achievements.of(person))
            assert {one.key: one.earned_at for one in stored} == self.earned.get(person, {})
        untold = self.run(self.storage.achievements.untold())
        assert {(one.player_id, key) for one in untold for key in one.keys} == self.untold

    def teardown(self) -> None:
        self.run(self.storage.close())
        self.runner.close()
        self.folder.cleanup()


TestAwards = Awards.TestCase
TestAwards.settings = settings(max_examples=8, stateful_step_count=12)

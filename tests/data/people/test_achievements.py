"""Achievements, their roles, and linked people."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from data import Share, Storage
from data.jobs.reviews import NewReview, ReviewStore
from data.people.achievements import (
    AchievementStore,
    Examined,
    NewAchievement,
    RoleGrantStore,
    achievements_due,
    roles_due,
    take_back,
)
from data.people.players import PeopleStore
from data.people.preferences import Owner, PreferenceStore
from data.people.role_links import (
    PUSH_EVERY,
    UNLINK_WITHIN,
    RoleLink,
    RoleLinkStore,
    SealedGrant,
    figures_due,
)
from data.puzzles.puzzles import AskedPuzzle, PuzzleStore
from data.puzzles.runs import NewRun, PuzzleRunStore, RunKind
from data.upkeep.pending import PendingStore
from tests.cases import there
from tests.data.helpers import ANN, BOB, CAT, CHANNEL, GUILD, Clock, StorageMachine, forget, rank_everyone
from tests.data.playing import FIRST_WINS, SECOND_WINS, against_computer, between, played
from tests.data.puzzles.test_puzzles import day, solve


async def knows(storage: Storage, *people: int) -> None:
    for person in people:
        await storage[PeopleStore].remember(person, str(person))


def new(storage: Storage, clock: Clock, player_id: int, key: str, *, told: bool = False) -> NewAchievement:
    tell_by = clock() + timedelta(hours=1) if told else None
    return NewAchievement(player_id, key, clock(), 7, GUILD, CHANNEL, tell_by)


async def keys(storage: Storage, player_id: int) -> list[str]:
    return [one.key for one in await storage[AchievementStore].of(player_id)]


async def test_awards_at_the_same_moment_are_one(storage: Storage, clock: Clock) -> None:
    await knows(storage, ANN)
    awards = [storage[AchievementStore].award([new(storage, clock, ANN, "cup", told=True)]) for _ in range(5)]
    assert sum(len(earned) for earned in await asyncio.gather(*awards)) == 1
    (untold,) = await storage[AchievementStore].untold()
    assert untold.keys == ("cup",)


async def test_wins_reviews_and_puzzles_wait_until_they_are_examined(storage: Storage, clock: Clock) -> None:
    await played(storage, against_computer(), SECOND_WINS, 1200)
    await played(storage, between(), FIRST_WINS)
    await played(storage, against_computer(rated=False), FIRST_WINS, 1200)
    assert await storage[AchievementStore].wins(9) == ()
    game = (await played(storage, against_computer(BOB, "hard"), FIRST_WINS, 1540)).game
    assert await storage[PendingStore].waiting([achievements_due])
    (win,) = await storage[AchievementStore].wins(9)
    assert (win.game_id, win.player_id, win.computer, win.channel_id) == (game.id, BOB, "hard", CHANNEL)
    await storage[AchievementStore].award([], Examined(wins=[win]))
    assert await storage[AchievementStore].wins(9) == ()
    assert not await storage[PendingStore].waiting([achievements_due])
    game = (await played(storage, between(), FIRST_WINS)).game
    await storage[ReviewStore].begin(NewReview(game.id, ANN, GUILD, CHANNEL), 9)
    assert await storage[AchievementStore].reviews(9) == ()
    await storage[ReviewStore].finish(game.id)
    (review,) = await storage[AchievementStore].reviews(9)
    assert await storage[PendingStore].waiting([achievements_due])
    await storage[AchievementStore].award([], Examined(reviews=[review]))
    assert await storage[AchievementStore].reviews(9) == ()
    await solve(storage, await day(storage, clock, 1))
    solves = await storage[AchievementStore].solves(9)
    assert [(one.player_id, one.guild_id) for one in solves] == [(ANN, GUILD)]
    clock.advance(days=1)
    await solve(storage, await day(storage, clock, 2))
    await storage[AchievementStore].award([], Examined(solves=solves))
    (later,) = await storage[AchievementStore].solves(9)
    await storage[AchievementStore].award([], Examined(solves=[later]))
    assert await storage[AchievementStore].solves(9) == ()


async def gives(storage: Storage, key: str, role: int | None, guild_id: int = GUILD) -> None:
    await storage[PreferenceStore].put(
        Owner("server", guild_id), f"role:{key}", None if role is None else str(role)
    )


async def test_roles_are_queued_where_the_person_plays_and_only_there(storage: Storage, clock: Clock) -> None:
    await played(storage, between(), FIRST_WINS)
    await knows(storage, CAT)
    for guild in (GUILD, GUILD + 1):
        await gives(storage, "cup", 55, guild)
    await storage[AchievementStore].award([new(storage, clock, ANN, "cup"), new(storage, clock, CAT, "cup")])
    (grant,) = await storage[RoleGrantStore].due(9)
    assert (grant.guild_id, grant.player_id, grant.role_id) == (GUILD, ANN, 55)
    assert await storage[PendingStore].waiting([roles_due])
    await storage[RoleGrantStore].record_failure(grant, clock() + timedelta(minutes=1))
    assert await storage[RoleGrantStore].due(9) == ()
    clock.advance(seconds=61)
    (again,) = await storage[RoleGrantStore].due(9)
    assert again.failures == 1
    await storage[RoleGrantStore].record_done(again)
    # It was given: nobody gets it twice, even if moderators took it away.
    await storage[RoleGrantStore].queue(GUILD)
    assert await storage[RoleGrantStore].due(9) == ()
    await gives(storage, "cup", 56)
    await storage[RoleGrantStore].queue(GUILD)
    assert [one.role_id for one in await storage[RoleGrantStore].due(9)] == [56]


async def test_a_grant_to_a_person_who_left_comes_back_when_they_play(storage: Storage, clock: Clock) -> None:
    await played(storage, between(), FIRST_WINS)
    await storage[AchievementStore].award([new(storage, clock, ANN, "cup")])
    await gives(storage, "cup", 55)
    await storage[RoleGrantStore].queue(GUILD)
    (grant,) = await storage[RoleGrantStore].due(9)
    await storage[RoleGrantStore].drop(grant)
    assert await storage[RoleGrantStore].due(9) == ()
    await storage[RoleGrantStore].queue(GUILD, ANN)
    assert await storage[RoleGrantStore].due(9) == (grant,)
    await storage[RoleGrantStore].forget(GUILD, "cup")
    assert await storage[RoleGrantStore].due(9) == ()


async def test_a_role_goes_with_its_achievement_unless_another_has_it(storage: Storage, clock: Clock) -> None:
    await played(storage, between(), FIRST_WINS)
    await gives(storage, "cup", 55)
    await gives(storage, "comeback", 55)
    await storage[AchievementStore].award([new(storage, clock, person, "cup") for person in (ANN, BOB)])
    await storage[AchievementStore].award([new(storage, clock, BOB, "comeback")])
    for grant in await storage[RoleGrantStore].due(9):
        assert grant.earned
        await storage[RoleGrantStore].record_done(grant)
    await storage._database.write(lambda c: take_back(c, [ANN, BOB], "cup", clock()))
    (lost,) = await storage[RoleGrantStore].due(9)
    assert (lost.player_id, lost.role_id, lost.earned) == (ANN, 55, False)
    await storage[RoleGrantStore].drop(lost)
    # Earned again, it is given again.
    await storage[AchievementStore].award([new(storage, clock, ANN, "cup")])
    (again,) = await storage[RoleGrantStore].due(9)
    assert (again.player_id, again.earned) == (ANN, True)


PEOPLE = st.sampled_from((ANN, BOB))
KEYS = st.sampled_from(("cup", "comeback", "streak:7"))


class Awards(StorageMachine):
    """Awards in any order, several at once, with deletions and reopened databases: a set has them, too."""

    def __init__(self) -> None:
        super().__init__()
        self.earned: dict[int, dict[str, object]] = {}
        self.untold: set[tuple[int, str]] = set()

    @rule(person=PEOPLE)
    def meet(self, person: int) -> None:
        self.run(knows(self.storage, person))
        self.earned.setdefault(person, {})

    @rule(person=PEOPLE, wanted=st.lists(KEYS, min_size=1, max_size=4), told=st.booleans())
    def award(self, person: int, wanted: list[str], told: bool) -> None:
        awards = [new(self.storage, self.clock, person, key, told=told) for key in wanted]
        earned = self.run(self.storage[AchievementStore].award(awards))
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
        for one in self.run(self.storage[AchievementStore].untold()):
            self.run(self.storage[AchievementStore].record_told(one.player_id, one.keys))
        self.untold.clear()

    @rule(person=PEOPLE)
    def forget(self, person: int) -> None:
        self.run(forget(self.storage, person))
        self.earned.pop(person, None)
        self.untold = {one for one in self.untold if one[0] != person}

    @invariant()
    def agrees(self) -> None:
        for person in (ANN, BOB):
            stored = self.run(self.storage[AchievementStore].of(person))
            assert {one.key: one.earned_at for one in stored} == self.earned.get(person, {})
        untold = self.run(self.storage[AchievementStore].untold())
        assert {(one.player_id, key) for one in untold for key in one.keys} == self.untold


TestAwards = Awards.TestCase
TestAwards.settings = settings(max_examples=4, stateful_step_count=12)


MONTH = timedelta(days=30)
SECOND = timedelta(seconds=1)


async def linked(storage: Storage, clock: Clock, player_id: int = ANN, tokens: str = "sealed") -> RoleLink:
    """Link a person, of whom Discord was told at once."""
    link = await storage[RoleLinkStore].put(player_id, SealedGrant(tokens, clock.now + timedelta(days=7)))
    await storage[RoleLinkStore].record_pushed(link, clock.now + MONTH)
    return link


async def due(storage: Storage) -> list[int]:
    return [link.player_id for link in await storage[RoleLinkStore].due(10)]


async def test_a_linked_person_is_due_monthly_and_after_rated_games(storage: Storage, clock: Clock) -> None:
    link = await storage[RoleLinkStore].put(ANN, SealedGrant("sealed", clock.now))
    assert await due(storage) == [ANN]
    await storage[RoleLinkStore].record_pushed(link, clock.now + MONTH)
    assert await due(storage) == []
    clock.now += MONTH
    assert await due(storage) == [ANN]
    await linked(storage, clock)
    await played(storage, between(ANN, BOB, rated=False), FIRST_WINS)
    clock.now += PUSH_EVERY
    assert await due(storage) == []
    await linked(storage, clock)
    await played(storage, between(ANN, BOB), FIRST_WINS)
    assert await due(storage) == []
    clock.now += PUSH_EVERY
    assert await due(storage) == [ANN]
    await linked(storage, clock)
    clock.now += PUSH_EVERY
    seen = there(await storage[RoleLinkStore].of(ANN))
    await played(storage, between(ANN, BOB), FIRST_WINS)
    await storage[RoleLinkStore].record_pushed(seen, clock.now + MONTH)
    assert await due(storage) == []
    clock.now += PUSH_EVERY
    assert await due(storage) == [ANN]
    link = await linked(storage, clock)
    await storage[RoleLinkStore].record_failure(link, clock.now + timedelta(hours=1))
    await played(storage, between(ANN, BOB), FIRST_WINS)
    clock.now += timedelta(hours=1) - SECOND
    assert await due(storage) == []
    clock.now += SECOND
    assert await due(storage) == [ANN]


async def test_figures(storage: Storage, clock: Clock) -> None:
    empty = await storage[RoleLinkStore].figures(ANN)
    assert (empty.ratings, empty.rated_games, empty.puzzles) == ({}, 0, 0)
    await played(storage, between(ANN, BOB), FIRST_WINS)
    await played(storage, between(ANN, BOB, options="6x6"), FIRST_WINS)
    await played(storage, against_computer(ANN), FIRST_WINS, computer_rating=1500)
    await played(storage, between(ANN, BOB, rated=False), FIRST_WINS)
    provisional = await storage[RoleLinkStore].figures(ANN)
    assert (provisional.ratings, provisional.rated_games) == ({}, 3)
    await rank_everyone(storage)
    found = (await storage[RoleLinkStore].figures(ANN)).ratings
    assert [*found] == ["reversi"]
    assert found["reversi"] > 1500 > (await storage[RoleLinkStore].figures(BOB)).ratings["reversi"]


async def test_solved_puzzles_count_and_make_a_person_due(storage: Storage, clock: Clock) -> None:
    await linked(storage, clock)
    clock.now += PUSH_EVERY
    puzzle = AskedPuzzle("r7k3fq2", "reversi", 1500.0)
    await storage[PuzzleStore].begin(ANN, puzzle)
    await storage[PuzzleStore].wrong(ANN, puzzle, 0, guild_id=GUILD)
    assert (await storage[RoleLinkStore].figures(ANN)).puzzles == 0
    assert await due(storage) == []
    await storage[PuzzleStore].right(ANN, puzzle, 0, 1, over=True, guild_id=GUILD)
    assert await due(storage) == [ANN]
    run = await storage[PuzzleRunStore].begin(NewRun(ANN, RunKind.STREAK, "reversi", GUILD), "r1")
    await storage[PuzzleRunStore].answer(run.id, 1, 0, to=1, right=True, over=True, following="r2")
    figures = await storage[RoleLinkStore].figures(ANN)
    # The rating of puzzles is none of the games'.
    assert (figures.puzzles, figures.rated_games, figures.ratings) == (2, 0, {})


async def test_a_grant_is_renewed_and_unlinked_once(storage: Storage, clock: Clock) -> None:
    first = await linked(storage, clock, tokens="first")
    assert await storage[RoleLinkStore].renew(first, SealedGrant("second", clock.now))
    assert not await storage[RoleLinkStore].renew(first, SealedGrant("third", clock.now))
    assert not await storage[RoleLinkStore].drop(first)
    second = there(await storage[RoleLinkStore].of(ANN))
    assert second.grant.tokens == "second"
    assert await storage[RoleLinkStore].drop(second)
    assert await storage[RoleLinkStore].of(ANN) is None
    await linked(storage, clock)
    await linked(storage, clock, BOB, tokens="Bob's")
    assert await storage[RoleLinkStore].unlink(ANN)
    assert not await storage[RoleLinkStore].unlink(ANN)
    (unlink,) = await storage[RoleLinkStore].due_unlinks(10)
    assert unlink.grant.tokens == "sealed"
    await storage[RoleLinkStore].record_unlink_failure(unlink, clock.now + UNLINK_WITHIN)
    assert await storage[RoleLinkStore].due_unlinks(10) == ()
    clock.now += UNLINK_WITHIN
    (unlink,) = await storage[RoleLinkStore].due_unlinks(10)
    assert unlink.failures == 1
    await storage[RoleLinkStore].record_unlink_failure(unlink, clock.now + SECOND)
    clock.now += 2 * UNLINK_WITHIN
    assert await storage[RoleLinkStore].due_unlinks(10) == ()
    assert await storage[RoleLinkStore].of(BOB) is not None


async def test_a_state_is_used_once_and_one_process_sees_to_links(storage: Storage, clock: Clock) -> None:
    life = timedelta(minutes=10)
    assert await storage[RoleLinkStore].use_state("a", life)
    clock.now += life
    assert not await storage[RoleLinkStore].use_state("a", life)
    assert await storage[RoleLinkStore].use_state("b", life)
    clock.now += SECOND
    assert await storage[RoleLinkStore].use_state("a", life)
    await storage[RoleLinkStore].put(ANN, SealedGrant("sealed", clock.now))
    for share, sees in ((Share(), True), (Share(0, 1, 4), True), (Share(2, 3, 4), False)):
        storage._database.share = share
        assert bool(await storage[PendingStore].waiting([figures_due])) is sees

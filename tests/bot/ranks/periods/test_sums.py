"""Boards of periods, their sums, and time zones that change."""

from __future__ import annotations

import asyncio
import random
import shutil
import tempfile
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import AsyncMock

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.account.privacy.own_data import OwnData, Retention
from bot.core.background import BackgroundTasks
from bot.play.games.flow import Adjournments
from bot.preferences.periods import Period, Span
from bot.preferences.preferences import Preferences
from bot.ranks.periods.rankings import RankingKind, RankingPages
from bot.settings.settings import Settings
from data import Storage
from data.games.records import Ending, Outcome
from data.periods.points import PointsStore, RankingCut
from data.puzzles.puzzle_posts import NewPuzzlePost, PuzzlePostStore
from data.puzzles.puzzles import AskedPuzzle, PuzzleStore
from data.upkeep.forgetting import ForgettingStore
from data.upkeep.servers import ServerStore
from tests.bot.helpers import BOUNDLESS, Clock, kit_of
from tests.bot.ranks.periods.test_posting import GUILD, House, house
from tests.data.playing import DRAWN, FIRST_WINS, between, played
from tests.extent import extent

Step: TypeAlias = "tuple[Any, ...]"
Sums: TypeAlias = "dict[tuple[int | None, str, str], dict[int, tuple[int, ...]]]"

PEOPLE = (1001, 1002, 1003, 1004)
HERE, THERE = 7001, 7002
BEGIN = datetime(2026, 3, 25, 22, tzinfo=UTC)
"""Shortly before the end of a season, and before clocks change in one of the servers."""
KEPT = Settings(keep_left_servers_days=32, keep_games_days=3)


class World:
    """A database in which things happen; `forgetful` if old games and left servers are deleted."""

    def __init__(self, storage: Storage, clock: Clock, *, looked_at: bool, forgetful: bool) -> None:
        self.storage, self.clock, self.looked_at, self.forgetful = storage, clock, looked_at, forgetful
        self.background = BackgroundTasks()
        features = {Adjournments: AsyncMock(), OwnData: AsyncMock()}
        kit = kit_of(storage, clock, features, settings=KEPT, background=self.background)
        self.boards = kit[RankingPages]
        self.retention = kit[Retention]
        self.left: set[int] = set()

    async def do(self, step: Step) -> None:
        what, *how = step
        if (what in ("game", "puzzle", "daily", "solve") and how[0] in self.left) or (
            what == "zone" and HERE in self.left
        ):
            return
        await getattr(self, what)(*how)

    async def game(self, guild_id: int, first: int, second: int, outcome: Outcome) -> None:
        if first != second:
            await played(self.storage, between(first, second, guild_id=guild_id), outcome)

    async def puzzle(self, guild_id: int, person: int, number: int) -> None:
        asked = AskedPuzzle(f"p{number}", "reversi", 1500.0)
        attempt = await self.storage[PuzzleStore].begin(person, asked)
        if not attempt.over:
            await self.storage[PuzzleStore].right(person, asked, 0, 1, over=True, guild_id=guild_id)

    async def daily(self, guild_id: int) -> None:
        day = self.clock().date().isoformat()
        new = NewPuzzlePost(f"{day} in {guild_id}", guild_id, 8001, day=day)
        await self.storage[PuzzlePostStore].add_daily(new, self.clock() + timedelta(days=1))

    async def solve(self, guild_id: int, person: int, first: bool) -> None:
        for post in await self.storage[PuzzlePostStore].not_posted():
            if post.new.guild_id == guild_id and post.new.day == self.clock().date().isoformat():
                await self.storage[PuzzlePostStore].record_try(post.id, person)
                await self.storage[PuzzlePostStore].record_solved(person, post.new.puzzle, first=first)

    async def forget(self, person: int) -> None:
        await self.storage[ForgettingStore].forget(
            person, lambda _, side: Outcome(1 - side, None, Ending.RESIGNED)
        )

    async def leave(self, guild_id: int) -> None:
        self.left.add(guild_id)
        await self.storage[ServerStore].record_all({HERE, THERE})
        for left in self.left:
            await self.storage[ServerStore].record_left(left)

    async def zone(self, name: str) -> None:
        await Preferences(self.storage).change_server(HERE, "time_zone", name, manager=True)

    async def look(self, guild_id: int | None, span: Span) -> None:
        if self.looked_at and guild_id not in self.left:
            period = await self.boards.current(span, guild_id)
            await self.boards.page(RankingKind.POINTS, period, 0, guild_id=guild_id, asker_id=PEOPLE[0])
            await self.settle()

    async def wait(self, _: int) -> None:
        if self.looked_at:
            self.boards.recover()
            await self.settle()
        if self.forgetful:
            for _ in range(3):
                await self.retention.recover()

    async def settle(self) -> None:
        for task in [*self.background._running]:
            await task

    async def sums(self) -> Sums:
        """Return everybody's points in each week and season."""
        found: Sums = {}
        places = [place for place in (HERE, THERE, None) if place not in self.left]
        for place in places:
            calendar = await self.boards.calendar(place)
            for span in Span:
                period = Period.containing(span, BEGIN, calendar)
                while period.begin(calendar) <= self.clock():
                    page = await self.storage[PointsStore].ranking(
                        await self.boards.days(period, place), RankingCut(place)
                    )
                    parts = {row.player_id: row.parts for row in page.rows}
                    found[place, span.value, period.first.isoformat()] = parts
                    period = period.following()
        return found


person, server = st.sampled_from(PEOPLE), st.sampled_from((HERE, THERE))
steps = st.one_of(
    st.tuples(st.just("game"), server, person, person, st.sampled_from((FIRST_WINS, DRAWN))),
    st.tuples(st.just("puzzle"), server, person, st.integers(0, 9)),
    st.tuples(st.just("daily"), server),
    st.tuples(st.just("solve"), server, person, st.booleans()),
    st.tuples(st.just("wait"), st.sampled_from((1, 5, 14, 24, 72, 24 * 20))),
    st.tuples(st.just("look"), st.sampled_from((HERE, THERE, None)), st.sampled_from(list(Span))),
    st.tuples(st.just("forget"), person),
    st.tuples(st.just("leave"), server),
    st.tuples(st.just("zone"), st.sampled_from(("Europe/Berlin", "Pacific/Auckland", "Pacific/Honolulu"))),
)


@pytest.mark.long
@pytest.mark.parametrize("looked_at", [False, True])
@given(history=st.lists(steps, max_size=40))
@example(history=[("game", HERE, 1001, 1002, FIRST_WINS), ("wait", 24 * 20)])
@example(history=[("daily", HERE), ("solve", HERE, 1001, True), ("leave", HERE), ("wait", 24 * 40)])
@settings(max_examples=extent(2, 4), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_sums_equal_counts_after_deletions(
    empty_database: Path, looked_at: bool, history: list[Step]
) -> None:
    asyncio.run(_compare(empty_database, looked_at, [*history, ("wait", 1)]))


async def _compare(empty: Path, looked_at: bool, history: list[Step]) -> None:
    clock = Clock()
    clock.now = BEGIN
    async with AsyncExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        worlds = []
        for name, forgetful in (("counted.db", False), ("added.db", True)):
            file = shutil.copy(empty, Path(folder) / name)
            storage = await Storage.open(f"sqlite:///{file}", clock=clock, fair_use=BOUNDLESS)
            opened.push_async_callback(storage.close)
            looks = looked_at and forgetful
            worlds.append(World(storage, clock, looked_at=looks, forgetful=forgetful))
        for step in history:
            clock.advance(minutes=1)
            if step[0] == "wait":
                clock.advance(hours=step[1])
            for world in worlds:
                await world.do(step)
        counted, added = worlds
        assert await added.sums() == await counted.sums()


__all__ = ["house"]

FAR = (
    *("Pacific/Auckland", "Pacific/Honolulu", "Pacific/Kiritimati"),
    *("Pacific/Pago_Pago", "Europe/Berlin", None),
)


def moment(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc, arg-type]


async def boards_with(house: House, span: str = "week") -> dict[int, list[str]]:
    """Return the first days of the posted boards of each winner, one for each three points."""
    found: dict[int, list[str]] = {}
    posts = {
        board.post.first_day: board.board.period for board in house.channel.boards if board.post.span == span
    }
    for first_day, period in posts.items():
        assert period is not None
        board = await house.storage[PointsStore].ranking(
            await house.pages.days(period, GUILD), RankingCut(GUILD, limit=1000)
        )
        for row in board.rows:
            found[row.player_id] = found.get(row.player_id, []) + [first_day] * (row.value // 3)
    return found


async def test_a_game_between_the_weeks_of_two_zones_is_on_the_next_board(house: House) -> None:
    """From Auckland to Honolulu just after the board: there, the week before is not over yet."""
    await house.begin(2026, 11, 25, zone="Pacific/Auckland", winner=1)
    await house.at(2026, 11, 29, 11)
    await house.sets("time_zone", "Pacific/Honolulu")
    house.clock.now = moment(2026, 11, 29, 20)
    await house.play(2, 102)
    await house.at(2026, 12, 7, 10)
    assert house.channel.posted == ["week 2026-11-23", "week 2026-11-30"]
    assert await boards_with(house) == {1: ["2026-11-23"], 2: ["2026-11-30"]}


async def test_a_game_of_both_weeks_of_two_zones_is_on_the_first_board(house: House) -> None:
    """From Honolulu to Auckland after the board: there, the next week had begun before."""
    await house.begin(2026, 11, 25, zone="Pacific/Honolulu", winner=None)
    house.clock.now = moment(2026, 11, 29, 20)
    await house.play(1, 101)
    await house.at(2026, 11, 30, 10)
    await house.sets("time_zone", "Pacific/Auckland")
    await house.play(2, 102)
    await house.at(2026, 12, 6, 11)
    assert house.channel.posted == ["week 2026-11-23", "week 2026-11-30"]
    assert await boards_with(house) == {1: ["2026-11-23"], 2: ["2026-11-30"]}


async def test_a_posted_board_stays_as_it_was(house: House) -> None:
    await house.begin(2026, 11, 29, 5, zone="Pacific/Auckland", winner=1)
    await house.at(2026, 11, 29, 11)
    posted = house.channel.boards[0].board
    # In Honolulu, it was still Saturday.
    await house.sets("time_zone", "Pacific/Honolulu")
    house.clock.now = moment(2026, 12, 3)
    later = await house.pages.page(RankingKind.POINTS, posted.period, 0, guild_id=GUILD, asker_id=0)
    assert later.content == posted.content


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
async def test_every_game_is_on_one_board_however_often_the_zone_changes(house: House, seed: int) -> None:
    rng = random.Random(seed)
    await house.begin(2026, 9, 23, zone=rng.choice(FAR[:-1]), winner=None)
    winners: list[int] = []
    while house.clock.now < moment(2026, 10, 13):
        winners.append(len(winners) + 1)
        await house.play(winners[-1], 100_000)
        if rng.random() < 0.5:
            await house.sets("time_zone", rng.choice(FAR))
        later = house.clock.now + timedelta(hours=rng.choice([0, 1, 5, 11, 26]), minutes=rng.randrange(60))
        await house.at(*later.timetuple()[:6])
    await house.at(2026, 10, 20)
    await house.at(2027, 1, 3)
    weeks, seasons = await boards_with(house), await boards_with(house, "season")
    for boards in (weeks, seasons):
        assert {winner: len(days) for winner, days in boards.items()} == dict.fromkeys(winners, 1)
    posted = [post for post in house.channel.posted if post.startswith("week")]
    assert posted == sorted(set(posted))

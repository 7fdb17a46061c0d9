"""Streaks of daily puzzles, against a recount of every day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Connection, insert

from data.people.players import PeopleStore
from data.periods.points import RankingCut
from data.periods.rankings import RankingStore
from data.puzzles.puzzle_posts import StreakDay, streak_of
from data.tables.puzzles import puzzle_posts, puzzle_tries
from tests.data.helpers import GUILD

if TYPE_CHECKING:
    from data import Storage

JANUARY = datetime(2026, 1, 20, tzinfo=UTC)


@pytest.mark.parametrize("seed", range(6))
async def test_streaks_everywhere_are_those_of_the_best_server_counted_day_by_day(
    storage: Storage, seed: int
) -> None:
    """Days without a puzzle, freezes of several months and puzzles that are still open are among them."""
    random = Random(seed)
    people, guilds = range(10, 90), (GUILD, GUILD + 1, GUILD + 2)
    for one in people:
        await storage[PeopleStore].remember(one, f"Player {one}")
    posted: dict[int, list[tuple[int, str, bool]]] = {guild: [] for guild in guilds}
    eager = {(one, guild): random.choice((0.0, 0.1, 0.5, 0.97)) for one in people for guild in guilds}
    posts: list[dict[str, Any]] = []
    tries: list[dict[str, Any]] = []
    solved: set[tuple[int, int]] = set()
    for number in range(70):
        day = (JANUARY.date() + timedelta(days=number)).isoformat()
        for guild in guilds:
            if random.random() < 0.1:
                continue
            post_id, over = len(posts) + 1, number < 69
            posted[guild].append((post_id, day, over))
            posts.append(
                {
                    "id": post_id,
                    "puzzle": f"p{number}",
                    "guild_id": guild,
                    "channel_id": 1,
                    "by_clicks": False,
                    "day": day,
                    "posted_at": JANUARY,
                    "answered": over,
                    "shown": 0,
                }
            )
            for one in people:
                if random.random() < eager[one, guild]:
                    solved.add((post_id, one))
                    more = {"first": True, "examined": True, "day": day, "solved_at": JANUARY}
                    tries.append({"post_id": post_id, "player_id": one, **more})

    def store(connection: Connection) -> None:
        connection.execute(insert(puzzle_posts), posts)
        connection.execute(insert(puzzle_tries), tries)

    await storage._database.write(store)

    def counted(one: int, guild: int) -> tuple[int, int]:
        days = [StreakDay(day, over) for _, day, over in posted[guild]]
        own = [at for at, (post_id, _, _) in enumerate(posted[guild]) if (post_id, one) in solved]
        return streak_of(days, own)[:2]

    for places in (guilds, guilds[:1]):
        expected = {one: max(counted(one, guild) for guild in places) for one in people}
        where = None if places == guilds else GUILD
        page = await storage[RankingStore].streaks(RankingCut(where, limit=100))
        found = {row.player_id: (row.value, *row.parts) for row in page.rows}
        assert found == {one: figures for one, figures in expected.items() if figures[1]}
        assert [found[row.player_id] for row in page.rows] == sorted(found.values(), reverse=True)

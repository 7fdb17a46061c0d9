"""Leaderboards and profiles."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data import Storage
from data.games.records import Ending, Outcome
from data.ratings.leaderboard import Standing, StandingPage
from data.ratings.ratings import Pool, RatingList
from tests.data.helpers import (
    ANN,
    BOB,
    CAT,
    DRAWN,
    FIRST_WINS,
    GUILD,
    SECOND_WINS,
    Clock,
    against_computer,
    between,
    played,
    rank_everyone,
)
from tests.databases import url_of

PEOPLE = RatingList("reversi", Pool.PEOPLE)


async def people(
    storage: Storage,
    guild_id: int | None = None,
    asker_id: int | None = None,
    offset: int = 0,
    limit: int = 10,
) -> StandingPage:
    await rank_everyone(storage)
    return await storage.standings.leaderboard(
        RatingList("reversi", Pool.PEOPLE), guild_id=guild_id, asker_id=asker_id, offset=offset, limit=limit
    )


async def test_without_games_the_list_is_empty(storage: Storage) -> None:
    await storage.people.remember(ANN, "Ann")
    assert await people(storage, asker_id=ANN) == StandingPage((), 0, None)
    profile = await storage.standings.profile(ANN)
    assert profile is not None
    assert (profile.name, profile.standings, profile.recent) == ("Ann", {}, ())
    assert await storage.standings.profile(BOB) is None


async def test_best_first_with_the_askers_row(storage: Storage) -> None:
    for player_id, name in ((ANN, "Ann"), (BOB, "Bob"), (CAT, "Cat")):
        await storage.people.remember(player_id, name)
    await played(storage, between(ANN, BOB), SECOND_WINS)
    await played(storage, between(BOB, CAT), FIRST_WINS)
    page = await people(storage, asker_id=ANN, limit=2)
    assert page.total == 3
    assert [(row.rank, row.name) for row in page.rows] == [(1, "Bob"), (2, "Cat")]
    assert (page.rows[0].wins, page.rows[0].draws, page.rows[0].losses) == (2, 0, 0)
    assert page.asker is not None
    assert (page.asker.rank, page.asker.name, page.asker.losses) == (3, "Ann", 1)
    rest = await people(storage, asker_id=BOB, offset=2, limit=2)
    assert rest.rows == (page.asker,)
    assert rest.asker == page.rows[0]
    assert (await people(storage, asker_id=999)).asker is None
    assert (await people(storage, offset=50)).rows == ()


async def test_equal_ratings_have_a_fixed_order(storage: Storage) -> None:
    await played(storage, between(BOB, ANN), DRAWN)
    await played(storage, between(7, 5), DRAWN)
    page = await people(storage, asker_id=BOB)
    assert {row.rating.value for row in page.rows} == {1500.0}
    assert [row.player_id for row in page.rows] == [5, 7, ANN, BOB]
    assert page.asker is not None
    assert page.asker.rank == 4
    # Equal again, but with more games: in front.
    await played(storage, between(BOB, ANN), DRAWN)
    assert [row.player_id for row in (await people(storage)).rows] == [ANN, BOB, 5, 7]
    for rank, player_id in enumerate((5, 7), start=3):
        asker = (await people(storage, asker_id=player_id, limit=1)).asker
        assert asker is not None
        assert asker.rank == rank


async def test_server_lists_those_who_were_rated_there(storage: Storage) -> None:
    elsewhere = GUILD + 1
    await played(storage, between(ANN, BOB, guild_id=elsewhere), FIRST_WINS)
    await played(storage, between(CAT, BOB), FIRST_WINS)
    await played(storage, between(CAT, BOB, guild_id=None), FIRST_WINS)
    # None of these puts Ann on the list of the server.
    await played(storage, between(ANN, BOB, rated=False), FIRST_WINS)
    await played(storage, between(ANN, BOB, game="connect4"), FIRST_WINS)
    await played(storage, against_computer(ANN), FIRST_WINS, computer_rating=1200)
    everywhere = await people(storage)
    assert [row.player_id for row in everywhere.rows] == [CAT, ANN, BOB]
    here = await people(storage, guild_id=GUILD, asker_id=BOB)
    assert [(row.rank, row.player_id, row.wins, row.losses) for row in here.rows] == [
        (1, CAT, 2, 0),
        (2, BOB, 0, 3),
    ]
    assert (here.total, here.asker) == (2, here.rows[1])
    assert (await people(storage, guild_id=GUILD, asker_id=ANN)).asker is None
    there = await people(storage, guild_id=elsewhere)
    assert [row.player_id for row in there.rows] == [ANN, BOB]


@pytest.mark.parametrize(("offset", "limit"), [(-1, 10), (0, 0)])
async def test_pages_that_cannot_be(storage: Storage, offset: int, limit: int) -> None:
    with pytest.raises(ValueError, match="page"):
        await people(storage, offset=offset, limit=limit)


async def test_recent_games_newest_first(storage: Storage, clock: Clock) -> None:
    await storage.people.remember(BOB, "Bob")
    await played(storage, between(ANN, BOB), FIRST_WINS)
    clock.advance(seconds=60)
    won = await played(storage, between(BOB, ANN), Outcome(1, -20, Ending.PLAYED))
    clock.advance(seconds=60)
    game = await storage.create_game(against_computer(computer="medium"))
    lost = await storage.finish(game, Outcome(1, None, Ending.RESIGNED), computer_rating=1500)
    await storage.create_game(between())
    profile = await storage.standings.profile(ANN, recent=2)
    assert profile is not None
    newest, older = profile.recent
    assert (newest.game_id, newest.outcome, newest.score, newest.computer) == (
        game.id,
        "loss",
        None,
        "medium",
    )
    assert newest.opponent_name is None
    assert newest.finished_at == clock.now
    (change,) = await storage.rating_changes(lost.id)
    assert (newest.rating_before, newest.rating_after) == (
        change.before,
        change.after,
    )
    # From Ann's side, who moved second and won by 20.
    assert (older.game_id, older.outcome, older.score, older.opponent_name) == (won.game.id, "win", 20, "Bob")
    assert older.rating_after is not None
    assert older.rating_before is not None
    assert older.rating_after.value > older.rating_before.value


PLAYERS = st.integers(1, 6)
GAMES = st.lists(
    st.tuples(PLAYERS, PLAYERS, st.sampled_from([0, 1, None]), st.sampled_from([GUILD, GUILD + 1, None])),
    max_size=12,
)


@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(GAMES, st.integers(1, 4))
def test_pages_agree_with_sorting_all_results(
    games: list[tuple[int, int, int | None, int | None]], limit: int
) -> None:
    """Whatever was played: the pages put together are the members in order, and every rank is the place."""
    asyncio.run(compare(games, limit))


async def compare(games: list[tuple[int, int, int | None, int | None]], limit: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        storage = await Storage.open(url_of(Path(folder) / "games.db"), clock=Clock())
        ratings: dict[int, float] = {}
        counts: dict[int, int] = {}
        members: dict[int | None, set[int]] = {None: set(), GUILD: set(), GUILD + 1: set()}
        for first, second, winner, guild_id in games:
            stored = await played(
                storage, between(first, second, guild_id=guild_id), Outcome(winner, 0, Ending.PLAYED)
            )
            assert len(stored.changes) == (0 if first == second else 2)
            for change in stored.changes:
                ratings[change.player_id] = change.after.value
                counts[change.player_id] = counts.get(change.player_id, 0) + 1
                members[None].add(change.player_id)
                members[guild_id].add(change.player_id)
        for guild_id, listed in members.items():
            order = sorted(listed, key=lambda player: (-ratings[player], -counts[player], player))
            rows: list[Standing] = []
            for offset in range(0, len(order) + 1, limit):
                rows += (await people(storage, guild_id=guild_id, offset=offset, limit=limit)).rows
            assert [(row.rank, row.player_id, row.rating.value) for row in rows] == [
                (rank, player, ratings[player]) for rank, player in enumerate(order, start=1)
            ]
            assert all(row.wins + row.draws + row.losses == counts[row.player_id] for row in rows)
            for row in rows:
                page = await people(storage, guild_id=guild_id, asker_id=row.player_id, limit=1)
                assert (page.asker, page.total) == (row, len(order))
        await storage.close()

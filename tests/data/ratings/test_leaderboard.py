"""Leaderboards: ranked, provisional and inactive players."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from data import Storage
from data.games.records import Ending, Outcome
from data.people.players import PeopleStore
from data.ratings.glicko2 import LISTED_BELOW, START, Rating, aged, days_below, games_until, rated
from data.ratings.leaderboard import Standing, StandingPage, StandingStore
from data.ratings.ratings import Listing, Pool, RatingList
from data.tables.standings import ratings
from tests.cases import for_each, there
from tests.data.helpers import ANN, BOB, CAT, GUILD, Clock, rank_everyone
from tests.data.playing import FIRST_WINS, SECOND_WINS, against_computer, between, played
from tests.databases import url_of

PEOPLE = RatingList("reversi", Pool.PEOPLE)


async def people(
    storage: Storage, guild_id: int | None = None, asker_id: int | None = None, **part: int
) -> StandingPage:
    await rank_everyone(storage)
    return await storage[StandingStore].leaderboard(PEOPLE, guild_id=guild_id, asker_id=asker_id, **part)


async def test_without_games_the_list_is_empty(storage: Storage) -> None:
    await storage[PeopleStore].remember(ANN, "Ann")
    assert await people(storage, asker_id=ANN) == StandingPage((), 0, None)
    profile = there(await storage[StandingStore].profile(ANN))
    assert (profile.name, profile.standings, profile.recent) == ("Ann", {}, ())
    assert await storage[StandingStore].profile(BOB) is None
    for offset, limit in ((-1, 10), (0, 0)):
        with pytest.raises(ValueError, match="page"):
            await people(storage, offset=offset, limit=limit)


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
    rows = [(row.rank, row.player_id, row.wins, row.losses) for row in here.rows]
    assert rows == [(1, CAT, 2, 0), (2, BOB, 0, 3)]
    assert (here.total, here.asker) == (2, here.rows[1])
    assert (await people(storage, guild_id=GUILD, asker_id=ANN)).asker is None
    there = await people(storage, guild_id=elsewhere)
    assert [row.player_id for row in there.rows] == [ANN, BOB]


async def test_recent_games_newest_first(storage: Storage, clock: Clock) -> None:
    await storage[PeopleStore].remember(BOB, "Bob")
    await played(storage, between(ANN, BOB), FIRST_WINS)
    clock.advance(seconds=60)
    won = await played(storage, between(BOB, ANN), Outcome(1, -20, Ending.PLAYED))
    clock.advance(seconds=60)
    game = await storage.create_game(against_computer(computer="medium"))
    lost = await storage.finish(game, Outcome(1, None, Ending.RESIGNED), computer_rating=1500)
    await storage.create_game(between())
    profile = there(await storage[StandingStore].profile(ANN, recent=2))
    newest, older = profile.recent
    assert (newest.game_id, newest.outcome, newest.computer) == (game.id, "loss", "medium")
    assert (newest.score, newest.opponent_name, newest.finished_at) == (None, None, clock.now)
    (change,) = await storage.rating_changes(lost.id)
    assert (newest.rating_before, newest.rating_after) == (change.before, change.after)
    # From Ann's side, who moved second and won by 20.
    assert (older.game_id, older.outcome, older.score, older.opponent_name) == (won.game.id, "win", 20, "Bob")
    assert there(older.rating_after).value > there(older.rating_before).value


PLAYERS = st.integers(1, 6)
GAMES = st.lists(
    st.tuples(PLAYERS, PLAYERS, st.sampled_from([0, 1, None]), st.sampled_from([GUILD, GUILD + 1, None])),
    max_size=12,
)


@settings(max_examples=5, suppress_health_check=[HealthCheck.too_slow])
@given(GAMES, st.integers(1, 4))
def test_pages_agree_with_sorting(games: list[tuple[int, int, int | None, int | None]], limit: int) -> None:
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


SMALL = PEOPLE._replace(board="6x6")


async def standing(storage: Storage, player_id: int, rated_in: RatingList = PEOPLE) -> Standing:
    profile = there(await storage[StandingStore].profile(player_id))
    return profile.standings[rated_in]


async def listed(storage: Storage, rated_in: RatingList = PEOPLE, guild_id: int | None = None) -> list[int]:
    """Return the players with a rank."""
    page = await storage[StandingStore].leaderboard(rated_in, guild_id=guild_id, asker_id=None)
    assert page.total == len(page.rows)
    assert [row.place for row in page.rows] == list(range(1, page.total + 1))
    assert [row.rank for row in page.rows[page.ranked :]] == [None] * (page.total - page.ranked)
    return [row.player_id for row in page.rows[: page.ranked]]


async def make_known(storage: Storage, deviation: float = 60.0) -> None:
    """Let everybody's strength be known as if they had played many games."""
    known = update(ratings).values(deviation=deviation)
    await storage._database.write(lambda connection: connection.execute(known))


async def play_until_listed(storage: Storage, clock: Clock) -> int:
    """Let Ann and Bob play by turns until both are on the list; returns after how many games."""
    for number in range(1, 60):
        clock.advance(seconds=3600)
        await played(storage, between(ANN, BOB), FIRST_WINS if number % 2 else SECOND_WINS)
        if len(await listed(storage)) == 2:
            return number
    raise AssertionError("no player is ever listed")


@pytest.mark.parametrize("guild_id", [None, GUILD])
async def test_provisional_players_follow_those_with_a_rank(storage: Storage, guild_id: int | None) -> None:
    await played(storage, between(ANN, BOB), FIRST_WINS)
    page = await storage[StandingStore].leaderboard(PEOPLE, guild_id=guild_id, asker_id=ANN)
    assert [row.player_id for row in page.rows] == [ANN, BOB]
    assert page.asker == page.rows[0] == await standing(storage, ANN)
    assert (page.asker.place, page.asker.rank, page.asker.listing) == (1, None, Listing.PROVISIONAL)
    assert (page.total, page.ranked) == (2, 0)
    await make_known(storage)
    await played(storage, between(ANN, BOB), SECOND_WINS)
    # Newcomers, whose ratings are better than Ann's and worse than Bob's.
    await played(storage, between(CAT, 1004), FIRST_WINS)
    page = await storage[StandingStore].leaderboard(PEOPLE, guild_id=guild_id, asker_id=1004)
    places = [(row.player_id, row.place, row.rank) for row in page.rows]
    assert places[2:] == [(CAT, 3, None), (1004, 4, None)]
    assert {(place, rank) for _, place, rank in places[:2]} == {(1, 1), (2, 2)}
    assert (page.total, page.ranked) == (4, 2)
    for offset in range(4):
        part = await storage[StandingStore].leaderboard(
            PEOPLE, guild_id=guild_id, asker_id=1004, offset=offset, limit=2
        )
        assert part.rows == page.rows[offset : offset + 2]
        assert (part.total, part.ranked, part.asker) == (4, 2, page.rows[3])


async def test_a_rank_takes_more_games_among_newcomers(storage: Storage, clock: Clock) -> None:
    # Two newcomers tell each other less than people whose strength is known.
    assert games_until(START, LISTED_BELOW) < await play_until_listed(storage, clock) < 40
    assert (await standing(storage, ANN)).rating.deviation < LISTED_BELOW
    assert {await _rank(storage, ANN), await _rank(storage, BOB)} == {1, 2}


async def _rank(storage: Storage, player_id: int) -> int | None:
    return (await standing(storage, player_id)).rank


async def test_an_inactive_player_leaves_the_list_with_points(storage: Storage, clock: Clock) -> None:
    await play_until_listed(storage, clock)
    before = await standing(storage, ANN)
    days = days_below(before.rating, LISTED_BELOW)
    clock.advance(days=days - 0.01)
    assert sorted(await listed(storage)) == [ANN, BOB]
    clock.advance(days=0.02)
    assert await listed(storage) == await listed(storage, guild_id=GUILD) == []
    resting = await standing(storage, ANN)
    assert (resting.rank, resting.listing) == (None, Listing.INACTIVE)
    assert resting.rating.value == before.rating.value
    assert resting.rating.deviation == pytest.approx(LISTED_BELOW, abs=0.1)
    page = await storage[StandingStore].leaderboard(PEOPLE, guild_id=GUILD, asker_id=BOB)
    assert page.asker == await standing(storage, BOB)


async def test_a_game_brings_them_back(storage: Storage, clock: Clock) -> None:
    await played(storage, between(ANN, BOB), FIRST_WINS)
    await make_known(storage)
    await played(storage, between(ANN, BOB), SECOND_WINS)
    assert sorted(await listed(storage)) == [ANN, BOB]
    clock.advance(days=80)
    assert await listed(storage) == []
    before = await standing(storage, ANN)
    assert (before.listing, games_until(before.rating, LISTED_BELOW)) == (Listing.INACTIVE, 1)
    await played(storage, between(ANN, BOB), FIRST_WINS)
    assert await listed(storage) == [ANN, BOB]


async def test_every_board_has_ratings_of_its_own(storage: Storage) -> None:
    await played(storage, between(ANN, BOB), FIRST_WINS)
    await played(storage, between(ANN, BOB, options="6x6"), SECOND_WINS)
    await played(storage, between(ANN, BOB, options="6x6", rated=False), FIRST_WINS)
    usual, small = await standing(storage, ANN), await standing(storage, ANN, SMALL)
    assert (usual.wins, usual.losses, small.wins, small.losses) == (1, 0, 0, 1)
    assert small.rating == rated(START, [(START, 0.0)], periods=0.0)
    assert there(await storage[StandingStore].rating(ANN, SMALL)).games == 1
    await make_known(storage)
    await played(storage, between(ANN, CAT, options="6x6"), SECOND_WINS)
    assert await listed(storage, SMALL) == await listed(storage, SMALL, guild_id=GUILD) == [ANN]
    assert await listed(storage) == []


async def test_random_openings_share_one_rating_board(storage: Storage) -> None:
    for number in range(2):
        await played(storage, between(ANN, BOB, options=f"xot:f5d{number}"), FIRST_WINS)
    assert (await standing(storage, ANN, PEOPLE._replace(board="xot"))).wins == 2
    profile = there(await storage[StandingStore].profile(ANN))
    assert {game.board for game in profile.recent} == {"xot"}


@for_each("deviation", [30.0, 60.0, 109.9])
def test_the_days_on_the_list_are_those_of_the_growing_deviation(deviation: float) -> None:
    rating = Rating(1700.0, deviation, 0.06)
    assert aged(rating, days_below(rating, LISTED_BELOW)).deviation == pytest.approx(LISTED_BELOW)
    assert days_below(Rating(1500.0, 140.0, 0.06), LISTED_BELOW) == 0.0


@for_each("start", [350.0, 300.0, 200.0, 120.0])
def test_about_as_many_games_are_needed_as_people_are_told(start: float) -> None:
    rating, opponent, games = Rating(1500.0, start, 0.06), Rating(1500.0, 50.0, 0.06), 0
    told = games_until(rating, LISTED_BELOW)
    while rating.deviation >= LISTED_BELOW:
        rating, games = rated(rating, [(opponent, float(games % 2))], periods=0.0), games + 1
    assert abs(games - told) <= 1

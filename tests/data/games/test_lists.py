"""Ranked, provisional and inactive players on lists of ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from data import Storage
from data.ratings.glicko2 import LISTED_BELOW, START, Rating, aged, days_below, games_until, rated
from data.ratings.leaderboard import Standing
from data.ratings.ratings import Listing, Pool, RatingList
from data.tables.standings import ratings
from tests.cases import for_each
from tests.data.helpers import ANN, BOB, CAT, FIRST_WINS, GUILD, SECOND_WINS, Clock, between, played

if TYPE_CHECKING:
    pass

PEOPLE = RatingList("reversi", Pool.PEOPLE)
SMALL = PEOPLE._replace(board="6x6")


async def standing(storage: Storage, player_id: int, rated_in: RatingList = PEOPLE) -> Standing:
    profile = await storage.standings.profile(player_id)
    assert profile is not None
    return profile.standings[rated_in]


async def listed(storage: Storage, rated_in: RatingList = PEOPLE, guild_id: int | None = None) -> list[int]:
    """Return the players with a rank."""
    page = await storage.standings.leaderboard(rated_in, guild_id=guild_id, asker_id=None)
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
    page = await storage.standings.leaderboard(PEOPLE, guild_id=guild_id, asker_id=ANN)
    assert [row.player_id for row in page.rows] == [ANN, BOB]
    assert page.asker == page.rows[0] == await standing(storage, ANN)
    assert (page.asker.place, page.asker.rank, page.asker.listing) == (1, None, Listing.PROVISIONAL)
    assert (page.total, page.ranked) == (2, 0)
    await make_known(storage)
    await played(storage, between(ANN, BOB), SECOND_WINS)
    # Newcomers, whose ratings are better than Ann's and worse than Bob's.
    await played(storage, between(CAT, 1004), FIRST_WINS)
    page = await storage.standings.leaderboard(PEOPLE, guild_id=guild_id, asker_id=1004)
    places = [(row.player_id, row.place, row.rank) for row in page.rows]
    assert places[2:] == [(CAT, 3, None), (1004, 4, None)]
    assert {(place, rank) for _, place, rank in places[:2]} == {(1, 1), (2, 2)}
    assert (page.total, page.ranked) == (4, 2)
    for offset in range(4):
        part = await storage.standings.leaderboard(
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


async def test_an_inactive_player_leaves_the_list_and_keeps_the_points(
    storage: Storage, clock: Clock
) -> None:
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
    page = await storage.standings.leaderboard(PEOPLE, guild_id=GUILD, asker_id=BOB)
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


async def test_ranks_count_those_on_the_list(storage: Storage) -> None:
    await played(storage, between(ANN, BOB), SECOND_WINS)
    await make_known(storage)
    await played(storage, between(ANN, BOB), SECOND_WINS)
    # A newcomer with a better rating than both.
    await played(storage, between(CAT, 1004), FIRST_WINS)
    await played(storage, between(CAT, 1005), FIRST_WINS)
    assert (await standing(storage, CAT)).rating.value > (await standing(storage, BOB)).rating.value
    assert [await _rank(storage, one) for one in (ANN, BOB, CAT)] == [2, 1, None]


async def test_every_board_has_ratings_of_its_own(storage: Storage) -> None:
    await played(storage, between(ANN, BOB), FIRST_WINS)
    await played(storage, between(ANN, BOB, options="6x6"), SECOND_WINS)
    await played(storage, between(ANN, BOB, options="6x6", rated=False), FIRST_WINS)
    usual, small = await standing(storage, ANN), await standing(storage, ANN, SMALL)
    assert (usual.wins, usual.losses, small.wins, small.losses) == (1, 0, 0, 1)
    assert small.rating == rated(START, [(START, 0.0)], periods=0.0)
    rating = await storage.standings.rating(ANN, SMALL)
    assert rating is not None
    assert rating.games == 1
    await make_known(storage)
    await played(storage, between(ANN, CAT, options="6x6"), SECOND_WINS)
    assert await listed(storage, SMALL) == await listed(storage, SMALL, guild_id=GUILD) == [ANN]
    assert await listed(storage) == []


async def test_random_openings_share_one_rating_board(storage: Storage) -> None:
    for number in range(2):
        await played(storage, between(ANN, BOB, options=f"xot:f5d{number}"), FIRST_WINS)
    assert (await standing(storage, ANN, PEOPLE._replace(board="xot"))).wins == 2
    profile = await storage.standings.profile(ANN)
    assert profile is not None
    assert {game.board for game in profile.recent} == {"xot"}


@for_each("deviation", [30.0, 60.0, 109.9])
def test_the_days_on_the_list_are_those_of_the_growing_deviation(deviation: float) -> None:
    rating = Rating(1700.0, deviation, 0.06)
    assert aged(rating, days_below(rating, LISTED_BELOW)).deviation == pytest.approx(LISTED_BELOW)


def test_no_date_of_joining_the_list_is_in_the_past() -> None:
    assert days_below(Rating(1500.0, 140.0, 0.06), LISTED_BELOW) == 0.0


@for_each("start", [350.0, 300.0, 200.0, 120.0])
def test_about_as_many_games_are_needed_as_people_are_told(start: float) -> None:
    rating, opponent, games = Rating(1500.0, start, 0.06), Rating(1500.0, 50.0, 0.06), 0
    told = games_until(rating, LISTED_BELOW)
    while rating.deviation >= LISTED_BELOW:
        rating, games = rated(rating, [(opponent, float(games % 2))], periods=0.0), games + 1
    assert abs(games - told) <= 1

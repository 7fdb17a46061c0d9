"""The names people go by: everywhere, and in single servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data import Storage
from data.ratings.ratings import Pool, RatingList
from tests.data.helpers import (
    ANN,
    BOB,
    CHANNEL,
    FIRST_WINS,
    GUILD,
    between,
    count_transactions,
    played,
    rank_everyone,
)
from tests.databases import url_of

if TYPE_CHECKING:
    from pathlib import Path

ELSEWHERE = GUILD + 1


PEOPLE = RatingList("reversi", Pool.PEOPLE)


async def names(storage: Storage, player_id: int) -> list[str]:
    """Names of one person in two servers, and outside of them."""
    return [await storage.people.name(player_id, place) for place in (GUILD, ELSEWHERE, None)]


async def test_a_nickname_is_shown_in_its_server_only(storage: Storage) -> None:
    await storage.people.remember(ANN, "Ann", GUILD, "Queen of the Corner")
    assert await names(storage, ANN) == ["Queen of the Corner", "Ann", "Ann"]
    await storage.people.remember(ANN, "Ann", ELSEWHERE, "Annie")
    assert await names(storage, ANN) == ["Queen of the Corner", "Annie", "Ann"]


async def test_names_follow_their_changes(storage: Storage) -> None:
    await storage.people.remember(ANN, "Ann", GUILD, "Queen")
    await storage.people.remember(ANN, "Anna", GUILD, "King")
    assert await names(storage, ANN) == ["King", "Anna", "Anna"]
    await storage.people.remember(ANN, "Anna")
    assert await storage.people.name(ANN, GUILD) == "King", "nothing was said about the server"
    await storage.people.remember(ANN, "Anna", GUILD, None)
    assert await names(storage, ANN) == ["Anna", "Anna", "Anna"]


async def test_names_outlive_the_memory_of_a_process(storage: Storage, path: Path) -> None:
    await storage.people.remember(ANN, "Ann", GUILD, "Q" * 200)
    other = await Storage.open(url_of(path))
    assert await names(other, ANN) == ["Q" * 100, "Ann", "Ann"]
    await other.close()


async def test_nothing_is_written_twice(storage: Storage) -> None:
    await storage.people.remember(ANN, "Ann", GUILD, "Queen")
    await storage.people.remember(BOB, "Bob", GUILD, None)
    with count_transactions(storage) as begun:
        await storage.people.remember(ANN, "Ann", GUILD, "Queen")
        await storage.people.remember(BOB, "Bob", GUILD, None)
    assert begun == []


async def test_players_of_a_game_are_known(storage: Storage) -> None:
    assert not await storage.people.knows(ANN)
    await storage.create_game(between(ANN, BOB))
    assert await storage.people.knows(ANN)
    assert await names(storage, ANN) == [str(ANN)] * 3


async def test_lists_have_the_names_of_the_server_they_are_shown_in(storage: Storage) -> None:
    await storage.people.remember(ANN, "Ann", GUILD, "Queen")
    await storage.people.remember(BOB, "Bob", ELSEWHERE, "Bobby")
    for server in (GUILD, ELSEWHERE):
        await played(storage, between(ANN, BOB, guild_id=server), FIRST_WINS)
    told = {GUILD: ["Queen", "Bob"], ELSEWHERE: ["Ann", "Bobby"], None: ["Ann", "Bob"]}
    for guild_id, (ann, bob) in told.items():
        await rank_everyone(storage)
        page = await storage.standings.leaderboard(PEOPLE, guild_id=guild_id, asker_id=BOB)
        assert [row.name for row in page.rows] == [ann, bob]
        assert page.asker is not None
        assert page.asker.name == bob
        profile = await storage.standings.profile(BOB, guild_id)
        assert profile is not None
        assert profile.name == bob
        assert {game.opponent_name for game in profile.recent} == {ann}


async def test_own_games_have_the_names_of_their_server(storage: Storage) -> None:
    await storage.people.remember(BOB, "Bob", GUILD, "Bobby")
    for place in (GUILD, ELSEWHERE, None):
        await storage.create_game(between(ANN, BOB, guild_id=place))
    listed = await storage.own_games(ANN, CHANNEL)
    assert [game.opponent_name for game in reversed(listed)] == ["Bobby", "Bob", "Bob"]

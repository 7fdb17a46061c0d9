"""People in storage: names, blocks, preferences, computer players of servers, the description of it all."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import BigInteger, Column, Integer, String, Table, update

from data import Share, Storage
from data.db.errors import LimitReached, NameTaken
from data.games.my_games import MyGamesStore
from data.people.personal import PERSONAL_DATA
from data.people.players import MAX_BLOCKED, BlockStore, PeopleStore
from data.people.preferences import (
    MAX_BY_PERSON,
    MAX_OPPONENTS,
    NewOpponent,
    OpponentStore,
    Owner,
    PreferenceStore,
    SavedOpponent,
)
from data.ratings.leaderboard import StandingStore
from data.ratings.ratings import Pool, RatingList
from data.tables.people import opponents
from data.tables.schema import Fate, TableData, UntrustedString, metadata
from tests.cases import for_each, there
from tests.data.helpers import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    GUILD,
    Clock,
    count_transactions,
    failures,
    rank_everyone,
)
from tests.data.playing import FIRST_WINS, between, played

ELSEWHERE = GUILD + 1


PEOPLE = RatingList("reversi", Pool.PEOPLE)


async def names(storage: Storage, player_id: int) -> list[str]:
    """Names of one person in two servers, and outside of them."""
    return [await storage[PeopleStore].name(player_id, place) for place in (GUILD, ELSEWHERE, None)]


async def test_names_outlive_the_memory_of_a_process(storage: Storage, other: Storage) -> None:
    await storage[PeopleStore].remember(ANN, "A" * 300, GUILD, "Q" * 200)
    assert await names(other, ANN) == ["Q" * 100, "A" * 100, "A" * 100]


async def test_nothing_is_written_twice(storage: Storage) -> None:
    await storage[PeopleStore].remember(ANN, "Ann", GUILD, "Queen")
    await storage[PeopleStore].remember(BOB, "Bob", GUILD, None)
    with count_transactions(storage) as begun:
        await storage[PeopleStore].remember(ANN, "Ann", GUILD, "Queen")
        await storage[PeopleStore].remember(BOB, "Bob", GUILD, None)
    assert begun == []


async def test_players_have_names_that_follow_their_changes(storage: Storage) -> None:
    assert not await storage[PeopleStore].knows(ANN)
    await storage.create_game(between(ANN, BOB))
    assert await storage[PeopleStore].knows(ANN)
    assert await names(storage, ANN) == [str(ANN)] * 3
    await storage[PeopleStore].remember(ANN, "Ann", GUILD, "Queen of the Corner")
    assert await names(storage, ANN) == ["Queen of the Corner", "Ann", "Ann"]
    await storage[PeopleStore].remember(ANN, "Ann", ELSEWHERE, "Annie")
    assert await names(storage, ANN) == ["Queen of the Corner", "Annie", "Ann"]
    await storage[PeopleStore].remember(ANN, "Ann", GUILD, "Queen")
    await storage[PeopleStore].remember(ANN, "Anna", GUILD, "King")
    assert await names(storage, ANN) == ["King", "Annie", "Anna"]
    await storage[PeopleStore].remember(ANN, "Anna")
    assert await storage[PeopleStore].name(ANN, GUILD) == "King", "nothing was said about the server"
    await storage[PeopleStore].remember(ANN, "Anna", GUILD, None)
    assert await names(storage, ANN) == ["Anna", "Annie", "Anna"]


async def test_lists_have_the_names_of_the_server_they_are_shown_in(storage: Storage) -> None:
    await storage[PeopleStore].remember(ANN, "Ann", GUILD, "Queen")
    await storage[PeopleStore].remember(BOB, "Bob", ELSEWHERE, "Bobby")
    for server in (GUILD, ELSEWHERE):
        await played(storage, between(ANN, BOB, guild_id=server), FIRST_WINS)
    told = {GUILD: ["Queen", "Bob"], ELSEWHERE: ["Ann", "Bobby"], None: ["Ann", "Bob"]}
    for guild_id, (ann, bob) in told.items():
        await rank_everyone(storage)
        page = await storage[StandingStore].leaderboard(PEOPLE, guild_id=guild_id, asker_id=BOB)
        assert [row.name for row in page.rows] == [ann, bob]
        assert page.asker is not None
        assert page.asker.name == bob
        profile = there(await storage[StandingStore].profile(BOB, guild_id))
        assert profile.name == bob
        assert {game.opponent_name for game in profile.recent} == {ann}


async def test_own_games_have_the_names_of_their_server(storage: Storage) -> None:
    await storage[PeopleStore].remember(BOB, "Bob", GUILD, "Bobby")
    for place in (GUILD, ELSEWHERE, None):
        await storage.create_game(between(ANN, BOB, guild_id=place))
    listed = await storage[MyGamesStore].in_channel(ANN, CHANNEL)
    assert [game.opponent_name for game in reversed(listed)] == ["Bobby", "Bob", "Bob"]


async def test_blocks_are_one_persons_latest_first_and_removed_once(storage: Storage, clock: Clock) -> None:
    await storage[BlockStore].add(ANN, BOB)
    clock.advance(seconds=1)
    await storage[BlockStore].add(ANN, CAT)
    await storage[BlockStore].add(ANN, BOB)
    assert await storage[BlockStore].of(ANN) == (CAT, BOB)
    assert await storage[BlockStore].of(BOB) == ()
    removed = [await storage[BlockStore].remove(ANN, other) for other in (CAT, BOB, BOB)]
    assert removed == [True, True, False]
    assert await storage[BlockStore].between(ANN, BOB) == frozenset()
    await storage[BlockStore].add(ANN, BOB)
    assert await storage[BlockStore].between(ANN, BOB) == await storage[BlockStore].between(BOB, ANN) == {ANN}
    assert await storage[BlockStore].between(ANN, CAT) == frozenset()
    await storage[BlockStore].add(BOB, ANN)
    assert await storage[BlockStore].between(ANN, BOB) == {ANN, BOB}


async def test_blocks_per_person_are_limited(storage: Storage) -> None:
    for other in range(1, MAX_BLOCKED + 1):
        await storage[BlockStore].add(ANN, other)
    await storage[BlockStore].add(ANN, MAX_BLOCKED)
    with pytest.raises(LimitReached):
        await storage[BlockStore].add(ANN, BOB)
    await storage[BlockStore].add(BOB, ANN)


def new(name: str, guild_id: int = GUILD, creator_id: int = ANN) -> NewOpponent:
    """An opponent to be saved."""
    return NewOpponent(guild_id, name, "greedy:3", creator_id)


async def test_a_saved_opponent_is_found_among_those_sorted_by_name_in_any_case(storage: Storage) -> None:
    saved = await storage[OpponentStore].create(new("Lucy"))
    assert saved == SavedOpponent(saved.id, GUILD, "Lucy", "greedy:3", ANN)
    assert await storage[OpponentStore].find(saved.id) == saved
    assert await storage[OpponentStore].of_guild(GUILD) == (saved,)
    assert await storage[OpponentStore].of_guild(ELSEWHERE) == ()
    assert await storage[OpponentStore].find(saved.id + 1) is None
    for name in ("beta", "Gamma"):
        await storage[OpponentStore].create(new(name))
    names = [saved.name for saved in await storage[OpponentStore].of_guild(GUILD)]
    assert names == ["beta", "Gamma", "Lucy"]
    # A deleted one makes room, and its id is not given again.
    assert await storage[OpponentStore].delete(saved.id)
    assert not await storage[OpponentStore].delete(saved.id)
    again = await storage[OpponentStore].create(new("Lucy"))
    assert again.id > saved.id


@pytest.mark.parametrize("key", ["cafe", "café"], ids=["of today", "older"])
async def test_names_that_fold_alike_are_one_name_in_a_server(storage: Storage, key: str) -> None:
    saved = await storage[OpponentStore].create(new("Café"))
    stored = update(opponents).where(opponents.c.id == saved.id).values(key=key)
    await storage._database.write(lambda connection: connection.execute(stored))
    marked, wide = "Cafe\N{COMBINING ACUTE ACCENT}", "\N{FULLWIDTH LATIN CAPITAL LETTER C}afe"
    await storage[OpponentStore].create(new("Straße"))
    for alike in ("cafe", "CAFÉ", marked, wide, "STRASSE"):
        with pytest.raises(NameTaken):
            await storage[OpponentStore].create(new(alike, creator_id=BOB))
    assert (await storage[OpponentStore].of_guild(GUILD))[:-1] == (saved,)
    await storage[OpponentStore].create(new("Straße", ELSEWHERE))


async def test_a_server_has_so_many_and_no_more_even_when_asked_at_once(storage: Storage) -> None:
    wanted = [new(f"No {number}", creator_id=ANN + number) for number in range(MAX_OPPONENTS + 3)]
    refused = await failures(storage[OpponentStore].create(one) for one in wanted)
    assert [*map(type, refused)] == [LimitReached] * 3
    assert len(await storage[OpponentStore].of_guild(GUILD)) == MAX_OPPONENTS
    await storage[OpponentStore].create(new("One more", ELSEWHERE))


async def test_opponents_per_person_are_limited_under_concurrency(storage: Storage) -> None:
    wanted = [new(f"No {number}") for number in range(MAX_BY_PERSON + 3)]
    refused = await failures(storage[OpponentStore].create(one) for one in wanted)
    assert [one.maximum for one in refused if isinstance(one, LimitReached)] == [MAX_BY_PERSON] * 3
    await storage[OpponentStore].create(new("Bob's", creator_id=BOB))
    await storage[OpponentStore].create(new("Ann's elsewhere", ELSEWHERE))
    await storage[OpponentStore].delete((await storage[OpponentStore].of_guild(GUILD))[-1].id)
    await storage[OpponentStore].create(new("One more"))


SERVER, PERSON = Owner("server", 7), Owner("person", 7)


async def test_a_setting_is_of_one_owner_until_it_is_forgotten(storage: Storage) -> None:
    store = storage[PreferenceStore]
    assert await store.of(SERVER) == {}
    for owner, name, value in (
        (SERVER, "theme", "wood"),
        (SERVER, "theme", "classic"),
        (PERSON, "flip", "on"),
    ):
        await store.put(owner, name, value)
    assert await store.of(SERVER) == {"theme": "classic"}
    assert await store.of(PERSON) == {"flip": "on"}
    assert await store.of(Owner("server", 8)) == {}
    for name, changed in (("theme", "wood"), ("rated", "off"), ("theme", None), ("theme", None)):
        await store.put(SERVER, name, changed)
    assert await store.of(SERVER) == {"rated": "off"}


async def test_a_read_during_a_change_caches_nothing_old(storage: Storage) -> None:
    reading = [asyncio.create_task(storage[PreferenceStore].of(SERVER)) for _ in range(8)]
    setting = asyncio.create_task(storage[PreferenceStore].put(SERVER, "theme", "wood"))
    await asyncio.gather(setting, *reading)
    assert await storage[PreferenceStore].of(SERVER) == {"theme": "wood"}


async def test_a_setting_is_stored_even_if_its_caller_leaves(storage: Storage) -> None:
    assert await storage[PreferenceStore].of(SERVER) == {}
    others = asyncio.all_tasks()
    setting = asyncio.create_task(storage[PreferenceStore].put(SERVER, "theme", "wood"))
    await asyncio.sleep(0)
    begun = asyncio.all_tasks() - others
    setting.cancel()
    # A server has several writers: a later setting may be stored before this one.
    await asyncio.wait(begun)
    assert setting.cancelled()
    assert await storage[PreferenceStore].of(SERVER) == {"theme": "wood"}


async def test_what_another_process_changes_is_read_again(storage: Storage, other: Storage) -> None:
    mine, theirs, person = Owner("server", 0), Owner("server", 1 << 22), Owner("person", 1001)
    storage._database.share = Share(0, 0, 2)
    for owner in (mine, theirs, person):
        assert await storage[PreferenceStore].of(owner) == {}
    for owner in (theirs, person):
        await other[PreferenceStore].put(owner, "theme", "classic")
        assert await storage[PreferenceStore].of(owner) == {"theme": "classic"}
    assert storage[PreferenceStore]._cache.keys() == {mine}


TABLES = list(metadata.sorted_tables)
WITHOUT = {"presence", "versions", "workers"}
"""Tables without personal data."""


def columns_of(kept: TableData) -> list[str]:
    """Every column that the description names, once for each time."""
    server = [kept.server[0]] if kept.server is not None and kept.server[0] not in kept.people else []
    return [*kept.people, *server, *kept.texts, *kept.places, *kept.own, *kept.secrets]


def may_identify(table: Table, column: Column[object]) -> bool:
    """True if a column can hold an id or a text; its own id and the key of another row say nothing alone."""
    parents = {key.column.table.name for key in column.foreign_keys}
    if (parents and "players" not in parents) or (
        column.primary_key and column is table.autoincrement_column
    ):
        return False
    if isinstance(column.type, String | UntrustedString | BigInteger):
        return True
    return isinstance(column.type, Integer) and (bool(parents) or column.name.endswith("id"))


@for_each("table", TABLES)
def test_every_id_and_every_text_is_described_once(table: Table) -> None:
    to_people = {key.parent.name for key in table.foreign_keys if key.target_fullname == "players.id"}
    if table.name in WITHOUT:
        assert table.name not in PERSONAL_DATA
        assert not to_people
        return
    assert to_people <= {*PERSONAL_DATA[table.name].people}
    named = columns_of(PERSONAL_DATA[table.name])
    assert sorted(named) == sorted(set(named)), "a column is described twice"
    assert sorted(named) == sorted(column.name for column in table.columns if may_identify(table, column))
    assert "guild_id" not in table.columns or there(PERSONAL_DATA[table.name].server)[0] == "guild_id"


def test_what_is_described_exists_and_stays_in_few_tables() -> None:
    assert set(PERSONAL_DATA) <= {table.name for table in TABLES}
    staying = {
        name for name, kept in PERSONAL_DATA.items() if kept.server and kept.server[1] is Fate.STAYS_WITHOUT
    }
    assert staying == {"games", "results", "puzzle_attempts", "puzzle_runs"}

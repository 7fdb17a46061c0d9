"""The computer players of servers: saved, found by name, limited in number, deleted."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from data.db.errors import LimitReached, NameTaken
from data.people.opponents import MAX_BY_PERSON, MAX_OPPONENTS, NewOpponent, SavedOpponent
from data.tables.people import opponents
from tests.data.helpers import ANN, BOB, GUILD

if TYPE_CHECKING:
    from data import Storage

ELSEWHERE = GUILD + 1


def new(name: str, guild_id: int = GUILD, creator_id: int = ANN) -> NewOpponent:
    """An opponent to be saved."""
    return NewOpponent(guild_id, name, "greedy:3", creator_id)


async def test_a_saved_opponent_is_found_again(storage: Storage) -> None:
    saved = await storage.opponents.create(new("Lucy"))
    assert saved == SavedOpponent(saved.id, GUILD, "Lucy", "greedy:3", ANN)
    assert await storage.opponents.find(saved.id) == saved
    assert await storage.opponents.of_guild(GUILD) == (saved,)
    assert await storage.opponents.of_guild(ELSEWHERE) == ()
    assert await storage.opponents.find(saved.id + 1) is None


async def test_opponents_are_sorted_by_name_in_any_case(storage: Storage) -> None:
    for name in ("beta", "Gamma", "Alpha"):
        await storage.opponents.create(new(name))
    assert [saved.name for saved in await storage.opponents.of_guild(GUILD)] == ["Alpha", "beta", "Gamma"]


async def test_a_name_is_taken_once_in_a_server(storage: Storage) -> None:
    await storage.opponents.create(new("Straße"))
    with pytest.raises(NameTaken):
        await storage.opponents.create(new("STRASSE", creator_id=BOB))
    await storage.opponents.create(new("Straße", ELSEWHERE))
    assert len(await storage.opponents.of_guild(GUILD)) == 1


@pytest.mark.parametrize("key", ["cafe", "café"], ids=["of today", "older"])
async def test_names_that_fold_alike_are_one_name(storage: Storage, key: str) -> None:
    saved = await storage.opponents.create(new("Café"))
    stored = update(opponents).where(opponents.c.id == saved.id).values(key=key)
    await storage._database.write(lambda connection: connection.execute(stored))
    for alike in (
        "cafe",
        "CAFÉ",
        "Cafe\N{COMBINING ACUTE ACCENT}",
        "\N{FULLWIDTH LATIN CAPITAL LETTER C}afe",
    ):
        with pytest.raises(NameTaken):
            await storage.opponents.create(new(alike, creator_id=BOB))
    assert (await storage.opponents.of_guild(GUILD)) == (saved,)


async def test_a_server_has_so_many_and_no_more_even_when_asked_at_once(storage: Storage) -> None:
    made = await asyncio.gather(
        *(
            storage.opponents.create(new(f"No {number}", creator_id=ANN + number))
            for number in range(MAX_OPPONENTS + 3)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, LimitReached) for answer in made) == 3
    assert len(await storage.opponents.of_guild(GUILD)) == MAX_OPPONENTS
    await storage.opponents.create(new("One more", ELSEWHERE))


async def test_opponents_per_person_are_limited_under_concurrency(
    storage: Storage,
) -> None:
    made = await asyncio.gather(
        *(storage.opponents.create(new(f"No {number}")) for number in range(MAX_BY_PERSON + 3)),
        return_exceptions=True,
    )
    refused = [answer for answer in made if isinstance(answer, LimitReached)]
    assert [answer.maximum for answer in refused] == [MAX_BY_PERSON] * 3
    await storage.opponents.create(new("Bob's", creator_id=BOB))
    await storage.opponents.create(new("Ann's elsewhere", ELSEWHERE))
    await storage.opponents.delete((await storage.opponents.of_guild(GUILD))[-1].id)
    await storage.opponents.create(new("One more"))


async def test_a_deleted_one_makes_room_and_its_id_is_not_given_again(storage: Storage) -> None:
    saved = await storage.opponents.create(new("Lucy"))
    assert await storage.opponents.delete(saved.id)
    assert not await storage.opponents.delete(saved.id)
    assert await storage.opponents.of_guild(GUILD) == ()
    again = await storage.opponents.create(new("Lucy"))
    assert again.id > saved.id

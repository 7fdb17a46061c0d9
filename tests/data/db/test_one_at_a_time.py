"""Uniqueness in a place: the database itself refuses a second row from any process."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import insert, select, update

from data import Storage, StorageError
from data.db.errors import NameTaken
from data.games.records import ExhibitionThere, GameChanged, Seat
from data.people.opponents import NewOpponent
from data.ratings.ratings import Pool, RatingList
from data.tables.people import players
from data.tables.playing import games
from data.tables.schema import MAX_PLAYER
from tests.data.games.test_matches import ASKED, MATCH
from tests.data.helpers import ANN, BOB, CALLED_OFF, CHANNEL, GUILD, against_computer, between
from tests.databases import url_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sqlalchemy import Connection, update


PEOPLE = RatingList("reversi", Pool.PEOPLE)


@pytest.fixture
async def other(storage: Storage, path: Path) -> AsyncIterator[Storage]:
    """The storage of another process on the same database."""
    opened = await Storage.open(url_of(path))
    yield opened
    await opened.close()


async def test_one_exhibition_at_a_time_in_a_channel(storage: Storage, other: Storage) -> None:
    made = await asyncio.gather(
        *(place.create_game(MATCH) for place in (storage, other) * 3), return_exceptions=True
    )
    refused = [answer for answer in made if isinstance(answer, ExhibitionThere)]
    (game,) = [answer for answer in made if not isinstance(answer, BaseException)]
    assert [there.game for there in refused] == [game] * 5
    await storage.create_game(replace(MATCH, channel_id=CHANNEL + 1, challenger_id=BOB))
    await storage.create_game(between())
    await storage.create_game(against_computer())
    await storage.finish(game, CALLED_OFF)
    assert (await other.create_game(MATCH)).id > game.id


async def test_the_database_forbids_a_second_exhibition(storage: Storage) -> None:
    first = await storage.create_game(MATCH)
    second = await storage.create_game(replace(MATCH, channel_id=CHANNEL + 1, challenger_id=BOB))
    moved = update(games).where(games.c.id == second.id).values(channel_id=first.channel_id)
    with pytest.raises(StorageError, match=r"(?i)unique"):
        await storage._database.write(lambda c: c.execute(moved))


async def test_one_rematch_one_strength_test_one_name(storage: Storage, other: Storage) -> None:
    game = await storage.finish(await storage.create_game(between()), CALLED_OFF)
    both = (storage, other) * 3
    rematches = await asyncio.gather(
        *(place.create_rematch(game.id, between()) for place in both), return_exceptions=True
    )
    assert sum(isinstance(answer, GameChanged) for answer in rematches) == 5
    begun = await asyncio.gather(*(place.strength_tests.begin(ASKED) for place in both))
    assert sum(new for _, new in begun) == 1
    opponent = NewOpponent(GUILD, "Lucy", "greedy:3", ANN)
    saved = await asyncio.gather(
        *(place.opponents.create(opponent) for place in both), return_exceptions=True
    )
    assert sum(isinstance(answer, NameTaken) for answer in saved) == 5


async def test_a_violated_constraint_is_checked_again(storage: Storage) -> None:
    """On a database server another process may store something between a check and what follows it."""
    tries = 0

    def work(connection: Connection) -> str:
        nonlocal tries
        tries += 1
        if connection.scalar(select(players.c.id).where(players.c.id == ANN)) and tries > 1:
            return "there already"
        connection.execute(insert(players).values(id=ANN, name="Ann"))
        return "stored"

    assert await storage._database.write(work) == "stored"
    tries = 0
    assert await storage._database.write(work) == "there already"


async def test_what_stays_forbidden_is_a_fault_of_ours(storage: Storage) -> None:
    def work(connection: Connection) -> None:
        connection.execute(insert(players).values(id=ANN, name=None))

    with pytest.raises(StorageError):
        await storage._database.write(work)


async def test_no_text_of_any_length_is_stored_for_a_player(storage: Storage) -> None:
    text = "x" * (MAX_PLAYER + 1)
    game = await storage.create_game(against_computer())
    for make in (
        lambda: against_computer(computer=text),
        lambda: replace(MATCH, seats=(Seat(computer="easy"), Seat(computer=text))),
        lambda: NewOpponent(GUILD, "Lucy", text, ANN),
    ):
        with pytest.raises(ValueError, match="more than"):
            make()
    with pytest.raises(ValueError, match="more than"):
        await storage.unrating.set_delegate(game, 0, text)
    with pytest.raises(ValueError, match="more than"):
        await storage.strength_tests.begin(replace(ASKED, second=text))

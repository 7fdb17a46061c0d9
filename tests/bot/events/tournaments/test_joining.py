"""Joining a tournament or an exhibition, many at once, and its message."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from typing import Any

import pytest

from bot.core.people import Person
from bot.core.refusals import Refusal
from bot.events.refusals import EventFull, NobodyForComputers, TooFewEntrants
from bot.events.tournaments.cards import EventCards, TournamentMessage
from bot.events.tournaments.forms import Form
from data import Storage
from data.db.database import Database
from data.games.time_control import Live
from data.people.players import PeopleStore
from data.tables.schema import Untrusted
from data.tournaments.records import NewTournament, TournamentEntrant, TournamentTerms
from data.tournaments.tournaments import TournamentStore
from tests.bot.events.tournaments.helpers import tournaments_of
from tests.bot.helpers import Clock, kit_of
from tests.cases import there

GUILD, CHANNEL, PLACES = 7001, 8001, 16
PEOPLE = [Person(2000 + number, f"Person {number}", GUILD) for number in range(50)]


async def _join_at_once(join: Callable[[Person], Coroutine[Any, Any, None]], full: type[Exception]) -> None:
    ended = await asyncio.gather(*map(join, PEOPLE), return_exceptions=True)
    assert ended.count(None) == PLACES
    assert sum(isinstance(one, full) for one in ended) == len(PEOPLE) - PLACES


async def test_nobody_tries_again_to_join_a_tournament(
    storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = TournamentTerms("reversi", "", Form.SWISS, Live(5, 3), PLACES, 0, 0, False, False, None)
    made = await storage[TournamentStore].create(
        NewTournament(GUILD, CHANNEL, 1001, terms, 1, clock(), None), 5, 5
    )
    reads = _counted(storage[TournamentStore], monkeypatch)
    rooms = tournaments_of(storage, clock)
    await _join_at_once(lambda who: rooms.join(made.id, who), EventFull)
    assert len(reads) == len(PEOPLE)


@pytest.mark.parametrize(
    ("filler", "joined", "refused"),
    [
        ("easy", 0, NobodyForComputers),
        ("easy", 1, None),
        (None, 0, TooFewEntrants),
        (None, 1, TooFewEntrants),
    ],
)
async def test_computers_need_one_person_to_begin(
    storage: Storage, clock: Clock, filler: str | None, joined: int, refused: type[Refusal] | None
) -> None:
    terms = TournamentTerms("reversi", "", Form.SWISS, Live(5, 3), PLACES, 0, 0, False, False, filler)
    organiser = PEOPLE[-1]
    new = NewTournament(GUILD, CHANNEL, organiser.id, terms, 1, clock(), None)
    made = await storage[TournamentStore].create(new, 5, 5)
    rooms = tournaments_of(storage, clock)
    for who in PEOPLE[:joined]:
        await rooms.join(made.id, who)
    with nullcontext() if refused is None else pytest.raises(refused):
        await rooms.start(made.id, organiser, moderator=False)


def _counted(store: Any, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows with every read of an event."""
    reads, find = list[int](), store.find

    async def counted(event_id: int) -> Any:
        reads.append(event_id)
        return await find(event_id)

    monkeypatch.setattr(store, "find", counted)
    return reads


async def test_the_content_is_read_in_one_transaction(
    storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = TournamentTerms("reversi", "", Form.SWISS, Live(5, 3), 16, 0, 0, False, False, None)
    made = await storage[TournamentStore].create(
        NewTournament(GUILD, CHANNEL, 1001, terms, 1, clock(), None), 5, 5
    )
    await storage[PeopleStore].remember(1001, "Ann", GUILD, "Annie")
    for number, player_id in ((1, 1001), (2, 1002)):
        record = there(await storage[TournamentStore].find(made.id))
        await storage[TournamentStore].join(
            record, TournamentEntrant(number, 1500.0, player_id=player_id, computer=None)
        )
    database: Database = storage[TournamentStore]._database
    read, reads = database.read, Counter[str]()

    async def counted(work: Callable[..., Any]) -> Any:
        reads["transactions"] += 1
        return await read(work)

    monkeypatch.setattr(database, "read", counted)
    content = await EventCards(kit_of(storage, clock)).content(made.id)
    assert isinstance(content, TournamentMessage)
    # A person without a known name is left out.
    assert content.names == {1: "Annie"}
    assert isinstance(content.names[1], Untrusted)
    assert reads == {"transactions": 1}

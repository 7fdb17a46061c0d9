"""Many people join a tournament or an exhibition at once."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

from bot.core.people import Person
from bot.events.refusals import EventFull
from bot.events.tournaments.forms import Form
from bot.events.tournaments.tournaments import SimulDoings, Tournaments
from data.games.clocks import Live
from data.tournaments.records import NewTournament, TournamentTerms
from tests.data.helpers import simul

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from data import Storage
    from tests.data.helpers import Clock

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
    made = await storage.tournaments.create(
        NewTournament(GUILD, CHANNEL, 1001, terms, 1, clock(), None), 5, 5
    )
    reads = _counted(storage.tournaments, monkeypatch)

    async def advance(tournament_id: int) -> None:
        await asyncio.sleep(0)

    rooms = Tournaments(storage, Mock(), advance, 5, now=clock, rng=random.Random(1))
    await _join_at_once(lambda who: rooms.join(made.id, who), EventFull)
    assert len(reads) == len(PEOPLE)


async def test_nobody_tries_again_to_join_an_exhibition(
    storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await storage.tournaments.create(simul(clock(), exhibitor="easy", places=PLACES), 5, 5)
    reads = _counted(storage.tournaments, monkeypatch)
    simuls = SimulDoings(Mock(), Mock(), 5)
    rooms = Tournaments(storage, Mock(), Mock(), 5, now=clock, rng=random.Random(1), simuls=simuls)
    await _join_at_once(lambda who: rooms.join(made.id, who), EventFull)
    assert len(reads) == len(PEOPLE)


def _counted(store: Any, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows with every read of an event."""
    reads, find = list[int](), store.find

    async def counted(event_id: int) -> Any:
        reads.append(event_id)
        return await find(event_id)

    monkeypatch.setattr(store, "find", counted)
    return reads

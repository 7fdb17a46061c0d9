"""Opponents of a simultaneous exhibition who leave."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

from bot.core.people import Person
from bot.events.refusals import EventBegun
from bot.events.tournaments.simul_rules import boards_of, field
from bot.events.tournaments.tournaments import SimulDoings, Tournaments
from data.tournaments.records import TournamentEntrant, TournamentRecord
from tests.bot.helpers import kit_of
from tests.data.helpers import BOB, CAT, GUILD, simul

if TYPE_CHECKING:
    from data import Storage
    from tests.data.helpers import Clock


@pytest.fixture
async def waiting(storage: Storage, clock: Clock) -> TournamentRecord:
    """An exhibition that Bob and Cat have joined."""
    made = await storage.tournaments.create(simul(clock()), 5, 5)
    for number, person in enumerate((BOB, CAT), 1):
        record = await found(storage, made.id)
        await storage.tournaments.join(
            record, TournamentEntrant(number, 0.0, player_id=person, computer=None)
        )
    return await found(storage, made.id)


async def found(storage: Storage, number: int) -> TournamentRecord:
    record = await storage.tournaments.find(number)
    assert record is not None
    return record


async def test_a_place_is_free_again_before_the_start_only(
    storage: Storage, clock: Clock, waiting: TournamentRecord
) -> None:
    number, bob, cat = waiting.tournament.id, Person(BOB, "Bob", GUILD), Person(CAT, "Cat", GUILD)
    simuls = SimulDoings(Mock(), Mock())
    rooms = Tournaments(kit_of(storage, clock), Mock(), simuls)
    await rooms.leave(number, bob)
    record = await found(storage, number)
    assert [(one.number, one.player_id) for one in boards_of(record)] == [(2, CAT)]
    entrants, pairings = field(record)
    await storage.tournaments.start(record, entrants, None, pairings, boards_id=9)
    with pytest.raises(EventBegun):
        await rooms.leave(number, cat)
    record = await found(storage, number)
    # Boards are numbered from 1.
    assert [(one.number, one.player_id) for one in boards_of(record)] == [(1, CAT)]
    assert all(one.left_round is None for one in record.entrants)

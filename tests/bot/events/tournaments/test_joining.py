"""Joining and leaving tournaments and exhibitions, their message, and results as an exhibitor has them."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from unittest.mock import Mock

import pytest

from bot.core.people import Person
from bot.core.publisher import Publisher
from bot.core.refusals import Refusal
from bot.events.refusals import EventFull, NoBoardToLeave, NobodyForComputers, TooFewEntrants
from bot.events.tournaments.cards import EventCards, Threads, TournamentMessage
from bot.events.tournaments.director import TournamentDirector
from bot.events.tournaments.forms.types import Form
from bot.events.tournaments.simul_rules import boards_of, field, outcome_of, score_of, seats_of
from bot.events.tournaments.tournaments import Tournaments
from bot.play.games.flow import GameFlow
from data import Storage
from data.games.records import Ending, Game, GameState, Outcome, Seat
from data.games.time_control import Live
from data.people.personal import DELETED_PLAYER
from data.people.players import PeopleStore
from data.tables.schema import Untrusted
from data.tournaments.records import (
    SIMUL,
    ExhibitorSide,
    NewTournament,
    PairingOutcome,
    StoredPairing,
    Tournament,
    TournamentEntrant,
    TournamentRecord,
    TournamentState,
    TournamentTerms,
)
from data.tournaments.tournaments import TournamentStore
from tests.bot.helpers import ANN, BOB, CAT, Clock, kit_of, spied
from tests.cases import for_each, there
from tests.data.helpers import GUILD
from tests.data.playing import between, simul

CHANNEL, PLACES = 8001, 16
PEOPLE = [Person(2000 + number, f"Person {number}", GUILD) for number in range(50)]


class _Director(TournamentDirector):
    def follow_up(self, event_id: int) -> None:
        """Take no steps."""


class House:
    """A server's tournaments, and what people may do in them, without Discord."""

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self.storage, self.clock, self.store = storage, clock, storage[TournamentStore]
        without: dict[Any, Any] = {Publisher: Mock(), Threads: Mock(), GameFlow: Mock()}
        kit = kit_of(storage, clock, without)
        kit[TournamentDirector] = _Director(kit)
        self.rooms = Tournaments(kit)

    async def opened(self, filler: str | None = None) -> int:
        """Store a tournament that people can join, and return its number."""
        terms = TournamentTerms("reversi", "", Form.SWISS, Live(5, 3), PLACES, 0, 0, False, False, filler)
        new = NewTournament(GUILD, CHANNEL, PEOPLE[-1].id, terms, 1, self.clock(), None)
        return (await self.store.create(new, 5, 5)).id

    async def found(self, number: int) -> TournamentRecord:
        return there(await self.store.find(number))

    async def enter(self, number: int, *people: int) -> None:
        """Let these people join, without what else joining does."""
        for place, person in enumerate(people, 1):
            entrant = TournamentEntrant(place, 1500.0, player_id=person, computer=None)
            await self.store.join(await self.found(number), entrant)


@pytest.fixture
def house(storage: Storage, clock: Clock) -> House:
    return House(storage, clock)


async def test_nobody_tries_again_to_join_a_tournament(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    number = await house.opened()
    reads = spied(monkeypatch, house.store, "find")
    ended = await asyncio.gather(*(house.rooms.join(number, who) for who in PEOPLE), return_exceptions=True)
    assert ended.count(None) == PLACES
    assert sum(isinstance(one, EventFull) for one in ended) == len(PEOPLE) - PLACES
    assert len(reads) == len(PEOPLE)


@for_each(
    ("filler", "joined", "refused"),
    ("easy", 0, NobodyForComputers),
    ("easy", 1, None),
    (None, 0, TooFewEntrants),
    (None, 1, TooFewEntrants),
)
async def test_computers_need_one_person_to_begin(
    house: House, filler: str | None, joined: int, refused: type[Refusal] | None
) -> None:
    number = await house.opened(filler)
    for who in PEOPLE[:joined]:
        await house.rooms.join(number, who)
    with nullcontext() if refused is None else pytest.raises(refused):
        await house.rooms.start(number, PEOPLE[-1], moderator=False)


async def test_the_content_is_read_in_one_transaction(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await house.opened()
    await house.storage[PeopleStore].remember(1001, "Ann", GUILD, "Annie")
    await house.enter(made, 1001, 1002)
    reads = spied(monkeypatch, house.store._database, "read")
    content = await EventCards(kit_of(house.storage, house.clock)).content(made)
    assert isinstance(content, TournamentMessage)
    # A person without a known name is left out.
    assert content.names == {1: "Annie"}
    assert isinstance(content.names[1], Untrusted)
    assert len(reads) == 1


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def exhibition(side: ExhibitorSide, *outcomes: str | None, computer: str | None = None) -> TournamentRecord:
    """Ann, or a computer, exhibits against Bob on some boards."""
    terms = TournamentTerms("reversi", "", SIMUL, None, 20, 0, 0, False, True, None, side, computer)
    tournament = Tournament(
        id=1, guild_id=7, channel_id=8, message_id=None, boards_id=9, digest=None, organiser_id=ANN.id,
        terms=terms, seed=0, state=TournamentState.RUNNING, created_at=NOON, starts_at=NOON, started_at=NOON,
        ends_at=None, paused_at=None, finished_at=None, reason=None, announced=False, version=0,
    )  # fmt: skip
    numbers = range(1, len(outcomes) + 1)
    entrants = [
        TournamentEntrant(0, 0.0, player_id=tournament.exhibitor_id, computer=computer),
        *(TournamentEntrant(number, 0.0, player_id=BOB.id, computer=None) for number in numbers),
    ]
    told: dict[str, Any] = {"game_id": None, "told": True, "corrected_by": None}
    pairings = [
        StoredPairing(1, 0, number, None if outcome is None else PairingOutcome(outcome), id=number, **told)
        for number, outcome in zip(numbers, outcomes, strict=True)
    ]
    return TournamentRecord(tournament, tuple(entrants), frozenset(), tuple(pairings))


@for_each(
    ("side", "first"), ("alternating", [True, False, True]), ("first", [True] * 3), ("second", [False] * 3)
)
def test_the_exhibitor_has_the_chosen_side(side: ExhibitorSide, first: list[bool]) -> None:
    record = exhibition(side, None, None, None)
    seats = [seats_of(record, one) for one in boards_of(record)]
    assert [pair[0].player_id == ANN.id for pair in seats] == first
    assert all({seat.player_id for seat in pair} == {ANN.id, BOB.id} for pair in seats)


def test_a_computer_sits_in_the_exhibitors_place() -> None:
    record = exhibition("second", None, computer="easy")
    assert seats_of(record, boards_of(record)[0]) == (Seat(BOB.id), Seat(computer="easy"))


def test_the_score_counts_boards_by_result() -> None:
    score = score_of(exhibition("first", "1-0", "0-1", "1-0", "draw", None, "0-0"))
    assert (score.wins, score.draws, score.losses, score.pending) == (2, 1, 1, 1)


@pytest.fixture
async def game(storage: Storage) -> Game:
    return await storage.create_game(between(ANN.id, BOB.id))


def ended(game: Game, outcome: Outcome, **changed: object) -> Game:
    over = replace(game, state=GameState.FINISHED, winner=outcome.winner, ending=outcome.ending)
    return replace(over, **changed)  # type: ignore[arg-type]


async def test_results_are_the_exhibitors(game: Game) -> None:
    first, second = exhibition("first", None), exhibition("second", None)
    won = ended(game, Outcome(0, None, Ending.RESIGNED))
    drawn = ended(game, Outcome(None, None, Ending.DRAWN))
    assert [outcome_of(boards_of(one)[0], won) for one in (first, second)] == ["1-0", "0-1"]
    assert [outcome_of(boards_of(one)[0], drawn) for one in (first, second)] == ["draw", "draw"]


async def test_who_never_moved_has_lost_and_so_has_a_deleted_player(game: Game) -> None:
    record = exhibition("first", None)
    board = boards_of(record)[0]
    called_off = Outcome(None, None, Ending.CALLED_OFF)
    assert outcome_of(board, ended(game, called_off, turn=0)) == "0-1"
    assert outcome_of(board, ended(game, called_off, turn=1)) == "1-0"
    gone = (Seat(ANN.id), Seat(DELETED_PLAYER))
    assert outcome_of(board, ended(game, called_off, turn=0, seats=gone)) == "1-0"


async def test_a_board_put_aside_has_no_result(game: Game) -> None:
    record = exhibition("first", None)
    assert outcome_of(boards_of(record)[0], replace(game, adjourned_at=NOON)) == "0-0"


async def test_a_place_is_free_again_before_the_start_only(house: House) -> None:
    number = (await house.store.create(simul(house.clock()), 5, 5)).id
    await house.enter(number, BOB.id, CAT.id)
    bob, cat = Person(BOB.id, "Bob", GUILD), Person(CAT.id, "Cat", GUILD)
    await house.rooms.leave(number, bob)
    record = await house.found(number)
    assert [(one.number, one.player_id) for one in boards_of(record)] == [(2, CAT.id)]
    entrants, pairings = field(record)
    await house.store.start(record, entrants, None, pairings, boards_id=9)
    with pytest.raises(NoBoardToLeave):
        await house.rooms.leave(number, cat)
    record = await house.found(number)
    # Boards are numbered from 1.
    assert [(one.number, one.player_id) for one in boards_of(record)] == [(1, CAT.id)]
    assert all(one.left_round is None for one in record.entrants)

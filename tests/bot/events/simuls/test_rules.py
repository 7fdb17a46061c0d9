"""Results of a simultaneous exhibition's boards, from the exhibitor's point of view."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.events.simuls.rules import outcome_of, score_of, seats_of
from data import Storage
from data.games.records import Ending, Game, GameState, Outcome, Seat
from data.people.personal import DELETED_PLAYER
from data.simuls.records import (
    Simul,
    SimulOpponent,
    SimulOutcome,
    SimulRecord,
    SimulSide,
    SimulState,
    SimulTerms,
)
from tests.bot.helpers import ANN, BOB
from tests.data.helpers import between

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def exhibition(side: SimulSide, *outcomes: SimulOutcome | None, computer: str | None = None) -> SimulRecord:
    """Ann, or a computer, exhibits against Bob on some boards."""
    terms = SimulTerms("reversi", "", computer, None, 20, side, False, True)
    new = (7, 8, 9, ANN.id, terms, NOON)
    simul = Simul(*new, 1, None, None, SimulState.RUNNING, None, None, True, False, 0)
    opponents = [SimulOpponent(number, BOB.id, outcome=outcome) for number, outcome in enumerate(outcomes, 1)]
    return SimulRecord(simul, tuple(opponents), frozenset())


@pytest.mark.parametrize(
    ("side", "first"), [("alternating", [True, False, True]), ("first", [True] * 3), ("second", [False] * 3)]
)
def test_the_exhibitor_has_the_chosen_side(side: SimulSide, first: list[bool]) -> None:
    record = exhibition(side, None, None, None)
    seats = [seats_of(record, one) for one in record.opponents]
    assert [pair[0].player_id == ANN.id for pair in seats] == first
    assert all({seat.player_id for seat in pair} == {ANN.id, BOB.id} for pair in seats)


def test_a_computer_sits_in_the_exhibitors_place() -> None:
    record = exhibition("second", None, computer="easy")
    assert seats_of(record, record.opponents[0]) == (Seat(BOB.id), Seat(computer="easy"))


def test_the_score_counts_boards_by_result() -> None:
    score = score_of(exhibition("first", "win", "loss", "win", "draw", None, "none"))
    assert (score.wins, score.draws, score.losses, score.pending, score.counted) == (2, 1, 1, 1, 4)


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
    assert [outcome_of(one, one.opponents[0], won) for one in (first, second)] == ["win", "loss"]
    assert [outcome_of(one, one.opponents[0], drawn) for one in (first, second)] == ["draw", "draw"]


async def test_who_never_moved_has_lost_and_so_has_a_deleted_player(game: Game) -> None:
    record = exhibition("first", None)
    board = record.opponents[0]
    called_off = Outcome(None, None, Ending.CALLED_OFF)
    assert outcome_of(record, board, ended(game, called_off, turn=0)) == "loss"
    assert outcome_of(record, board, ended(game, called_off, turn=1)) == "win"
    gone = (Seat(ANN.id), Seat(DELETED_PLAYER))
    assert outcome_of(record, board, ended(game, called_off, turn=0, seats=gone)) == "win"


async def test_a_board_put_aside_has_no_result(game: Game) -> None:
    record = exhibition("first", None)
    assert outcome_of(record, record.opponents[0], replace(game, adjourned_at=NOON)) == "none"

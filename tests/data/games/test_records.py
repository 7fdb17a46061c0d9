"""Values that make no sense are refused where they are made."""

from __future__ import annotations

import math

import pytest

from data.games.records import Ending, GameState, NewMove, Outcome, Seat
from tests.cases import for_each
from tests.data.helpers import between, offer


def test_a_seat_holds_one() -> None:
    with pytest.raises(ValueError, match="not both"):
        Seat(player_id=1, computer="easy")
    assert Seat().is_open
    assert not Seat(computer="easy").is_open
    assert not Seat(player_id=1).is_open


@pytest.mark.parametrize("state", [GameState.FINISHED, GameState.CLOSED])
def test_a_new_game_has_not_ended(state: GameState) -> None:
    with pytest.raises(ValueError, match=f"not {state}"):
        between(state=state)


def test_a_game_that_starts_at_once_has_two_players() -> None:
    with pytest.raises(ValueError, match="both seats"):
        offer(state=GameState.PLAYING)


@for_each("seconds", [-0.1, math.nan, math.inf])
def test_a_move_takes_a_sensible_time(seconds: float) -> None:
    with pytest.raises(ValueError, match="time"):
        NewMove("d3", 0, seconds)


def test_a_move_is_made_by_a_side() -> None:
    with pytest.raises(ValueError, match="side 0 or 1, not 2"):
        NewMove("d3", 2, 1.0)


@for_each(("winner", "ending"), [(2, Ending.PLAYED), (0, Ending.CALLED_OFF), (None, Ending.RESIGNED)])
def test_an_outcome_agrees_with_itself(winner: int | None, ending: Ending) -> None:
    with pytest.raises(ValueError, match="winner"):
        Outcome(winner, None, ending)

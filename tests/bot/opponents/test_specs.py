"""Who the computer can be, as the seat of a stored game tells it."""

from __future__ import annotations

import pytest

from bot.opponents.specs import Opponent, opponent, opponent_name
from engine import EngineError
from engine.players.computer import ComputerPlayer
from engine.players.levels import levels_of
from tests.bot.helpers import REVERSI


@pytest.mark.parametrize("level", levels_of("reversi"))
def test_a_level_has_its_player_and_its_rating(level: str) -> None:
    player, rating = levels_of("reversi")[level]
    assert opponent(REVERSI, level) == Opponent(level, player, rating)
    assert opponent_name(level) == level


@pytest.mark.parametrize(("seat", "name"), [("positional:3", "positional:3"), ("Lucy|positional:3", "Lucy")])
def test_any_player_described_as_text_is_unrated(seat: str, name: str) -> None:
    assert opponent(REVERSI, seat) == Opponent(name, ComputerPlayer("positional", 3), None)
    assert opponent_name(seat) == name


@pytest.mark.parametrize("seat", ["", "godlike", "Lucy|", "Lucy|godlike", "positional:0"])
def test_what_describes_no_player(seat: str) -> None:
    with pytest.raises(EngineError):
        opponent(REVERSI, seat)

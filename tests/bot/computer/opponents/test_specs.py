"""Computer players as stored in a game's seat."""

from __future__ import annotations

import pytest

from bot.catalog import GAMES
from bot.computer.opponents.specs import Opponent, opponent, opponent_name, require_player
from bot.core.refusals import Refusal
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


@pytest.mark.parametrize(
    ("seat", "stored"),
    [
        ("master", "master"),
        ("positional:3", "positional:3"),
        ("positional|positional:4", "positional|positional:4"),
        ("Lucy|positional:3  random-ties", "Lucy|positional:3 random-ties"),
    ],
)
def test_a_player_has_one_text_that_is_stored(seat: str, stored: str) -> None:
    assert require_player(REVERSI, seat).spec == stored


@pytest.mark.parametrize(
    "seat", ["Lucy|positional:31", "Lucy|positional:3 opening=random:1@101", "threats:4", "Lucy|no-style:3"]
)
def test_unstorable_players(seat: str) -> None:
    with pytest.raises(Refusal):
        require_player(REVERSI, seat)


@pytest.mark.parametrize(
    "seat",
    [f"alignments-{'0' * 4000}1,1,4,16,inf:1", "alignments-1,1,4,1_6,inf:1", "alignments-1, 1,4,16,inf:1"],
)
def test_old_texts_are_read(seat: str) -> None:
    player = opponent(GAMES["connect4"], seat).player
    assert str(player) == opponent_name(seat) == "alignments-1,1,4,16,inf:1"
    assert opponent(GAMES["connect4"], f"Lucy|{seat}") == Opponent("Lucy", player, None)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("alignments-0,0.50,1.5, 4,inf:2", "alignments-0,0.5,1.5,4,inf:2"),
        ("alignments--0.0,+1.0,-00.25,.5,inf:2", "alignments-0,1,-0.25,0.5,inf:2"),
        ("vectors-20,30,1,3,2.50,1:4", "vectors-20,30,1,3,2.5,1:4"),
    ],
)
def test_fractions_are_normalized(typed: str, kept: str) -> None:
    assert require_player(GAMES["connect4"], typed).spec == kept


@pytest.mark.parametrize("seat", ["", "godlike", "Lucy|", "Lucy|godlike", "positional:0"])
def test_invalid_specs(seat: str) -> None:
    with pytest.raises(EngineError):
        opponent(REVERSI, seat)

"""Players are values: they print and parse, refuse nonsense, and keep to what they describe."""

from __future__ import annotations

import pytest

from engine import EngineError, StopFlag, UnknownStyle, reversi, warm_up
from engine.levels import LEVELS
from engine.players import ComputerPlayer


@pytest.mark.parametrize("game", sorted(LEVELS))
def test_every_level_prints_and_parses(game: str) -> None:
    for level in LEVELS[game].values():
        assert ComputerPlayer.parse(str(level.player)) == level.player


def test_easy_medium_and_hard_have_the_depths_of_the_seed() -> None:
    players = [LEVELS["reversi"][name].player for name in ("easy", "medium", "hard")]
    assert [str(player) for player in players] == ["positional:2", "positional:4", "positional:5"]


@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_a_level_looks_as_far_as_it_says(name: str) -> None:
    player = LEVELS["reversi"][name].player
    found = player.choose(reversi.start(), seconds=60)
    assert found.depth == player.depth


def test_expert_uses_its_time_and_obeys_the_flag() -> None:
    stop = StopFlag()
    stop.set_after(0.05)
    found = LEVELS["reversi"]["expert"].player.choose(reversi.start(), 60, stop)
    assert found.move in reversi.start().legal_moves()
    assert found.depth > 5


@pytest.mark.parametrize(
    "text", ["", "positional", ":3", "positional:", "positional:x", "positional:-1", "p:²"]
)
def test_bad_descriptions_are_refused(text: str) -> None:
    with pytest.raises(EngineError):
        ComputerPlayer.parse(text)


def test_an_unknown_style_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownStyle, match=r"no style 'clever'; it has .*positional"):
        ComputerPlayer("clever").choose(reversi.start(), 1)


def test_a_depth_of_zero_is_refused() -> None:
    with pytest.raises(EngineError, match="depth"):
        ComputerPlayer(depth=0)


def test_levels_grow_in_rating() -> None:
    ratings = [level.rating for level in LEVELS["reversi"].values()]
    assert ratings == sorted(ratings)


def test_only_games_that_exist_are_warmed_up() -> None:
    with pytest.raises(EngineError, match="chess"):
        warm_up("chess")

"""Registrations do not overwrite each other, and a game the search core has no room for is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import EngineError, connect4, reversi
from engine.search import registry
from engine.search.registry import LevelRow, register, registered, registered_games
from tests.cases import for_each


@pytest.fixture(autouse=True)
def _registry_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_games", dict(registry._games))


def test_games_have_their_own_keys_and_may_be_as_large_as_the_core_has_room_for() -> None:
    assert {"reversi", "connect4"} <= {game.key for game in registered_games()}
    with pytest.raises(EngineError, match="chess"):
        registered("chess")
    before = registered("reversi")
    with pytest.raises(EngineError, match="reversi"):
        register(replace(registered("connect4"), key="reversi"))
    assert registered("reversi") is before
    register(replace(registered("connect4"), key="large", squares=255, most_moves=128, most_plies=255))
    assert registered("large").key == "large"


@for_each("room", [
    {"squares": 256},
    {"squares": 0},
    {"most_moves": 129},
    {"most_plies": 256},
    {"styles": ()},
    {"starts": ()},
    {"styles": registered("reversi").styles[:1] * 2},
    {"levels": (LevelRow("easy", "positional:1", 1), LevelRow("easy", "positional:2", 2))},
])  # fmt: skip
def test_a_game_that_cannot_be_searched_is_refused(room: dict[str, Any]) -> None:
    with pytest.raises(EngineError):
        register(replace(registered("connect4"), key="odd", **room))
    with pytest.raises(EngineError):
        registered("odd")


@for_each("key", ["reversi", "connect4"])
def test_games_keep_to_the_numbers_they_registered(key: str) -> None:
    game = registered(key)
    for start in game.starts:
        position = start
        plies = 0
        while moves := position.legal_moves():
            assert len(moves) <= game.most_moves
            assert all(0 <= position.move_square(move) < game.squares for move in moves if move != "pass")
            position = position.play(moves[len(moves) // 2])
            plies += 1
        assert plies <= game.most_plies
    # One start for each class of state.
    assert len({type(start.state()) for start in game.starts}) == len(game.starts)


def test_transcripts_are_split_into_moves() -> None:
    assert registered("reversi").split_moves("f5d6a10b1") == ["f5", "d6", "a10", "b1"]
    assert registered("connect4").split_moves("4453") == ["4", "4", "5", "3"]
    for start, text in ((reversi.start(), "?"), (connect4.start(), "x")):
        with pytest.raises(EngineError):
            start.play(registered(start.game).split_moves(text)[0])

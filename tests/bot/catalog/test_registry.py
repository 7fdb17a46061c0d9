"""The games that are offered, and in which order."""

from __future__ import annotations

import pytest

from bot.catalog import GAMES, discover, register


def test_reversi_is_offered_first() -> None:
    assert list(GAMES) == ["reversi", "connect4"]


def test_a_game_is_registered_once() -> None:
    before = GAMES["reversi"]
    with pytest.raises(ValueError, match="reversi"):
        register(GAMES["reversi"])
    discover()
    assert list(GAMES) == ["reversi", "connect4"]
    assert GAMES["reversi"] is before

"""The first games of newcomers, simulated."""

from __future__ import annotations

import pytest

from bot.catalog import GAMES
from research.first_games import games_won


@pytest.mark.long
@pytest.mark.parametrize("game", ["reversi", "connect4"])
def test_people_of_strength_500_win_two_of_their_first_five_games(game: str) -> None:
    assert games_won(GAMES[game], 500, 2000) >= 1.95

"""What is said of the computer player's levels."""

from __future__ import annotations

import pytest

from bot.catalog import GAMES
from bot.ui.level_words import LEVELS, level_line
from bot.ui.options import MAX_CHOICES
from tests.bot.helpers import REVERSI

SHIPPED = ("reversi", "connect4")


def test_a_level_is_told_in_one_line() -> None:
    assert level_line(REVERSI, "hard") == (
        f"hard · level 4 of 15 · casual club player · rating {REVERSI.levels['hard'].rating}"
    )


@pytest.mark.parametrize("game", SHIPPED)
def test_every_level_has_a_description_of_its_own(game: str) -> None:
    assert list(LEVELS[game]) == list(GAMES[game].levels)
    assert len(set(LEVELS[game].values())) == len(GAMES[game].levels) <= MAX_CHOICES

"""Wording of the computer's levels."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.catalog import GAMES
from bot.ui.level_words import LEVELS, level_line, suggested_line, suits_you
from bot.ui.options import MAX_CHOICES
from tests.bot.helpers import REVERSI
from tests.cases import for_each

SHIPPED = ("reversi", "connect4")


def test_a_level_is_told_in_one_line() -> None:
    assert level_line(REVERSI, "hard") == (
        f"hard · level 6 of 19 · casual club player · rating {REVERSI.levels['hard'].rating}"
    )


def test_a_level_is_told_by_the_players_it_is_like() -> None:
    assert " · like an occasional player · " in level_line(REVERSI, "easy")
    assert " · like someone who plays often · " in level_line(REVERSI, "medium")


@for_each("line", [suits_you, suggested_line])
@for_each("game", SHIPPED)
def test_the_longest_line_fits_into_the_100_characters_of_a_menu(
    game: str, line: Callable[[str], str]
) -> None:
    kind = GAMES[game]
    assert max(len(line(level_line(kind, level))) for level in kind.levels) <= 100


@pytest.mark.parametrize("game", SHIPPED)
def test_every_level_has_a_description_of_its_own(game: str) -> None:
    assert list(LEVELS[game]) == list(GAMES[game].levels)
    assert len(set(LEVELS[game].values())) == len(GAMES[game].levels) <= MAX_CHOICES

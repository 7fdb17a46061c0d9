"""The words of puzzles: every theme has a name, lines are told move by move."""

from __future__ import annotations

from bot.puzzles.words import THEMES, answer, theme_name
from engine.puzzles import Puzzle, puzzle_game
from tests.cases import for_each

ALL_THEMES = sorted({theme for of_game in puzzle_game.THEMES.values() for theme in of_game})


@for_each("theme", ALL_THEMES)
def test_every_theme_has_a_name(theme: str) -> None:
    assert theme in THEMES or theme_name(theme).startswith("win in ")
    assert len(theme_name(theme)) <= 100


def test_a_win_is_counted() -> None:
    assert theme_name("win-in-1") == "win in 1 move"
    assert theme_name("win-in-3") == "win in 3 moves"


def test_an_answer_names_both_sides_moves_and_passes() -> None:
    puzzle = Puzzle("c0", "connect4", "", "", ("4", "4", "3"), "win", 1, 1000.0, ())
    assert answer(puzzle) == "🔴 column 4, 🟡 column 4, 🔴 column 3"

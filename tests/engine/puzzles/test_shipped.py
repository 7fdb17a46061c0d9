"""The puzzles that come with the program."""

from __future__ import annotations

import pytest

from engine import puzzles
from engine.puzzles import Puzzle
from engine.puzzles.games import puzzle_game

SHIPPED = puzzles.shipped()


@pytest.mark.parametrize("puzzle", SHIPPED[::25], ids=lambda puzzle: puzzle.id)
def test_puzzles_are_found_by_their_ids_and_their_lines_can_be_played(puzzle: Puzzle) -> None:
    assert puzzles.find(puzzle.id) is puzzle
    position = puzzle_game(puzzle.game).parse(puzzle.position)
    for move in puzzle.line:
        assert move in position.legal_moves()
        position = position.play(move)


def test_each_game_has_its_own() -> None:
    assert {puzzle.game for puzzle in puzzles.shipped("reversi")} == {"reversi"}
    assert {puzzle.game for puzzle in puzzles.shipped("connect4")} == {"connect4"}
    assert puzzles.shipped("chess") == ()
    assert puzzles.find("nothing") is None

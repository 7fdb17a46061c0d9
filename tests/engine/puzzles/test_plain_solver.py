"""Shipped puzzles are right by a solver that shares nothing with the engine."""

from __future__ import annotations

import random
from functools import cache

from engine import puzzles
from engine.puzzles import Puzzle
from engine.puzzles.making import puzzle_game
from tests.cases import for_each
from tests.engine.puzzles import plain_solver

#: What the plain solver can do in a moment.
MAX_EMPTIES = {"reversi": 6, "connect4": 13}
SAMPLE = 5


def _left(puzzle: Puzzle) -> int:
    cells = puzzle_game(puzzle.game).parse(puzzle.position).cells()  # type: ignore[attr-defined]
    return sum(cell is None for cell in cells)


@cache
def sample(game: str) -> list[Puzzle]:
    small = [puzzle for puzzle in puzzles.shipped(game) if _left(puzzle) <= MAX_EMPTIES[game]]
    return random.Random(2024).sample(small, min(SAMPLE, len(small)))


def _alone(values: dict[str, int], move: str, puzzle: Puzzle) -> bool:
    second = max(value for other, value in values.items() if other != move)
    if puzzle.goal == "win":
        reached = values[move] > 0 >= second
    elif puzzle.goal == "save":
        reached = values[move] == 0 > second
    else:
        reached = puzzle.game == "reversi" and values[move] - second >= 2
    return reached and values[move] - second >= puzzle.margin


@for_each("number", range(SAMPLE))
def test_reversi(number: int) -> None:
    puzzle = sample("reversi")[number]
    text = puzzle.position
    for ply, move in enumerate(puzzle.line):
        values = plain_solver.reversi_values(text)
        if ply % 2:
            assert values[move] == max(values.values()), puzzle.id
        else:
            assert _alone(values, move, puzzle), puzzle.id
        text = plain_solver.reversi_after(text, move)


@for_each("number", range(SAMPLE))
def test_connect_4(number: int) -> None:
    puzzle = sample("connect4")[number]
    grid = plain_solver.grid_of(puzzle.position)
    for ply, move in enumerate(puzzle.line):
        if ply % 2:
            values = plain_solver.distances(grid)
            assert values[move] == max(values.values()), puzzle.id
        else:
            assert _alone(plain_solver.outcomes(grid), move, puzzle), puzzle.id
        grid = plain_solver.dropped(grid, move)


def test_there_are_enough_small_ones() -> None:
    assert all(len(sample(game)) == SAMPLE for game in MAX_EMPTIES)

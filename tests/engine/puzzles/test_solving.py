"""Proved values, against plain ones; and what ends a solver."""

from __future__ import annotations

import pytest

from engine import StopFlag, connect4, reversi
from engine.puzzles.solving import PuzzleSolver, Unsolved
from tests.cases import for_each
from tests.engine import oracle
from tests.engine.positions import WHITE_PASSES, random_endgame, random_grid


def expect(
    solver: PuzzleSolver, position: reversi.Position | connect4.Position, values: dict[str, int]
) -> None:
    """The best two moves as these values say, which are scores or outcomes."""
    first, second = sorted(values.values(), reverse=True)[:2]
    found = solver.best_two(position, result_only=position.game == "connect4")
    if first == second:
        assert found is None
    else:
        assert found is not None
        assert (found.best, found.second, values[found.move]) == (first, second, first)


@for_each("seed", range(4))
def test_reversi_as_plain_minimax_says(seed: int) -> None:
    position = random_endgame(seed, 6)
    values = oracle.values(str(position))
    with PuzzleSolver(position) as solver:
        best = [move for move, value in values.items() if value == max(values.values())]
        assert sorted(solver.best_moves(position)) == sorted(best)
        if len(values) > 1:
            assert solver.score(position) == max(values.values())
            expect(solver, position, values)


@for_each("seed", range(4))
def test_connect_4_as_plain_minimax_says(seed: int) -> None:
    position = random_grid(seed, 9)
    soon = oracle.connect4_values(position)
    with PuzzleSolver(position) as solver:
        assert sorted(solver.best_moves(position)) == sorted(m for m in soon if soon[m] == max(soon.values()))
        expect(solver, position, {move: (score > 0) - (score < 0) for move, score in soon.items()})


def test_a_forced_pass_is_the_best_move() -> None:
    position = reversi.parse(WHITE_PASSES)
    with PuzzleSolver(position) as solver:
        assert solver.best_moves(position) == ["pass"]


def test_a_set_flag_and_the_time_end_it() -> None:
    stop = StopFlag()
    stop.set()
    hard = random_endgame(3, 30)
    with PuzzleSolver(hard, stop=stop) as solver, pytest.raises(Unsolved):
        solver.score(hard)
    with PuzzleSolver(hard, seconds=0.01) as solver, pytest.raises(Unsolved):
        solver.score(hard)

"""Start ratings: what the levels make of a puzzle."""

from __future__ import annotations

import pytest

from engine import connect4
from engine.players.computer import levels_of
from engine.puzzles.making import PUZZLE_GAMES
from engine.puzzles.solving import EASIEST, HARDEST, BestTwo, Line, PuzzleSolver, Unsolved, grade, performance
from tests.cases import for_each

LEVELS = [1000.0, 1200.0, 1400.0]


def test_half_of_the_points_are_made_by_the_mean_rating() -> None:
    assert performance(LEVELS, 1.5, 0, 3000) == pytest.approx(1200, abs=1)


def test_more_points_for_the_levels_are_a_lower_rating() -> None:
    found = [performance(LEVELS, points, 800, 1600) for points in (3, 2, 1, 0)]
    assert found == sorted(found)
    assert found[0] == pytest.approx(800, abs=1)
    assert found[-1] == pytest.approx(1600, abs=1)


def _grade(position: connect4.Position, *moves: str) -> float:
    line = Line(moves, (BestTwo(moves[0], 1, -1),))
    with PuzzleSolver(position) as solver:
        return grade(position, line, solver)


def test_what_every_level_sees_is_easy_and_what_none_sees_is_hard() -> None:
    win_at_once = connect4.parse("121212")
    assert _grade(win_at_once, "1") < EASIEST + 200
    # Whoever drops a disc elsewhere lets the other side win.
    assert _grade(win_at_once, "7") == HARDEST


def test_nothing_is_graded_when_time_is_over() -> None:
    position = connect4.parse("121212")
    line = Line(("1",), (BestTwo("1", 1, -1),))
    with PuzzleSolver(position, seconds=0) as solver, pytest.raises(Unsolved):
        grade(position, line, solver)


@for_each("game", list(PUZZLE_GAMES))
def test_levels_err_in_the_same_way_each_time(game: str) -> None:
    level = next(iter(levels_of(game).values())).player
    position = PUZZLE_GAMES[game].parse(
        "4455" if game == "connect4" else "-" * 27 + "OX------XO" + "-" * 27 + "X"
    )
    tries = level.tries(position, 12)
    assert len(tries) == 12
    assert set(tries) <= set(position.legal_moves())
    assert len(set(tries)) > 1
    assert level.tries(position, 12) == tries

"""Connect 4 searched and solved: scores against plain minimax and against the measured positions."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from engine import Limits, StopFlag, connect4, search
from engine.connect4.book import Solver
from tests.cases import for_each
from tests.engine.oracle import connect4_minimax, connect4_values
from tests.engine.positions import random_grid

pytestmark = pytest.mark.usefixtures("compiled_connect4")

POSITIONS = Path(__file__).parents[3] / "bench" / "connect4-positions.txt"
SIZES = [(7, 6, 4), (4, 4, 3), (5, 4, 4), (6, 5, 4), (8, 7, 4), (9, 6, 5), (12, 6, 4), (12, 8, 4)]


@for_each("size", SIZES)
def test_late_positions_are_solved_as_by_plain_minimax(size: tuple[int, int, int]) -> None:
    position = random_grid(1, 8, size)
    found = search(position)
    assert (found.exact, found.score) == (True, connect4_minimax(position))
    assert sorted(candidate.move for candidate in found.candidates) == sorted(position.legal_moves())
    every = search(position, within=math.inf)
    values = {candidate.move: candidate.score for candidate in every.candidates}
    assert values == connect4_values(position)
    assert values[found.move] == found.score


MEASURED = [line.split() for line in POSITIONS.read_text().splitlines()[1:]]
CHEAP = [row for row in MEASURED if row[0] not in ("early-long", "early-longest")]


def test_the_measured_positions_have_their_scores() -> None:
    assert len(MEASURED) == 1020
    solver = Solver(16)
    for _, moves, score in CHEAP[::16]:
        assert solver.score(connect4.parse(moves)) == int(score)
        assert solver.outcome(connect4.parse(moves)) == (int(score) > 0) - (int(score) < 0)


def test_a_search_proves_what_the_solver_says() -> None:
    for _, moves, score in [row for row in MEASURED if row[0] == "middle-long"][::25]:
        position = connect4.parse(moves)
        found = search(position, Limits(seconds=60))
        assert (found.exact, found.score) == (True, int(score))
        end = position
        for move in found.line:
            end = end.play(move)
        assert Solver(16).score(end) == (found.score if end.turn == position.turn else -found.score)


def test_an_unproved_score_is_small_and_a_found_win_is_exact() -> None:
    early = search(connect4.start(), Limits(depth=8))
    assert not early.exact
    assert abs(early.score) < 1
    won = search(connect4.parse("112233"), Limits(depth=6))
    assert (won.move, won.exact, won.score) == ("4", True, 18)
    lost = search(connect4.parse("37475"), Limits(depth=6))
    assert lost.exact
    assert lost.score < 0


def test_a_stopped_search_still_has_a_move_and_others_repeat(stopped: StopFlag) -> None:
    found = search(connect4.start(12, 8), Limits(seconds=None), stopped)
    assert found.move in connect4.start(12, 8).legal_moves()
    assert not found.exact
    position = connect4.parse("12x6:6-7-6")
    one, other = (search(position, Limits(seconds=None, depth=9)) for _ in range(2))
    assert (one.move, one.score, one.nodes, one.line) == (other.move, other.score, other.nodes, other.line)

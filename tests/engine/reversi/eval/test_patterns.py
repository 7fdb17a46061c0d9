"""The learned evaluation: its patterns, its sums against plain loops, and its symmetry."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from engine import Limits, Progress, reversi, search
from engine.jit.compiling import compiled
from engine.players.computer import style_named
from engine.reversi.eval.pattern_sums import pattern_value
from engine.reversi.eval.patterns import CLASSES, LANES, PATTERNS, SIZES, STAGES, STARTS, folded, stage_of
from engine.reversi.eval.probcut import EXACT_MARGINS, exact_error, middle_error
from engine.reversi.eval.tables import search_tables
from engine.search.context_words import ALL_TECHNIQUES, SELECTIVE
from engine.search.interface import probcut_depth
from engine.search.time_management import iterations
from tests.engine.positions import random_endgame
from tests.engine.reversi.eval.by_hand import entries, images

POSITIONS = [random_endgame(seed, empties) for seed, empties in enumerate([1, 5, 12, 20, 28, 36, 44, 52, 58])]


@compiled
def estimated(state: Any, tables: Any) -> Any:
    return pattern_value(state, tables)


@compiled
def errors(depth: Any, discs: Any, selectivity: Any) -> Any:
    return middle_error(depth, discs), exact_error(depth, discs, selectivity)


@pytest.fixture(scope="module")
def weights() -> np.ndarray[Any, Any]:
    random_ties = np.random.default_rng(5)
    return random_ties.integers(-40, 41, (STAGES, folded()[1])).astype(np.int16)


@pytest.fixture(scope="module")
def tables(weights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return search_tables(weights)


def value(position: reversi.Position, tables: np.ndarray[Any, Any]) -> int:
    return int(estimated(position.state(), np.int64(tables.ctypes.data)))


def by_hand(position: reversi.Position, weights: np.ndarray[Any, Any]) -> int:
    """Return the sum as `engine.reversi.eval.patterns` defines it, square by square."""
    stage, shared = stage_of(sum(position.counts())), folded()[0]
    return sum(int(weights[stage, shared[entry]]) for entry in entries(position))


def test_every_pattern_has_all_its_images_once() -> None:
    squares = [frozenset(pattern.squares) for pattern in PATTERNS]
    assert len(PATTERNS) <= LANES
    assert len(set(squares)) == len(squares)
    counts = [sum(pattern.class_number == number for pattern in PATTERNS) for number in range(len(CLASSES))]
    assert dict(zip(CLASSES, counts, strict=True)) == {
        "corner 3x3": 4,
        "corner 2x5": 8,
        "corner arms": 4,
        "edge and X": 4,
        "edge block": 4,
        "row 2": 4,
        "row 3": 4,
        "row 4": 4,
        "diagonal 8": 2,
        "diagonal 7": 4,
        "diagonal 6": 4,
        "diagonal 5": 4,
        "diagonal 4": 4,
    }


def test_mirrored_indices_share_a_weight() -> None:
    shared = folded()[0]
    row = list(CLASSES).index("row 2")
    table = shared[STARTS[row] : STARTS[row] + SIZES[row]]
    draw = random.Random(1)
    for _ in range(50):
        digits = [draw.randrange(3) for _ in range(8)]
        index = sum(digit * 3**place for place, digit in enumerate(digits))
        mirrored = sum(digit * 3**place for place, digit in enumerate(digits[::-1]))
        assert table[index] == table[mirrored]
    # 3^8 fillings, 3^4 of them their own mirror image.
    assert len(set(table)) == (3**8 + 3**4) // 2


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_the_sum_is_what_plain_loops_make_of_it(
    position: reversi.Position, weights: np.ndarray[Any, Any], tables: np.ndarray[Any, Any]
) -> None:
    assert value(position, tables) == by_hand(position, weights)


@pytest.mark.parametrize("position", POSITIONS[2:6], ids=str)
def test_turned_and_mirrored_boards_have_the_same_value(
    position: reversi.Position, tables: np.ndarray[Any, Any]
) -> None:
    assert {value(image, tables) for image in images(position)} == {value(position, tables)}


def test_estimates_stay_below_any_finished_game() -> None:
    full = np.full((STAGES, folded()[1]), 30_000, np.int16)
    assert value(POSITIONS[4], search_tables(full)) == 64 * 64
    assert value(POSITIONS[4], search_tables(-full)) == -64 * 64


def test_trusted_errors_grow_with_what_is_left_out_and_towards_the_end() -> None:
    assert [probcut_depth(depth) for depth in (4, 6, 8, 10, 12)] == [2, 2, 4, 4, 6]
    middle, _ = errors(8, 20, 0)
    assert 64 < middle < 4 * 64
    assert errors(8, 40, 0)[0] > middle
    assert errors(10, 20, 0)[0] > middle
    exact = [errors(18, 46, selectivity)[1] for selectivity in range(len(EXACT_MARGINS))]
    assert exact == sorted(exact)
    assert len(set(exact)) == len(exact)


def test_selective_searches_before_it_leave_the_exact_score_alone() -> None:
    position = random_endgame(21, 17)
    found = search(position)
    plain = search(position, techniques=int(ALL_TECHNIQUES & ~SELECTIVE))
    assert found.exact
    assert plain.exact
    assert found.score == plain.score


def test_the_more_time_the_sooner_the_end_is_searched() -> None:
    position = random_endgame(4, 24)
    for seconds, deepest in ((None, 16), (10.0, 16), (1.0, 16), (0.1, 23)):
        planned = list(iterations(position, style_named("reversi", "patterns"), None, seconds))
        assert [step.depth for step in planned if not step.exact] == list(range(1, deepest + 1))
        assert [step.depth for step in planned if step.exact] == [24] * (len(EXACT_MARGINS) + 1)


@pytest.mark.long
def test_a_selective_search_to_the_end_is_not_called_exact() -> None:
    position = random_endgame(4, 20)
    exact = search(position)
    reports: list[Progress] = []
    search(position, Limits(None, nodes=exact.nodes // 2), progress=reports.append)
    assert max(report.depth for report in reports) == 20
    assert not search(position, Limits(None, nodes=exact.nodes // 2)).exact

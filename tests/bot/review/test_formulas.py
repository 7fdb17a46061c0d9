"""The arithmetic of a review, against values worked out by hand."""

from __future__ import annotations

import math

import pytest

from bot.review import formulas


@pytest.mark.parametrize(
    ("empties", "expected"), [(60, 0.603), (24, 0.603), (16, 0.609), (12, 0.651), (8, 0.738), (4, 0.955)]
)
def test_a_lead_of_four_discs_is_worth_more_the_fewer_squares_are_empty(
    empties: int, expected: float
) -> None:
    assert formulas.disc_expectancy(4, empties) == pytest.approx(expected, abs=0.0006)
    assert formulas.disc_expectancy(-4, empties) == pytest.approx(1 - expected, abs=0.0006)
    assert formulas.disc_expectancy(0, empties) == 0.5


@pytest.mark.parametrize(("discs", "expected"), [(0.5, 1.0), (2, 1.0), (0, 0.5), (-2, 0.0)])
def test_with_less_than_four_squares_empty_the_result_is_known(discs: float, expected: float) -> None:
    assert formulas.disc_expectancy(discs, 3) == expected


@pytest.mark.parametrize(
    ("lost", "expected"), [(0, 100.0), (5, 79.81), (10, 63.58), (15, 50.52), (50, 8.53), (100, 0.0)]
)
def test_the_accuracy_of_a_move_falls_with_the_points_it_loses(lost: float, expected: float) -> None:
    assert formulas.move_accuracy(lost) == pytest.approx(expected, abs=0.01)


def test_moves_count_more_where_much_changes() -> None:
    course = [50.0, 50.0, 50.0, 90.0, 10.0, 10.0]
    # Windows of two: the deviation of two numbers is half their distance, here 0, 0, 20, 40 and 0.
    assert formulas.move_weights(course) == [0.5, 0.5, 12.0, 12.0, 0.5]


def test_windows_grow_with_the_game_up_to_eight_moves() -> None:
    course = [50.0] * 41 + [60.0] * 60
    weights = formulas.move_weights(course)
    assert len(weights) == 100
    changed = [move for move, weight in enumerate(weights) if weight > 0.5]
    # The windows that hold both levels: seven of them, and the first window stands for six moves more.
    assert changed == list(range(40, 47))
    assert max(weights) == pytest.approx(5.0)


def test_the_accuracy_of_a_game_lies_between_two_means() -> None:
    # Weighted: (100 + 3 × 50) / 4 = 62.5; harmonic: 2 / (1/100 + 1/50) = 66.67.
    assert formulas.game_accuracy([100.0, 50.0], [1.0, 3.0]) == pytest.approx((62.5 + 200 / 3) / 2)


def test_one_hopeless_move_does_not_make_an_accuracy_zero() -> None:
    accuracy = formulas.game_accuracy([100.0, 0.0], [1.0, 1.0])
    assert accuracy == pytest.approx((50 + 2 / (1 / 100 + 1)) / 2)
    assert formulas.game_accuracy([], []) is None
    assert formulas.result_expectancy(-3) == 0.0
    assert math.isclose(formulas.result_expectancy(0), 0.5)

"""Formulas of reviews, against values computed by hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from bot.catalog import formulas
from bot.catalog.formulas import Choice
from tests.cases import for_each


@for_each(
    ("empties", "expected"), [(60, 0.603), (24, 0.603), (16, 0.609), (12, 0.651), (8, 0.738), (4, 0.955)]
)
def test_a_lead_of_four_discs_is_worth_more_with_fewer_empties(empties: int, expected: float) -> None:
    assert formulas.disc_expectancy(4, empties) == pytest.approx(expected, abs=0.0006)
    assert formulas.disc_expectancy(-4, empties) == pytest.approx(1 - expected, abs=0.0006)
    assert formulas.disc_expectancy(0, empties) == 0.5


@for_each(("discs", "expected"), [(0.5, 1.0), (2, 1.0), (0, 0.5), (-2, 0.0)])
def test_with_fewer_than_four_empties_the_result_is_certain(discs: float, expected: float) -> None:
    assert formulas.disc_expectancy(discs, 3) == expected


@for_each(("loss", "expected"), [(0.0, 100.0), (1.0, 81.87), (4.0, 44.93), (64.0, 5.0)])
def test_in_reversi_the_accuracy_falls_with_the_discs_lost_per_move(loss: float, expected: float) -> None:
    moves = [Choice(0.0, 2 * loss, 3.0, 8), Choice(0.0, 0.0, 3.0, 8)]
    assert formulas.disc_accuracy(moves) == pytest.approx(expected, abs=0.01)


def test_in_connect_4_the_only_good_move_counts_more_than_one_of_many() -> None:
    only, one_of_many = Choice(100.0, 9, 4, 7, keepers=1), Choice(100.0, 9, 4, 7, keepers=6)
    kept = Choice(0.0, 0, 4, 7, keepers=3)
    missed_only = formulas.result_accuracy([only, kept])
    missed_many = formulas.result_accuracy([one_of_many, kept])
    # Weights: 1 + 3 × 6/7 and 1 + 3 × 1/7 alongside 1 + 3 × 4/7.
    assert missed_only == pytest.approx(100 * (19 / 44) ** 2)
    assert missed_many == pytest.approx(100 * (19 / 29) ** 2)


def test_a_slower_win_costs_little_and_less_than_half_a_result() -> None:
    accuracies = [
        formulas.result_accuracy([Choice(points, loss, 9, 7, keepers=3)])
        for points, loss in ((0.0, 0), (0.0, 1), (0.0, 6), (0.0, 30), (50.0, 9), (100.0, 12))
    ]
    shares = (1.0, 0.95, 0.7, 0.7, 0.5)
    assert accuracies == pytest.approx([*(100 * share**2 for share in shares), 5.0])


def test_moves_of_a_lost_game_count_little() -> None:
    thrown_away, lost = Choice(100.0, 9, 4, 7, keepers=1), Choice(0.0, 0, -5, 7, keepers=7)
    # One move with a weight of 1 + 3 × 6/7, and three with a weight of 1.
    assert formulas.result_accuracy([thrown_away, lost, lost, lost]) == pytest.approx(100 * (21 / 46) ** 2)


def test_without_counted_keepers_all_choices_weigh_the_same() -> None:
    thrown_away, kept = Choice(100.0, 9, 4, 7), Choice(0.0, 0, 4, 7)
    assert formulas.result_accuracy([thrown_away, kept, kept]) == pytest.approx(100 * (2 / 3) ** 2)


@pytest.mark.parametrize("accuracy", [formulas.disc_accuracy, formulas.result_accuracy])
def test_losing_more_never_raises_the_accuracy(
    accuracy: Callable[[Sequence[Choice]], float | None],
) -> None:
    rng = random.Random(37)
    for _ in range(300):
        choices = [
            Choice(
                rng.choice((0.0, 50.0, 100.0)),
                rng.uniform(0, 40),
                rng.randint(-20, 20),
                legal=7,
                keepers=rng.choice((None, *range(1, 8))),
            )
            for _ in range(rng.randint(1, 20))
        ]
        worse, number = list(choices), rng.randrange(len(choices))
        worse[number] = choices[number]._replace(
            points=min(100.0, choices[number].points + rng.choice((0.0, 50.0))),
            loss=choices[number].loss + rng.uniform(0, 10),
        )
        before, after = accuracy(choices), accuracy(worse)
        assert before is not None
        assert after is not None
        assert 5.0 <= after <= before + 1e-9 <= 100.0 + 2e-9


def test_without_moves_there_is_no_accuracy() -> None:
    assert formulas.disc_accuracy([]) is None
    assert formulas.result_accuracy([]) is None


def test_the_result_follows_from_the_score() -> None:
    assert formulas.result_expectancy(-3) == 0.0
    assert formulas.result_expectancy(0) == 0.5


def test_deeper_searches_are_trusted_more_and_the_end_of_the_middle_game_less() -> None:
    assert formulas.disc_noise(8, 45) > formulas.disc_noise(18, 45) > 0
    assert formulas.disc_noise(18, 27) > formulas.disc_noise(18, 45)

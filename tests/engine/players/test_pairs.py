"""Pairs of games: their statistics, and the sequential test."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.players.matches import (
    NO_PAIRS,
    SHARES,
    MatchScore,
    Pairs,
    PlayedGame,
    SequentialTest,
    _most_likely,
    deviation_of_mean,
    expected_share,
    log_likelihood_ratio,
    mean_of,
    superiority,
    tally,
    with_pair,
)
from tests.cases import for_each

counts = st.tuples(*[st.integers(0, 400)] * 5).filter(lambda pairs: sum(pairs) > 0)


def test_pairs_are_counted_by_their_points() -> None:
    pairs = NO_PAIRS
    for points in (0, 0.5, 1, 1, 1.5, 2):
        pairs = with_pair(pairs, points)
    assert pairs == (1, 1, 2, 1, 1)
    assert tally((1, 0, 1, 0.5, 1, 1, 0)).pairs == (0, 0, 1, 1, 1)


def test_pairs_that_cancel_out_leave_less_error_than_their_games() -> None:
    """Openings that are won by the same side decide games, but say nothing about the players."""
    games = [PlayedGame(outcome, (0.0, 0.0), (0, 0)) for outcome in (1.0, 0.0)]
    paired, single = MatchScore(), MatchScore()
    for _ in range(20):
        paired = paired.plus_pair(*games)
        single = single.plus(games[0]).plus(games[1])
    assert paired.error == 0 < single.error
    assert paired.score == single.score == 0.5


def test_independent_games_have_the_same_error_in_pairs() -> None:
    draw = random.Random(5)
    outcomes = [draw.choice((0.0, 0.5, 1.0)) for _ in range(8_000)]
    single = MatchScore(outcomes.count(1.0), outcomes.count(0.5), outcomes.count(0.0))
    assert tally(outcomes).error == pytest.approx(single.error, rel=0.03)


def test_superiority_is_that_of_the_normal_distribution() -> None:
    # The mean is 0.02 above one half, the sum of squares 32 / 16 - 100 * 0.02² = 1.4².
    pairs = (0, 12, 68, 20, 0)
    assert (mean_of(pairs) - 0.5) / deviation_of_mean(pairs) == pytest.approx(0.02 / 0.014)
    assert superiority(pairs) == pytest.approx(0.923, abs=1e-3)
    assert superiority(NO_PAIRS) == 0.5
    assert superiority((0, 0, 0, 0, 9)) > 0.999
    assert superiority((0, 0, 40, 0, 0)) == pytest.approx(0.5)


@given(counts, st.floats(-300, 300))
def test_the_most_likely_distribution_has_the_mean_and_is_the_most_likely(pairs: Pairs, elo: float) -> None:
    mean = expected_share(elo)
    seen = [max(count, 1e-3) for count in pairs]
    found = _most_likely(seen, mean)
    assert sum(found) == pytest.approx(1)
    assert mean_of(found) == pytest.approx(mean, abs=1e-6)
    assert min(found) > 0

    def log_likelihood(probabilities: list[float]) -> float:
        return sum(count * math.log(one) for count, one in zip(seen, probabilities, strict=True))

    # A step that keeps sum and mean: none in either direction is likelier.
    for direction in ((1, -2, 1, 0, 0), (0, 1, -2, 1, 0), (0, 0, 1, -2, 1)):
        size = 0.01 * min(found)
        for sign in (1, -1):
            near = [one + sign * size * part for one, part in zip(found, direction, strict=True)]
            assert log_likelihood(near) <= log_likelihood(found) + 1e-6


def test_the_likelihood_ratio_nears_its_normal_approximation() -> None:
    pairs: Pairs = (120, 480, 900, 560, 140)
    share0, share1 = expected_share(0), expected_share(5)
    variance = deviation_of_mean(pairs) ** 2
    expected = (share1 - share0) * (2 * mean_of(pairs) - share0 - share1) / (2 * variance)
    assert log_likelihood_ratio(pairs, 0, 5) == pytest.approx(expected, rel=0.01)
    assert log_likelihood_ratio(pairs, 5, 0) == pytest.approx(-log_likelihood_ratio(pairs, 0, 5))
    assert log_likelihood_ratio(NO_PAIRS, 0, 5) == 0
    assert SHARES[2] == expected_share(0)


def test_the_bounds_are_walds() -> None:
    low, high = SequentialTest(0, 5).bounds
    assert (low, high) == pytest.approx((-2.944, 2.944), abs=1e-3)
    low, high = SequentialTest(0, 5, alpha=0.01, beta=0.1).bounds
    assert (low, high) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


@for_each(("elo", "accepted"), [(0, "elo0"), (60, "elo1")])
def test_a_sequential_test_is_seldom_wrong(elo: float, accepted: str) -> None:
    """Of 100 matches no more than 5 are to end with the wrong answer; 9 and more would happen in 6 of 100."""
    draw, test = random.Random(17), SequentialTest(0, 60)
    win = expected_share(elo)
    wrong = 0
    for _ in range(100):
        pairs = NO_PAIRS
        while not (decision := test.decision(pairs)):
            pairs = with_pair(pairs, (draw.random() < win) + (draw.random() < win))
        wrong += decision != accepted
    assert wrong < 9


@for_each("wrong", [{"elo1": 0.0}, {"alpha": 0.0}, {"beta": 0.5}])
def test_a_test_that_makes_no_sense_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="sequential test"):
        SequentialTest(**{"elo0": 0.0, "elo1": 5.0, **wrong})

"""Glicko-2 against Glickman's example, and against the same theory worked out another way."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.games.records import Verdict
from data.ratings.glicko2 import START, TAU, Rating, aged, estimated, rated

RATINGS = st.builds(
    Rating,
    value=st.floats(300, 3000),
    deviation=st.floats(30, 350),
    volatility=st.floats(0.03, 0.1),
)
SCORES = st.sampled_from([0.0, 0.5, 1.0])
GAMES = st.lists(st.tuples(RATINGS, SCORES), min_size=1, max_size=6)

# The first paper's unit: 400 points are odds of ten to one.
Q = math.log(10) / 400


def glicko_1(rating: Rating, games: list[tuple[Rating, float]], periods: float) -> Rating:
    """Return the update in the points of Glickman's first system, which has no volatility; that one is found
    as the most likely value, by bisection of the slope of its log posterior."""

    def g(deviation: float) -> float:
        return 1 / math.sqrt(1 + 3 * Q**2 * deviation**2 / math.pi**2)

    def expected(opponent: Rating) -> float:
        return 1 / (1 + 10 ** (-g(opponent.deviation) * (rating.value - opponent.value) / 400))

    inverse_d2 = Q**2 * sum(g(o.deviation) ** 2 * expected(o) * (1 - expected(o)) for o, _ in games)
    pull = sum(g(o.deviation) * (s - expected(o)) for o, s in games)
    deviation2, error2 = (Q * rating.deviation) ** 2, Q**2 / inverse_d2
    estimate = error2 * pull

    def slope(x: float) -> float:
        """Of log N(estimate; 0, deviation² + v + e^x) + log N(x; log σ², τ²), times two."""
        total = deviation2 + error2 + math.exp(x)
        return (
            math.exp(x) * (estimate**2 / total - 1) / total
            - 2 * (x - math.log(rating.volatility**2)) / TAU**2
        )

    low, high = -40.0, 10.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    volatility = math.exp(low / 2)
    before = rating.deviation**2 + periods * (volatility / Q) ** 2
    after = 1 / (1 / before + inverse_d2)
    return Rating(rating.value + Q * after * pull, min(math.sqrt(after), 350.0), volatility)


def test_glickmans_example() -> None:
    games = [(Rating(1400, 30, 0.06), 1.0), (Rating(1550, 100, 0.06), 0.0), (Rating(1700, 300, 0.06), 0.0)]
    after = rated(Rating(1500, 200, 0.06), games)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(RATINGS, GAMES, st.sampled_from([0.0, 0.3, 1.0]))
def test_agrees_with_the_first_system_everywhere(
    rating: Rating, games: list[tuple[Rating, float]], periods: float
) -> None:
    ours, theirs = rated(rating, games, periods=periods), glicko_1(rating, games, periods)
    assert ours.volatility == pytest.approx(theirs.volatility, rel=1e-6)
    assert ours.deviation == pytest.approx(theirs.deviation, rel=1e-6)
    assert ours.value == pytest.approx(theirs.value, abs=1e-2)


@given(RATINGS, GAMES, st.floats(-200, 200))
def test_only_differences_count(rating: Rating, games: list[tuple[Rating, float]], shift: float) -> None:
    def moved(one: Rating) -> Rating:
        return Rating(one.value + shift, one.deviation, one.volatility)

    plain = rated(rating, games)
    shifted = rated(moved(rating), [(moved(opponent), score) for opponent, score in games])
    assert shifted.value - shift == pytest.approx(plain.value, abs=1e-6)
    assert shifted.deviation == pytest.approx(plain.deviation)


@given(RATINGS, RATINGS)
def test_winning_raises_losing_lowers_and_a_draw_is_in_between(rating: Rating, opponent: Rating) -> None:
    won, drawn, lost = (rated(rating, [(opponent, score)], periods=0.0).value for score in (1.0, 0.5, 0.0))
    assert won >= rating.value >= lost
    assert won > drawn > lost


def test_two_equals_gain_and_lose_the_same() -> None:
    won, lost = (rated(START, [(START, score)], periods=0.0) for score in (1.0, 0.0))
    assert won.value - 1500 == pytest.approx(1500 - lost.value)
    assert won.value == pytest.approx(1662.21, abs=0.01)
    assert won.deviation == lost.deviation == pytest.approx(290.23, abs=0.01)


@given(RATINGS, st.floats(0, 500), st.floats(0, 500))
def test_idle_time_adds_up(rating: Rating, first: float, second: float) -> None:
    step_by_step, at_once = aged(aged(rating, first), second), aged(rating, first + second)
    assert step_by_step.deviation == pytest.approx(at_once.deviation)
    assert rating.deviation <= at_once.deviation <= START.deviation
    assert at_once.value == rating.value


def test_a_day_without_games_is_step_six() -> None:
    phi = 50 / 173.7178
    grown = math.sqrt(phi**2 + 0.06**2) * 173.7178
    assert aged(Rating(1700, 50, 0.06), 1.0).deviation == pytest.approx(grown)
    assert rated(Rating(1700, 50, 0.06), []) == aged(Rating(1700, 50, 0.06), 1.0)


def test_a_clock_set_back_changes_nothing() -> None:
    assert aged(Rating(1700, 50, 0.06), -3.0) == Rating(1700, 50, 0.06)


def test_players_worlds_apart() -> None:
    after = rated(Rating(-40000, 350, 0.06), [(Rating(40000, 30, 0.06), 1.0)])
    assert math.isfinite(after.value)
    assert after.value > -40000


def test_an_estimate_follows_the_results_and_not_their_order() -> None:
    assert estimated(1200.0, []) == pytest.approx(1200.0, abs=0.1)
    assert estimated(1200.0, [(1200.0, "draw"), (1200.0, "called off")]) == pytest.approx(1200.0, abs=0.1)
    won, lost = estimated(1200.0, [(1200.0, "win")]), estimated(1200.0, [(1200.0, "loss")])
    assert won - 1200.0 == pytest.approx(1200.0 - lost, abs=0.1)
    assert 1350.0 < won < 1450.0
    results: list[tuple[float, Verdict]] = [(1900.0, "win"), (1500.0, "loss"), (1100.0, "win")]
    assert estimated(1200.0, results) == pytest.approx(estimated(1200.0, results[::-1]), abs=0.1)
    # Many wins against a strong player say little about how much stronger the winner is.
    three, nine = (estimated(1200.0, [(1900.0, "win")] * games) for games in (3, 9))
    assert 1900.0 < three < nine < 2400.0

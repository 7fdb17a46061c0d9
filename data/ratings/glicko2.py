"""Glicko-2 ratings, after Mark Glickman, "Example of the Glicko-2 system" (2013), steps 1 to 8.

A rating is a value (about 1500), a deviation (its uncertainty) and a volatility (how erratic the player is).
The method works in rating periods; here one period is a day. A finished game is rated at once: first both
deviations grow by the days since each player's last rated game (`aged`, step 6), then the game changes the
value and shrinks the deviation (`rated`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from data.games.records import Verdict


@dataclass(frozen=True, slots=True)
class Rating:
    """A Glicko-2 rating: value and deviation on the usual scale, and volatility."""

    value: float
    deviation: float
    volatility: float


START = Rating(1500.0, 350.0, 0.06)
"""The rating of a new player among people, and the largest deviation."""

START_AGAINST_COMPUTER = Rating(1200.0, 350.0, 0.06)
"""The rating of a new player against the computer; results correct it within a few games."""

TAU = 0.5
"""System constant of Glicko-2, which bounds changes of volatility; Glickman advises 0.3 to 1.2."""

DAYS_PER_PERIOD = 1.0

LISTED_BELOW = 110.0
"""Deviation below which a rating has a rank; above it, it is provisional."""

SCORES: dict[Verdict, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0}

SETTLED_OPPONENT = 50.0
"""Deviation of an opponent whose strength is well known."""

MAX_DAYS = 36500.0

MAX_CHANGE = 4000.0
"""Maximum rating points by which results move an estimate."""

_SCALE = 173.7178
_TOLERANCE = 1e-9


def aged(rating: Rating, days: float) -> Rating:
    """Return the rating after `days` without a game: less certain. Fractions count; negative days are
    none."""
    periods = max(0.0, days) / DAYS_PER_PERIOD
    deviation = math.hypot(rating.deviation, _SCALE * rating.volatility * math.sqrt(periods))
    return Rating(rating.value, max(rating.deviation, min(deviation, START.deviation)), rating.volatility)


def rated(rating: Rating, games: Iterable[tuple[Rating, float]], *, periods: float = 1.0) -> Rating:
    """Return the rating after `games`, pairs of the opponent's rating and the score (1 win, 0.5 draw, 0
    loss).

    `periods` is the time these games take: 1 as in Glickman's text, 0 if the deviations were aged to the
    moment of the game before. Without games, only that time passes.
    """
    mu = (rating.value - START.value) / _SCALE
    phi = rating.deviation / _SCALE
    information = 0.0  # 1 / v of step 3
    surprise = 0.0  # the sum of step 4
    for opponent, score in games:
        g = _weight(opponent.deviation / _SCALE)
        expected = _logistic(g * (mu - (opponent.value - START.value) / _SCALE))
        information += g * g * expected * (1.0 - expected)
        surprise += g * (score - expected)
    if information == 0.0:
        return aged(rating, periods * DAYS_PER_PERIOD)
    variance = 1.0 / information
    volatility = _volatility(phi, rating.volatility, variance, variance * surprise)
    widened = phi * phi + periods * volatility * volatility
    new_phi = 1.0 / math.sqrt(1.0 / widened + information)
    new_mu = mu + new_phi * new_phi * surprise
    deviation = min(new_phi * _SCALE, START.deviation)
    return Rating(new_mu * _SCALE + START.value, deviation, volatility)


def estimated(prior: float, results: Iterable[tuple[float, Verdict]]) -> float:
    """Return the most likely strength of a newcomer of expected strength `prior`.

    The results, in any order, are against opponents of well-known ratings.
    """
    weight = _weight(SETTLED_OPPONENT / _SCALE)
    games = [(opponent, SCORES[outcome]) for opponent, outcome in results if outcome in SCORES]
    low, high = prior - MAX_CHANGE, prior + MAX_CHANGE
    for _ in range(30):
        middle = (low + high) / 2.0
        slope = (prior - middle) * _SCALE / START.deviation**2 + sum(
            weight * (score - _logistic(weight * (middle - opponent) / _SCALE)) for opponent, score in games
        )
        low, high = (middle, high) if slope > 0.0 else (low, middle)
    return (low + high) / 2.0


def days_below(rating: Rating, deviation: float) -> float:
    """Return the days without a game until the deviation reaches `deviation`; 0 if it has."""
    room = deviation * deviation - rating.deviation * rating.deviation
    growth = (_SCALE * rating.volatility) ** 2
    return min(max(0.0, room) / growth * DAYS_PER_PERIOD, MAX_DAYS)


def games_until(rating: Rating, deviation: float) -> int:
    """Return about how many games bring the deviation below `deviation`.

    This assumes opponents of the same, well-known strength; other opponents take more games.
    """
    information = (_weight(SETTLED_OPPONENT / _SCALE) / 2.0 / _SCALE) ** 2
    missing = 1.0 / deviation**2 - 1.0 / rating.deviation**2
    return max(0, math.ceil(missing / information))


def _weight(phi: float) -> float:
    """Return g of step 3: the weight of a game against an opponent with this deviation."""
    return 1.0 / math.sqrt(1.0 + 3.0 * phi * phi / (math.pi * math.pi))


def _logistic(x: float) -> float:
    # Kept away from 0 and 1, and exp from overflowing, for players thousands of points apart.
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, x))))


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility of step 5, by the Illinois form of regula falsi."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        spread = math.exp(x)
        total = phi * phi + variance + spread
        return spread * (delta * delta - total) / (2.0 * total * total) - (x - start) / (TAU * TAU)

    low = start
    excess = delta * delta - phi * phi - variance
    if excess > 0.0:
        high = math.log(excess)
    else:
        steps = 1
        while f(start - steps * TAU) < 0.0:
            steps += 1
        high = start - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)

"""Statistics of pairs of games between two players: the pentanomial ones of a match, and a sequential test.

The two games of a pair begin with the same opening, with the sides swapped. An opening that favours a side
makes their results depend on each other, so pairs are counted, by the points they brought: 0, ½, 1, 1½ or 2.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal, TypeAlias

Pairs: TypeAlias = tuple[int, int, int, int, int]
"""Number of pairs that brought player A 0, ½, 1, 1½ and 2 points."""

NO_PAIRS: Pairs = (0, 0, 0, 0, 0)

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""A's share of the points in pairs of each kind."""

_UNSEEN = 1e-3
"""Count of a kind of pair that never occurred: no likelihood is zero, and a variance never is."""

_STEPS = 60
"""Halvings of the interval in which the likelihood's maximum lies."""


def with_pair(pairs: Pairs, points: float) -> Pairs:
    """Return the pairs with one more, which brought `points`."""
    kind = round(2 * points)
    return tuple(count + (number == kind) for number, count in enumerate(pairs))  # type: ignore[return-value]


def mean_of(pairs: Sequence[float]) -> float:
    """Return A's share of the points; one half without pairs."""
    number = sum(pairs)
    return sum(count * share for count, share in zip(pairs, SHARES, strict=True)) / number if number else 0.5


def deviation_of_mean(pairs: Sequence[float]) -> float:
    """Return the standard deviation of A's share of the points; there must be pairs."""
    number, mean = sum(pairs), mean_of(pairs)
    squares = sum(count * (share - mean) ** 2 for count, share in zip(pairs, SHARES, strict=True))
    return math.sqrt(squares) / number


def superiority(pairs: Pairs) -> float:
    """Return the likelihood that A is the stronger player (LOS), by the normal approximation."""
    if not sum(pairs):
        return 0.5
    seen = _regular(pairs)
    return NormalDist().cdf((mean_of(seen) - 0.5) / deviation_of_mean(seen))


def expected_share(elo: float) -> float:
    """Return the expected share of the points of a player who is `elo` points stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratio(pairs: Pairs, elo0: float, elo1: float) -> float:
    """Return how much likelier the pairs are if A is `elo1` Elo points stronger than if it is `elo0`.

    The generalised likelihood ratio: each hypothesis is represented by the most likely distribution of pairs
    that has its mean. See M. Van den Bergh, *The generalized sequential probability ratio test for
    multinomial distributions* (2019).
    """
    if not sum(pairs):
        return 0.0
    seen = _regular(pairs)
    first, second = (_most_likely(seen, expected_share(elo)) for elo in (elo0, elo1))
    return sum(count * math.log(one / other) for count, one, other in zip(seen, second, first, strict=True))


def _regular(pairs: Pairs) -> list[float]:
    return [max(count, _UNSEEN) for count in pairs]


def _most_likely(pairs: Sequence[float], mean: float) -> list[float]:
    """Return the most likely probabilities of the five kinds whose mean is `mean`.

    They are those seen, each divided by 1 + θ (share - mean); θ is where the mean fits.
    """
    number = sum(pairs)
    seen = [count / number for count in pairs]
    # Inside these, all probabilities are positive; the sum falls as θ grows.
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_STEPS):
        theta = (low + high) / 2
        over = sum(
            part * (share - mean) / (1 + theta * (share - mean))
            for part, share in zip(seen, SHARES, strict=True)
        )
        low, high = (theta, high) if over > 0 else (low, theta)
    theta = (low + high) / 2
    return [part / (1 + theta * (share - mean)) for part, share in zip(seen, SHARES, strict=True)]


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """A test that ends as soon as the games decide between two hypotheses (SPRT, A. Wald 1945).

    Either A is at most `elo0` points stronger, or at least `elo1`. `alpha` is the risk that the second is
    accepted though the first holds, `beta` that of the opposite.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if self.elo0 >= self.elo1:
            raise ValueError("the first Elo bound of a sequential test must be below the second")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("the risks of a sequential test must be between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the first and the second hypothesis is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Pairs) -> float:
        return log_likelihood_ratio(pairs, self.elo0, self.elo1)

    def decision(self, pairs: Pairs) -> Literal["", "elo0", "elo1"]:
        """Return the hypothesis that is accepted; "" while none is."""
        ratio, (low, high) = self.ratio(pairs), self.bounds
        return "elo0" if ratio <= low else "elo1" if ratio >= high else ""

"""Formulas from scores to expected results, and from those to accuracies."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.catalog import thresholds


def disc_expectancy(discs: float, empties: int) -> float:
    """Return the expected result, 0 to 1, of the side that wins by `discs` with best play.

    The more empties, the likelier that other play changes it.
    """
    if empties < thresholds.RESULT_BELOW:
        return result_expectancy(discs)
    scale = thresholds.SCALE_PER_EMPTY * empties + thresholds.SCALE_WITHOUT_EMPTIES
    return 1.0 / (1.0 + math.exp(-discs / min(thresholds.MAX_SCALE, scale)))


def result_expectancy(score: float) -> float:
    """Return 1 for a win, 0.5 for a draw, 0 for a loss."""
    return 0.5 + 0.5 * ((score > 0) - (score < 0))


def disc_noise(depth: int, empties: int) -> float:
    """Return the noise, in discs, of the difference between two moves estimated at a depth in plies."""
    at_none, a_ply = thresholds.NOISE
    near, more = thresholds.NOISE_NEAR_THE_END
    noise = at_none - a_ply * depth + (more if empties < near else 0.0)
    return max(thresholds.MIN_NOISE, noise)


class Choice(NamedTuple):
    """A move among `legal` ones: the points and the score it lost, and the best score.

    `keepers` is the number of moves that keep the best one's result, None if not counted.
    """

    points: float
    loss: float
    best: float
    legal: int
    keepers: int | None = None


class Weighed(NamedTuple):
    """A move's part in an accuracy: its weight, and what it lost times that weight."""

    weight: float
    lost: float


@dataclass(frozen=True, slots=True)
class AccuracyFormula:
    """A game's accuracy from its moves, which can be added up before."""

    weigh: Callable[[Choice], Weighed]
    """Returns a move's part."""
    kept: Callable[[float], float]
    """Returns the accuracy, 0 to 1, for a mean loss."""

    def __call__(self, choices: Sequence[Choice]) -> float | None:
        """Return a side's accuracy, 0 to 100; None without moves."""
        weighed = [self.weigh(choice) for choice in choices]
        return self.of(math.fsum(part.weight for part in weighed), math.fsum(part.lost for part in weighed))

    def of(self, weight: float, lost: float) -> float | None:
        """Return the accuracy, 0 to 100, by the sums of the moves' parts; None without moves."""
        if weight <= 0:
            return None
        return max(thresholds.MIN_ACCURACY, 100.0 * self.kept(lost / weight))


def _weigh_result(choice: Choice) -> Weighed:
    most, at = thresholds.SLOWER
    # The distance to the end is a small part of it.
    lost = (choice.points or most * min(1.0, choice.loss / at)) / 100.0
    weight = _weight(choice)
    return Weighed(weight, weight * lost)


def _weight(choice: Choice) -> float:
    """Return the weight of a move, by the share of the legal moves that would have lost the result."""
    if choice.best < 0:
        share = 0.0
    else:
        share = thresholds.DEFAULT_SHARE if choice.keepers is None else 1.0 - choice.keepers / choice.legal
    return thresholds.BASE_WEIGHT + thresholds.CHOICE_WEIGHT * share


disc_accuracy = AccuracyFormula(
    lambda choice: Weighed(1.0, choice.loss), lambda loss: math.exp(-loss / thresholds.DISCS_PER_MOVE)
)
"""The accuracy by the discs lost per move."""

result_accuracy = AccuracyFormula(_weigh_result, lambda lost: math.pow(1.0 - lost, thresholds.KEPT_POWER))
"""The accuracy by the share of results that was kept."""

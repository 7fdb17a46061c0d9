"""Formulas from scores to expected results, and from those to accuracies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean
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


def disc_accuracy(choices: Sequence[Choice]) -> float | None:
    """Return a side's accuracy, 0 to 100, by the discs it lost per move; None without moves."""
    if not choices:
        return None
    loss = fmean(choice.loss for choice in choices)
    return max(thresholds.MIN_ACCURACY, 100.0 * math.exp(-loss / thresholds.DISCS_PER_MOVE))


def result_accuracy(choices: Sequence[Choice]) -> float | None:
    """Return a side's accuracy, 0 to 100, by the share of results it kept; None without moves."""
    if not choices:
        return None
    kept = fmean(map(_kept, choices), map(_weight, choices))
    return max(thresholds.MIN_ACCURACY, 100.0 * math.pow(kept, thresholds.KEPT_POWER))


def _kept(choice: Choice) -> float:
    """Return the share of the result a move kept, 0 to 1; the distance to the end is a small part of it."""
    most, at = thresholds.SLOWER
    return 1.0 - (choice.points or most * min(1.0, choice.loss / at)) / 100.0


def _weight(choice: Choice) -> float:
    """Return the weight of a move, by the share of the legal moves that would have lost the result."""
    if choice.best < 0:
        share = 0.0
    else:
        share = thresholds.DEFAULT_SHARE if choice.keepers is None else 1.0 - choice.keepers / choice.legal
    return thresholds.BASE_WEIGHT + thresholds.CHOICE_WEIGHT * share

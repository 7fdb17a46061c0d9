"""From scores to expected results, and from those to accuracies: arithmetic alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from bot.review import thresholds


def disc_expectancy(discs: float, empties: int) -> float:
    """The expected result, 0 to 1, of the side that will win by `discs` with best play, with so many squares
    empty: other play is likely to change the more the more there are."""
    if empties < thresholds.RESULT_BELOW:
        return result_expectancy(discs)
    scale = thresholds.SCALE_PER_EMPTY * empties + thresholds.SCALE_AT_NONE
    return 1.0 / (1.0 + math.exp(-discs / min(thresholds.WIDEST_SCALE, scale)))


def result_expectancy(score: float) -> float:
    """1 for a win, one half for a draw, 0 for a loss."""
    return 0.5 + 0.5 * ((score > 0) - (score < 0))


def disc_noise(depth: int, empties: int) -> float:
    """Noise, in discs, of the difference between two moves estimated at this depth, in plies."""
    at_none, a_ply = thresholds.NOISE
    near, more = thresholds.NOISE_NEAR_THE_END
    noise = at_none - a_ply * depth + (more if empties < near else 0.0)
    return max(thresholds.LEAST_NOISE, noise)


class Choice(NamedTuple):
    """A move among `legal` ones: the points and the score it gave away, the best score, and the number of
    moves that keep its result (None where they were not counted)."""

    points: float
    given_away: float
    best: float
    legal: int
    keepers: int | None = None


def disc_accuracy(choices: Sequence[Choice]) -> float | None:
    """One side's accuracy, 0 to 100, by the discs it gave away a move; None without moves."""
    if not choices:
        return None
    given_away = fmean(choice.given_away for choice in choices)
    return max(thresholds.LEAST_ACCURACY, 100.0 * math.exp(-given_away / thresholds.DISCS_A_MOVE))


def result_accuracy(choices: Sequence[Choice]) -> float | None:
    """One side's accuracy, 0 to 100, by how much of the results it could keep it kept; None without moves."""
    if not choices:
        return None
    kept = fmean(map(_kept, choices), map(_weight, choices))
    return max(thresholds.LEAST_ACCURACY, 100.0 * math.pow(kept, thresholds.KEPT_POWER))


def _kept(choice: Choice) -> float:
    """How much of what could be kept a move kept, 0 to 1; the distance to the end is a small part of it."""
    most, at = thresholds.SLOWER
    return 1.0 - (choice.points or most * min(1.0, choice.given_away / at)) / 100.0


def _weight(choice: Choice) -> float:
    """How much a move counts, by the share of the legal moves that would have thrown the result away."""
    if choice.best < 0:
        share = 0.0
    else:
        share = thresholds.USUAL_SHARE if choice.keepers is None else 1.0 - choice.keepers / choice.legal
    return thresholds.WEIGHT_OF_ANY_MOVE + thresholds.WEIGHT_OF_THE_CHOICE * share

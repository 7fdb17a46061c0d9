"""From scores to expected results, and from those to accuracies: arithmetic alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, pstdev

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


def move_accuracy(lost: float) -> float:
    """How good a move was, 0 to 100, that lost so many points."""
    accuracy = (
        thresholds.ACCURACY_FACTOR * math.exp(-thresholds.ACCURACY_DECAY * lost) - thresholds.ACCURACY_OFFSET
    )
    return min(100.0, max(0.0, accuracy))


def move_weights(course: Sequence[float]) -> list[float]:
    """How much each move of a game counts: the standard deviation of the points around it.

    `course` has one side's points before every move and after the last one.
    """
    moves = len(course) - 1
    shortest, longest = thresholds.WINDOW
    size = min(longest, max(shortest, moves // thresholds.MOVES_A_WINDOW))
    windows = [course[start : start + size] for start in range(moves - size + 2)]
    # The first moves share the first window.
    windows = [*[course[:size]] * (size - 2), *windows]
    least, most = thresholds.WEIGHT
    return [min(most, max(least, pstdev(window))) for window in windows]


def game_accuracy(accuracies: Sequence[float], weights: Sequence[float]) -> float | None:
    """One side's accuracy: the mean of the weighted mean of its moves' and of their harmonic mean."""
    if not accuracies:
        return None
    weighted = fmean(accuracies, weights)
    inverted = [1.0 / max(thresholds.LEAST_ACCURACY, accuracy) for accuracy in accuracies]
    return (weighted + 1.0 / fmean(inverted)) / 2.0

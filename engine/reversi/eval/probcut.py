"""Errors of shallow searches with the learned weights, for ProbCut.

`python -m research.training errors` fits the logarithm of the standard deviation between the values of two
depths to the number of discs and both depths; the numbers below are its results.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engine.jit.bits import count_squares
from engine.jit.compiling import dispatched, implements, inlined
from engine.reversi.states import STATES
from engine.search.interface import State, probcut_depth
from engine.search.scores import Depth

#: Factors of the terms of `features`, for deviations in 1/64 disc.
COEFFICIENTS = (4.23592, 0.02192, -0.00159, 0.32847, -0.3491, 0.03544)
#: ProbCut's margins in hundredths of the deviation: in the middle game, and for
#: exact scores by selectivity (0, 1, …; at PROVED there is no ProbCut). Within 110, 151, 196 and 258 shallow
#: searches are right in 73, 87, 95 and 99 of 100 cases; those for exact scores err more, since they trust
#: still shallower ones within half of the usual error only (`engine.reversi.pruning`).
MIDGAME_MARGIN = 140
EXACT_MARGINS = (127, 174, 225, 297)
#: Share of scores that are the proved ones, by level, in 100 positions with 22 empty squares
#: (`python -m research.reversi_certainty`).
CERTAINTIES = (0.58, 0.72, 0.84, 0.91)
SELECTIVITY_LEVELS = len(EXACT_MARGINS)

_DEPTHS, _DISCS = 64, 65


def features(discs: int, depth: int, shallow: int) -> tuple[float, ...]:
    """Return the features of the logarithm of the deviation between two depths."""
    well = math.log(shallow + 1)
    return (1.0, discs, discs**2 / 100, math.log(depth - shallow), well, discs * well / 10)


def _deviation(depth: int, discs: int) -> int:
    terms = features(discs, depth, probcut_depth(depth))
    logarithm = sum(factor * term for factor, term in zip(COEFFICIENTS, terms, strict=True))
    return round(math.exp(logarithm))


_DEVIATIONS = np.array(
    [_deviation(depth, discs) if depth >= 2 else 0 for depth in range(_DEPTHS) for discs in range(_DISCS)],
    np.int64,
)
_EXACT = np.array(EXACT_MARGINS, np.int64)


@inlined
def _deviation_at(depth: Depth, discs: Any) -> Any:
    return _DEVIATIONS[min(depth, np.int64(_DEPTHS - 1)) * np.int64(_DISCS) + discs]


@inlined
def middle_error(depth: Depth, discs: Any) -> Any:
    """Return the assumed error of the search that replaces one of `depth`, in 1/64 disc."""
    return np.int64(MIDGAME_MARGIN) * _deviation_at(depth, discs) // np.int64(100)


@inlined
def exact_error(depth: Depth, discs: Any, selectivity: Any) -> Any:
    """Return the assumed error for searches to the end, by selectivity: 0, 1, …"""
    return _EXACT[selectivity] * _deviation_at(depth, discs) // np.int64(100)


#: Factors of the terms of `features` by size of the board and whether the fewest discs win, for deviations in
#: 1/64 disc.
BOARD_COEFFICIENTS = {
    (6, False): (4.08856, 0.10949, -0.30934, 0.54256, 0.00327, -0.06823),
    (6, True): (4.27966, -0.01556, 0.07596, 0.30806, -0.05974, -0.05493),
    (8, True): (3.63326, 0.02519, -0.00735, 0.34429, -0.36947, 0.0434),
    (10, False): (4.02793, 0.0127, 0.00424, 0.38231, -0.45272, 0.0391),
    (10, True): (3.7916, 0.00496, 0.01159, 0.44627, -0.28496, 0.01097),
}
_DEPTHS = 64


@dispatched
def shallow_error(state: State, depth: Depth) -> Any:
    """Return the deviation between a search of `depth` and the one that may replace it, in 1/64 disc."""


def _board_deviation(coefficients: tuple[float, ...], depth: int, discs: int) -> int:
    terms = features(discs, depth, probcut_depth(depth))
    return round(math.exp(sum(factor * term for factor, term in zip(coefficients, terms, strict=True))))


def _register(size: int, anti: bool) -> None:
    squares = size * size
    deviations = np.array(
        [
            _board_deviation(BOARD_COEFFICIENTS[size, anti], depth, discs) if depth > 2 else 0
            for depth in range(_DEPTHS)
            for discs in range(squares + 1)
        ],
        np.int64,
    )
    deepest, row = np.int64(_DEPTHS - 1), np.int64(squares + 1)

    @implements(shallow_error, STATES[size, anti])
    def error_of_class(state: State, depth: Depth) -> Any:
        return deviations[min(depth, deepest) * row + count_squares(state.own | state.opp)]


for _size, _anti in BOARD_COEFFICIENTS:
    _register(_size, _anti)

"""How far shallow searches by the learned weights err on boards other than 8 × 8, for ProbCut.

`python -m training errors` finds the numbers, as it does those of 8 × 8 (`engine.reversi.eval.probcut`).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engine.jit.dispatch import dispatched, implements
from engine.jit.sets import count_squares
from engine.reversi.eval.probcut import features
from engine.reversi.states import STATES
from engine.search.interface import State, probcut_depth
from engine.search.scores import Depth

#: Factors of the terms of `features` by size of the board and whether the fewest discs win, for deviations in
#: 1/64 disc.
COEFFICIENTS = {
    (6, False): (4.08856, 0.10949, -0.30934, 0.54256, 0.00327, -0.06823),
    (6, True): (4.27966, -0.01556, 0.07596, 0.30806, -0.05974, -0.05493),
    (8, True): (3.63326, 0.02519, -0.00735, 0.34429, -0.36947, 0.0434),
    (10, False): (4.02793, 0.0127, 0.00424, 0.38231, -0.45272, 0.0391),
    (10, True): (3.7916, 0.00496, 0.01159, 0.44627, -0.28496, 0.01097),
}
_DEPTHS = 64


@dispatched
def shallow_error(state: State, depth: Depth) -> Any:
    """The deviation between a search of `depth` and the one that may stand for it, in 1/64 disc."""


def _deviation(coefficients: tuple[float, ...], depth: int, discs: int) -> int:
    terms = features(discs, depth, probcut_depth(depth))
    return round(math.exp(sum(factor * term for factor, term in zip(coefficients, terms, strict=True))))


def _register(size: int, anti: bool) -> None:
    squares = size * size
    deviations = np.array(
        [
            _deviation(COEFFICIENTS[size, anti], depth, discs) if depth > 2 else 0
            for depth in range(_DEPTHS)
            for discs in range(squares + 1)
        ],
        np.int64,
    )
    deepest, row = np.int64(_DEPTHS - 1), np.int64(squares + 1)

    @implements(shallow_error, STATES[size, anti])
    def error_of_class(state: State, depth: Depth) -> Any:
        return deviations[min(depth, deepest) * row + count_squares(state.own | state.opp)]


for _size, _anti in COEFFICIENTS:
    _register(_size, _anti)

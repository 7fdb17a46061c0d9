"""Connect 4 solved: the proved score of positions, one after the other, with little around it."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.compiling import compiled
from engine.core import value_of
from engine.games import State, plies_left


@compiled
def exact_value(state: State, low: Any, high: Any, box: Any) -> Any:
    """The final score under best play when it is in low..high, else the nearer end, by null windows.

    The windows come from the outside inwards: short wins and losses are cheap to refute.
    """
    left = plies_left(state)
    low = max(low, -(left // np.int64(2)))
    high = min(high, (left + np.int64(1)) // np.int64(2))
    while low < high:
        middle = (low + high) >> np.int64(1)
        if middle <= np.int64(0) and -(-low // np.int64(2)) < middle:
            middle = -(-low // np.int64(2))
        elif middle >= np.int64(0) and high // np.int64(2) > middle:
            middle = high // np.int64(2)
        value = value_of(state, middle, middle + np.int64(1), left, np.int64(0), box)
        if value > middle:
            low = value
        else:
            high = value
    return low

"""The scale of values inside the search core, all int64."""

from __future__ import annotations

import numpy as np

#: Every value is inside (-INFINITY, INFINITY).
INFINITY = np.int64(32000)
#: A finished game is worth its score times ENDED_UNIT and this much more to the winner, above any estimate.
TERMINAL = np.int64(10000)
TERMINAL_UNIT = np.int64(100)

"""Numbers by which compiled code knows the styles of Reversi (see `engine.reversi.styles`)."""

from __future__ import annotations

import numpy as np

#: Sum of square values.
POSITIONAL = np.uint64(1)
#: Disc difference.
GREEDY = np.uint64(2)
#: Sign of the result.
WIN_OR_LOSE = np.uint64(3)
#: Disc difference, the fewest discs being best.
LOSER = np.uint64(4)
#: Mobility, corners, frontier and square values together.
MOBILITY = np.uint64(5)
#: The learned pattern weights.
PATTERNS = np.uint64(6)
#: The learned network.
NETWORK = np.uint64(7)

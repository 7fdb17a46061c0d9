"""The number of the style that the search itself asks for; games number theirs from 1."""

from __future__ import annotations

import numpy as np

#: Final scores only. Unfinished positions get an estimate in the same units, good enough to order moves.
EXACT = np.uint64(0)

"""Numbers by which compiled code knows the styles of Connect 4 (see `engine.connect4.styles`)."""

from __future__ import annotations

import numpy as np

#: Sign of the result.
WIN_OR_LOSE = np.uint64(1)
#: Threats by their rows, and lines that are still open.
THREATS = np.uint64(2)
#: A weight for each number of discs in an open line.
ALIGNMENTS = np.uint64(3)
#: Runs of discs and the squares around them.
VECTORS = np.uint64(4)
#: Nothing but finished games.
QUADRUPLETS = np.uint64(5)

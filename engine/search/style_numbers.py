"""Numbers by which compiled code knows the styles (see `engine.players.styles`)."""

from __future__ import annotations

import numpy as np

#: Final scores only; at unfinished positions an estimate that is good enough to order moves.
EXACT = np.uint64(0)
#: Sum of square values.
POSITIONAL = np.uint64(1)
#: Disc difference.
GREEDY = np.uint64(2)
#: Sign of the result.
WIN_OR_LOSE = np.uint64(3)
#: Disc difference turned round.
LOSER = np.uint64(4)
#: Moves, corners, frontier and square values together.
MOBILITY = np.uint64(5)
#: The learned pattern weights.
PATTERNS = np.uint64(6)
#: Connect 4: threats by their rows, and lines that are still open.
THREATS = np.uint64(32)
#: Connect 4: a weight for each number of discs in an open line.
ALIGNMENTS = np.uint64(33)
#: Connect 4: runs of discs and the squares around them.
VECTORS = np.uint64(34)
#: Connect 4: nothing but finished games.
QUADRUPLETS = np.uint64(35)

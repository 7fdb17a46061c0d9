"""Scores inside the search, and the number of the exact style."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

#: Value of a position for the side to move, inside (-INFINITY, INFINITY).
Score: TypeAlias = Any
#: How many moves a search looks ahead; a pass costs no depth.
Depth: TypeAlias = Any
#: How many moves and passes lie between the root and a position.
Ply: TypeAlias = Any

INFINITY = np.int64(32000)
#: If a style prefers a win to any estimate, the winner's value of a finished game is TERMINAL plus its
#: score times TERMINAL_UNIT.
TERMINAL = np.int64(10000)
TERMINAL_UNIT = np.int64(100)


#: Final scores only. Unfinished positions get an estimate in the same units, good enough to order moves.
EXACT = np.uint64(0)

"""Counting lines of play, the usual check of a rules engine."""

from __future__ import annotations

import numpy as np

from engine.errors import EngineError
from engine.search import rules
from engine.search.position import Position


def perft(position: Position, depth: int) -> int:
    """Number of lines of `depth` plies from the position; a pass is a ply.

    A game that is over sooner counts as one line, as in the published tables. Raises EngineError for a
    negative depth.
    """
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 0:
        raise EngineError(f"depth must be a whole number from 0, not {depth!r}")
    if depth == 0:
        return 1
    return int(rules.count_leaves(position.state(), np.int64(depth)))

"""Connect 4 solved: the proved score of positions, one after the other, with little around it.

`engine.search` finds moves within limits; this is for questions that only want the score, and many of them.
"""

from __future__ import annotations

import numpy as np

from engine.connect4.position import Position
from engine.search.context import Box
from engine.search.proof import proved_value
from engine.search.style_numbers import EXACT
from engine.search.transposition import Table

_WORST = np.int64(-64)
_BEST = np.int64(64)
_ONE = np.int64(1)
_ROOT = np.int64(0)


class Solver:
    """Scores of Connect 4 positions under best play, with a table of `megabytes` that stays between calls.

    Not for several threads at once. `devices` as in `engine.search`.
    """

    def __init__(self, megabytes: float = 64.0, devices: int | None = None) -> None:
        self._table = Table(megabytes)
        self._box = Box(self._table, devices=devices)
        self.clear()

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return self._box.nodes

    def clear(self) -> None:
        """Forgets all positions."""
        self._table.clear()
        self._box.use_style(int(EXACT))

    def score(self, position: Position) -> int:
        """Score for the side to move: 0 draw, +n it wins with its n-th last disc, -n it loses so."""
        return int(proved_value(position.state(), _WORST, _BEST, _ROOT, self._box.address))

    def outcome(self, position: Position) -> int:
        """1 when the side to move wins, 0 for a draw, -1 when it loses: much sooner known than the score."""
        return int(proved_value(position.state(), -_ONE, _ONE, _ROOT, self._box.address))

    def plies(self, position: Position) -> int:
        """Number of moves to the end when both sides play for the best score."""
        left = position.columns * position.rows - position.ply
        score = self.score(position)
        if score == 0:
            return left
        return 2 * ((left + 1) // 2 - score) + 1 if score > 0 else 2 * (left // 2 + score + 1)

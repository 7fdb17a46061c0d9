"""Proved scores of many Connect 4 positions, one after the other.

`engine.search` finds moves within limits; this only finds scores, with less work around each.
"""

from __future__ import annotations

import numpy as np

from engine.connect4.position import Position
from engine.search.context import SearchContext
from engine.search.context_words import ENDGAME_LISTS, MOVE_LISTS
from engine.search.proof import prove_score
from engine.search.style_numbers import EXACT
from engine.search.transposition import TranspositionTable

_WORST = np.int64(-64)
_BEST = np.int64(64)
_ONE = np.int64(1)
_ROOT = np.int64(0)


class Solver:
    """Scores of Connect 4 positions under best play, with a table of `megabytes` that stays between calls.

    Not for several threads at once. `techniques` as in `engine.search`.
    """

    def __init__(self, megabytes: float = 64.0, techniques: int | None = None) -> None:
        self._table = TranspositionTable(megabytes)
        self._context = SearchContext(self._table, techniques=techniques)
        self.clear()

    @property
    def nodes(self) -> int:
        """Number of nodes searched so far."""
        return self._context.nodes

    def clear(self) -> None:
        """Forget all positions, and what their searches taught about the order of moves."""
        self._table.clear()
        self._context.words[int(ENDGAME_LISTS) : int(MOVE_LISTS)] = 0
        self._context.use_style(int(EXACT))

    def score(self, position: Position) -> int:
        """Score for the side to move: 0 draw, +n it wins with its n-th last disc, -n it loses so."""
        return int(prove_score(position.state(), _WORST, _BEST, _ROOT, self._context.address))

    def outcome(self, position: Position) -> int:
        """1 when the side to move wins, 0 for a draw, -1 when it loses: found much sooner than the score."""
        return int(prove_score(position.state(), -_ONE, _ONE, _ROOT, self._context.address))

    def plies(self, position: Position) -> int:
        """Number of moves to the end when both sides play for the best score."""
        left = position.columns * position.rows - position.ply
        score = self.score(position)
        if score == 0:
            return left
        return 2 * ((left + 1) // 2 - score) + 1 if score > 0 else 2 * (left // 2 + score + 1)

"""Proved scores of many Connect 4 positions, one after the other.

`engine.search` finds moves within limits; this only finds scores, with less work around each.
"""

from __future__ import annotations

import numpy as np

from engine.connect4.position import Position
from engine.search.alphabeta import prove_score
from engine.search.context_words import AGE
from engine.search.scores import EXACT, Score
from engine.search.tables import TranspositionTable
from engine.search.team import Team

_WORST = np.int64(-64)
_BEST = np.int64(64)
_ONE = np.int64(1)
_ROOT = np.int64(0)


class Solver:
    """Scores of Connect 4 positions under best play, with a table of `megabytes` that stays between calls.

    `threads` work on each position; it takes one position at a time. `techniques` as in `engine.search`.
    """

    def __init__(self, megabytes: float = 64.0, techniques: int | None = None, threads: int = 1) -> None:
        self._table = TranspositionTable(megabytes)
        self._context = Team(threads, self._table, techniques=techniques)
        self.clear()

    @property
    def nodes(self) -> int:
        """Number of nodes searched so far."""
        return self._context.nodes

    def clear(self) -> None:
        """Forget all positions, and what their searches taught about the order of moves."""
        self._table.clear()
        # Old table entries no longer count, and so are replaced first.
        self._context.words[AGE] = self._table.next_age()
        self._context.forget_moves()
        self._context.use_style(int(EXACT))

    def close(self) -> None:
        """End the threads, if there are several."""
        self._context.close()

    def score(self, position: Position) -> int:
        """Score for the side to move: 0 draw, +n it wins with its n-th last disc, -n it loses so."""
        return self._proved(position, _WORST, _BEST)

    def outcome(self, position: Position) -> int:
        """1 when the side to move wins, 0 for a draw, -1 when it loses: found much sooner than the score."""
        return self._proved(position, -_ONE, _ONE)

    def plies(self, position: Position) -> int:
        """Number of moves to the end when both sides play for the best score."""
        left = position.columns * position.rows - position.ply
        score = self.score(position)
        if score == 0:
            return left
        return 2 * ((left + 1) // 2 - score) + 1 if score > 0 else 2 * (left // 2 + score + 1)

    def _proved(self, position: Position, low: Score, high: Score) -> int:
        return self._context.shared_value(prove_score, position.state(), low, high, _ROOT)

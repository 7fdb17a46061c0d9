"""Proved values of positions and moves, one puzzle at a time."""

from __future__ import annotations

from types import TracebackType
from typing import Any

import numpy as np

from engine.search import rules
from engine.search.alphabeta import alphabeta
from engine.search.context import SearchContext
from engine.search.limits import StopFlag
from engine.search.position import Position
from engine.search.proof import prove_score
from engine.search.scores import INFINITY
from engine.search.style_numbers import EXACT
from engine.search.transposition import TranspositionTable

#: Games whose scores stay below this are solved by proofs with null windows.
_FEW_SCORES = 64
#: The positions may be ones that no search would have gone on to.
_ROOT = np.int64(0)
_MEGABYTES = 16.0


class Unsolved(Exception):  # noqa: N818 - not an error
    """The solver was stopped, or its time was over."""


class Solver:
    """Final scores of the positions of one board under best play; a context that ends with its time.

    Every method raises `Unsolved` when `stop` was set or after `seconds`. Not for several threads at once.
    """

    def __init__(
        self, position: Position, seconds: float | None = None, stop: StopFlag | None = None
    ) -> None:
        self._context = SearchContext(TranspositionTable(_MEGABYTES), None, position.search_table())
        self._context.use_style(int(EXACT))
        self._deadline = StopFlag()
        self._flags = [self._deadline] if stop is None else [self._deadline, stop]
        self._seconds = seconds
        self._few_scores = int(rules.highest_score(position.state())) < _FEW_SCORES

    def __enter__(self) -> Solver:
        for flag in self._flags:
            flag.attach(self._context.words)
        if self._seconds is not None:
            self._deadline.set_after(self._seconds)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._deadline.cancel()
        for flag in self._flags:
            flag.detach(self._context.words)

    def score(self, position: Position) -> int:
        """Final score for the side to move, in the units of `engine.search`."""
        return self._within(position, -int(INFINITY), int(INFINITY))

    def outcome(self, position: Position) -> int:
        """1 when the side to move wins, 0 for a draw, -1 when it loses: found sooner than the score."""
        return self._within(position, -1, 1)

    def scores(self, position: Position) -> dict[str, int]:
        """The final score of every move for the side that makes it."""
        return {move: -self.score(position.play(move)) for move in position.legal_moves()}

    def outcomes(self, position: Position) -> dict[str, int]:
        """The outcome of every move for the side that makes it."""
        return {move: -self.outcome(position.play(move)) for move in position.legal_moves()}

    def _within(self, position: Position, low: int, high: int) -> int:
        """The score when it is in low..high, else the nearer end."""
        result = position.result()
        if result is not None:
            return max(low, min(result.score, high))
        state, address = position.state(), self._context.address
        if self._few_scores:
            score: Any = prove_score(state, np.int64(low), np.int64(high), _ROOT, address)
        else:
            # A window is open at its ends.
            window = np.int64(max(low - 1, -int(INFINITY))), np.int64(min(high + 1, int(INFINITY)))
            score = alphabeta(state, *window, rules.moves_left(state), _ROOT, address)
        if self._context.stopped:
            raise Unsolved
        return max(low, min(int(score), high))

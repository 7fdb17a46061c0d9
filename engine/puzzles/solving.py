"""Proved values of positions and moves, one puzzle at a time."""

from __future__ import annotations

from types import TracebackType
from typing import Any, NamedTuple

import numpy as np

from engine.search.limits import StopFlag
from engine.search.position import Position
from engine.search.scores import EXACT
from engine.search.tables import TranspositionTable

#: Games with scores below this are solved by proofs with null windows.
_FEW_SCORES = 64
#: Ply of the positions: no search need have reached them.
_ROOT = np.int64(0)
_MEGABYTES = 16.0
#: No score of a game is outside.
_ANY_SCORE = -128, 128


class Unsolved(Exception):  # noqa: N818 - not an error
    """The solver was stopped, or its time was over."""


class BestTwo(NamedTuple):
    """The best move of a position, its proved value, and the value of the next best move."""

    move: str
    best: int
    second: int

    @property
    def lead(self) -> int:
        """Return the difference between the values of the best move and the next best one."""
        return self.best - self.second


class PuzzleSolver:
    """Final scores of the positions of one board under best play; a context that ends with its time.

    Every method raises `Unsolved` when `stop` was set or after `seconds`. Not for several threads at once.
    """

    def __init__(
        self, position: Position, seconds: float | None = None, stop: StopFlag | None = None
    ) -> None:
        # The compiled core is loaded by the first search.
        from engine.search import rules
        from engine.search.context import SearchContext

        self._context = SearchContext(TranspositionTable(_MEGABYTES), None, position.search_table())
        self._context.use_style(int(EXACT))
        self._deadline = StopFlag()
        self._flags = [self._deadline] if stop is None else [self._deadline, stop]
        self._seconds = seconds
        self._few_scores = int(rules.highest_score(position.state())) < _FEW_SCORES

    def __enter__(self) -> PuzzleSolver:
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
        return self._within(position, *_ANY_SCORE)

    def best_moves(self, position: Position) -> list[str]:
        """The moves that reach the score; a forced pass; none when the game is over."""
        moves = position.legal_moves()
        if len(moves) <= 1:
            return list(moves)
        score = self.score(position)
        return [move for move in moves if self._reaches(position.play(move), score)]

    def best_two(self, position: Position, *, result_only: bool) -> BestTwo | None:
        """The best move, its value and that of the next best one; None when two are equally good.

        With `result_only` the values are 1 for a win, 0 for a draw and -1 for a loss, else final scores.
        """
        low, high = (-1, 1) if result_only else _ANY_SCORE
        best = self._within(position, low, high)
        alone: str | None = None
        others: list[Position] = []
        for move in position.legal_moves():
            after = position.play(move)
            if not self._reaches(after, best):
                others.append(after)
            elif alone is not None:
                return None
            else:
                alone = move
        if alone is None or not others:
            return None
        second = low
        for after in others:
            # A null window is quick to tell which of them are worse.
            if second == low or self._reaches(after, second + 1):
                second = -self._within(after, 1 - best, -second)
        return BestTwo(alone, best, second)

    def _reaches(self, after: Position, least: int) -> bool:
        """Return whether a move achieves at least so much for its side, given the position after it."""
        return -self._within(after, -least, 1 - least) >= least

    def check(self) -> None:
        """Raise `Unsolved` when nothing more may be searched."""
        if self._context.stopped:
            raise Unsolved

    def _within(self, position: Position, low: int, high: int) -> int:
        """The score when it is in low..high, else the nearer end."""
        result = position.result()
        if result is not None:
            return max(low, min(result.score, high))
        from engine.search.alphabeta import alphabeta, prove_score

        state, address = position.state(), self._context.address
        if self._few_scores:
            score: Any = prove_score(state, np.int64(low), np.int64(high), _ROOT, address)
        else:
            # A window does not contain its ends; for a null window they are the two scores themselves.
            ends = (low, high) if high - low == 1 else (low - 1, high + 1)
            score = alphabeta(state, np.int64(ends[0]), np.int64(ends[1]), self._left(state), _ROOT, address)
        self.check()
        return max(low, min(int(score), high))

    def _left(self, state: Any) -> Any:
        from engine.search import rules

        return np.int64(rules.moves_left(state))

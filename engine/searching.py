"""Searching a position: iterative deepening over the compiled core, within limits, stoppable."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from engine import rules
from engine.box import Box
from engine.core import best_known, value_of
from engine.errors import EngineError
from engine.limits import Limits, StopFlag
from engine.reports import Candidate, Progress, ProgressCallback, SearchResult
from engine.results import PASS, Position
from engine.scores import ENDED, ENDED_UNIT, INFINITY
from engine.styles import EXACT, Style, default_style
from engine.table import NO_MOVE, Table

#: With at most so many squares left a search without depth limit goes for the exact score.
_SOLVE_FROM = 18
#: Before an exact search the moves are put in order by estimates that stop so many plies above the end.
_ORDERING_GAP = 8


def search(
    position: Position,
    limits: Limits | None = None,
    stop: StopFlag | None = None,
    progress: ProgressCallback | None = None,
    *,
    style: Style | None = None,
    table: Table | None = None,
) -> SearchResult:
    """The best move found within the limits (10 seconds when None), deepening ply by ply.

    Runs in the calling thread without the GIL and ends in real time, within milliseconds after `stop` is
    set; always returns a legal move, even when stopped at once. `progress` is called in the same thread
    after each root move. A `table` can be given to share memory between searches; with a fresh one a
    depth-limited search repeats itself exactly. Raises EngineError when the game is over.
    """
    limits = Limits() if limits is None else limits
    root = _Root(position, limits.nodes, style or default_style(position.game), table or Table(), progress)
    deadline = StopFlag()
    flags = [deadline] if stop is None else [deadline, stop]
    for flag in flags:
        flag.attach(root.box.words)
    try:
        if limits.seconds is not None:
            deadline.set_after(limits.seconds)
        for depth, exact in root.iterations(limits.depth):
            if not root.search(depth, exact):
                break
    finally:
        deadline.cancel()
        for flag in flags:
            flag.detach(root.box.words)
    return root.result()


class _Move(NamedTuple):
    """A legal move at the root and the state it leaves."""

    name: str
    after: Any


class _Valued(NamedTuple):
    """A root move with its value; `full` when the value is not only an upper bound."""

    move: _Move
    value: int
    full: bool


class _Root:
    """The root of one search: its moves, best first, and what the last iteration found."""

    def __init__(
        self,
        position: Position,
        nodes: int | None,
        style: Style,
        table: Table,
        progress: ProgressCallback | None,
    ) -> None:
        self.box = Box(table, nodes, position.search_table())
        self._started = time.perf_counter()
        self._position = position
        self._style = style
        self._progress = progress
        self._moves = _root_moves(position)
        self._left = int(rules.moves_left(position.state()))
        self._depth = 0
        self._exact = False
        self._best = self._moves[0]
        self._score = 0.0
        self._candidates: tuple[Candidate, ...] = ()

    def iterations(self, deepest: int | None) -> Iterator[tuple[int, bool]]:
        """The iterations to make: the depth, and whether it is the exact search of the rest of the game."""
        solve = deepest is None or deepest >= self._left
        last = self._left - 1 if solve else deepest or 0
        if solve and self._left <= _SOLVE_FROM:
            last = self._left - _ORDERING_GAP
        for depth in range(1, last + 1):
            yield depth, False
        if solve:
            yield self._left, True

    def search(self, depth: int, exact: bool) -> bool:
        """Values the root moves at a depth; False when stopped before the last one was done."""
        self.box.use_style(EXACT.number if exact else self._style.number)
        # A pass at the root costs no depth, like any other pass.
        rest = np.int64(depth if self._moves[0].name == PASS else depth - 1)
        found: list[_Valued] = []
        low = -int(INFINITY)
        for move in self._moves:
            value = self._value(move.after, low, rest)
            if self.box.stopped:
                break
            found.append(_Valued(move, value, value > low))
            if value > low:
                low = value
                self._best, self._score, self._depth = move, self._shown(value, exact), depth
            self._report(depth, len(found) / len(self._moves))
        if len(found) < len(self._moves):
            return False
        # Moves that only failed to beat the best one stay behind it, in their order.
        found.sort(key=lambda valued: (valued.move is self._best, valued.value), reverse=True)
        self._moves = [valued.move for valued in found]
        self._candidates = tuple(
            Candidate(
                valued.move.name,
                self._shown(valued.value, exact),
                "exact" if valued.move is self._best else "at most",
            )
            for valued in found
        )
        self._exact = exact
        return True

    def result(self) -> SearchResult:
        """What was found so far."""
        return SearchResult(
            move=self._best.name,
            score=self._score,
            depth=self._depth,
            nodes=self.box.nodes,
            seconds=time.perf_counter() - self._started,
            exact=self._exact,
            line=self._line(),
            candidates=self._candidates,
        )

    def _value(self, after: Any, low: int, rest: Any) -> int:
        """Value of the state a root move leaves when it is above `low`, else a bound not above it."""
        top, ply, address = int(INFINITY), np.int64(1), self.box.address
        if low > -top:
            value = -int(value_of(after, np.int64(-low - 1), np.int64(-low), rest, ply, address))
            if value <= low or self.box.stopped:
                return value
        return -int(value_of(after, np.int64(-top), np.int64(-low), rest, ply, address))

    def _shown(self, value: int, exact: bool) -> float:
        """A value of the core in the units people see."""
        if exact:
            return value
        if abs(value) >= ENDED:
            return int(math.copysign((abs(value) - ENDED) // ENDED_UNIT, value))
        return value / self._style.unit

    def _report(self, depth: int, fraction: float) -> None:
        if self._progress is not None:
            seconds = time.perf_counter() - self._started
            self._progress(Progress(depth, self._best.name, self._score, self.box.nodes, seconds, fraction))

    def _line(self) -> tuple[str, ...]:
        """The expected continuation as far as the table knows it."""
        names = [self._best.name]
        position = self._position.play(self._best.name)
        while len(names) - names.count(PASS) < self._depth and (moves := position.legal_moves()):
            name = moves[0]
            if name != PASS:
                square = int(best_known(position.state(), self.box.address))
                if square == NO_MOVE or (name := position.move_name(square)) not in moves:
                    break
            names.append(name)
            position = position.play(name)
        return tuple(names)


def _root_moves(position: Position) -> list[_Move]:
    names = position.legal_moves()
    if not names:
        raise EngineError("the game is over: there is no move to search")
    state = position.state()
    if names == (PASS,):
        return [_Move(PASS, rules.turned(state))]
    return [_Move(name, rules.after(state, position.move_square(name))) for name in names]

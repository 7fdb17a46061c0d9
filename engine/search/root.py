"""The root of a search: its moves in their order, valued depth by depth, and what has been found so far."""

from __future__ import annotations

import math
import threading
import time
from typing import Any, NamedTuple

import numpy as np

from engine.errors import EngineError
from engine.search import rules
from engine.search.alphabeta import alphabeta, table_move
from engine.search.context import SearchContext
from engine.search.context_words import ASPIRATION, SELECTIVITY, STOP
from engine.search.position import PASS, Position
from engine.search.proof import prove_score
from engine.search.results import Bound, Candidate, Progress, ProgressCallback, SearchResult
from engine.search.scores import INFINITY, TERMINAL, TERMINAL_UNIT
from engine.search.style import EXACT, Style
from engine.search.time_management import Iteration
from engine.search.transposition import NO_MOVE

#: So many moves from the end the rest of a line is quickly solved afresh.
_QUICK = 9
_TOP = int(INFINITY)
#: The share of an iteration's tree behind is not told to be more before its end.
_NEARLY = 0.99
#: A clear lead is shown by searches so many plies shallower.
_LEAD_DEPTH = 4
#: Games whose scores stay below this are solved by proofs with null windows.
_FEW = 64


class _Move(NamedTuple):
    """A legal move at the root and the state it leaves."""

    name: str
    after: Any


class _Valued(NamedTuple):
    """A root move with its value or a bound of it."""

    move: _Move
    value: int
    bound: Bound


class Root:
    """The moves of one position, best first, and what the iterations so far say of them."""

    def __init__(
        self,
        position: Position,
        style: Style,
        context: SearchContext,
        progress: ProgressCallback | None = None,
        *,
        every_value: bool = False,
        known: int | None = None,
    ) -> None:
        """`known`: the final score of the position, where only a move that reaches it is wanted."""
        self.context = context
        self._started = time.perf_counter()
        self.position = position
        self.style = style
        self._progress = progress
        # Moves of the same value can only be told apart when each has its own.
        self._every_value = every_value or style.preference is not None
        self._known = None if self._every_value else known
        self._moves = _root_moves(position)
        self._left = int(rules.moves_left(position.state()))
        self._few_scores = int(rules.highest_score(position.state())) < _FEW
        self._depth = 0
        self._exact = False
        self._best = self._moves[0]
        self._score = 0.0
        self._candidates: tuple[Candidate, ...] = ()
        self._last: int | None = None
        self._last_exact = False
        self._reach = 0
        self._share = 0.0
        self._telling = threading.Lock()

    def search(self, iteration: Iteration, ahead: int = 0) -> bool:
        """Values the root moves; False when stopped before the last one was done.

        `ahead`: so many plies deeper, unless it goes to the end.
        """
        depth, exact, selectivity = iteration
        if not exact:
            depth += ahead
        self.context.use_style(*(EXACT.number,) if exact else (self.style.number, self.style.weights))
        self.context.words[SELECTIVITY] = selectivity
        low, high = self._window(exact)
        highest = high if exact and high == self._known else self._highest
        with self._telling:
            self._reach, self._share = depth, 0.0
            self.context.reset_progress()
        while True:
            found = self._values(depth, exact, low, high)
            if self.context.stopped:
                return False
            best = max(valued.value for valued in found)
            if best <= low and low > self._lowest:
                low = self._lowest
            elif best >= high and high < highest:
                high = highest
            else:
                break
        self._keep(found, depth, exact, iteration.proves)
        self.report(done=True)
        return True

    @property
    def move(self) -> str:
        """The best move found so far."""
        return self._best.name

    @property
    def depth(self) -> int:
        """Plies that the best move found looks ahead."""
        return self._depth

    @property
    def proved(self) -> bool:
        """True when the score of the best move is the final one: nothing is left to find out."""
        return self._exact

    def leads_by(self, points: float) -> bool:
        """Whether the best move of the last iteration is so far ahead of all others, searched less deep."""
        if self._last is None:
            return False
        exact = self._last_exact
        bound = self._last - round(points if exact else points * self.style.unit)
        depth = self._depth if exact else self._depth - _LEAD_DEPTH
        for move in self._moves:
            if move is not self._best:
                value = -int(
                    alphabeta(
                        move.after, *_null(-bound - 1), np.int64(depth - 1), np.int64(1), self.context.address
                    )
                )
                if value > bound or self.context.stopped:
                    return False
        return True

    def report(self, *, done: bool = False) -> None:
        """Tells how the iteration stands, if anybody wants to know; may be called from any thread."""
        if self._progress is None:
            return
        with self._telling:
            # Once all moves are valued they may have to be valued again, in a wider window.
            self._share = 1.0 if done else max(self._share, min(self.context.progress_share, _NEARLY))
            best, score = self._best, self._score
            seconds = time.perf_counter() - self._started
            self._progress(
                Progress(
                    self._reach,
                    best.name,
                    score,
                    self.context.nodes,
                    seconds,
                    self._share,
                    self._candidates,
                )
            )

    def result(self) -> SearchResult:
        """What was found so far; to be asked when nothing can stop the box any more."""
        self.context.words[STOP] = 0
        return SearchResult(
            move=self._best.name,
            score=self._score,
            depth=self._depth,
            nodes=self.context.nodes,
            seconds=time.perf_counter() - self._started,
            exact=self._exact,
            line=self._line(),
            candidates=self._candidates,
        )

    @property
    def _lowest(self) -> int:
        """Values up to this are all the same to the style."""
        return -_TOP if self.style.at_least is None else self.style.at_least

    @property
    def _highest(self) -> int:
        """Values from this on are all the same to the style."""
        return _TOP if self.style.at_most is None else self.style.at_most

    def _window(self, exact: bool) -> tuple[int, int]:
        """Where the value is expected: at the known one, or around the last one if that is on this scale."""
        if exact and self._known is not None:
            return self._known - 1, self._known
        same_scale = self._last is not None and exact == self._last_exact
        if self._last is None or not same_scale or self._every_value or not self.context.uses(ASPIRATION):
            return self._lowest, self._highest
        reach = 1 if exact else max(1, round(2 * self.style.unit))
        return max(self._last - reach, self._lowest), min(self._last + reach, self._highest)

    def _values(self, depth: int, exact: bool, low: int, high: int) -> list[_Valued]:
        """Values of the moves inside the window, as far as the search came."""
        # A pass at the root costs no depth, like any other pass.
        rest = np.int64(depth if self._moves[0].name == PASS else depth - 1)
        found: list[_Valued] = []
        best = low
        for index, move in enumerate(self._moves):
            if best >= high and not self._every_value:
                # Good enough: whatever this one is worth, it is no better.
                found.append(_Valued(move, best, "at most"))
                continue
            self.context.enter_root_move(index, len(self._moves))
            floor = low if self._every_value else best
            first = not found or self._every_value
            value = self._value(move.after, floor, high, rest, exact, first)
            if self.context.stopped:
                break
            reached = exact and value == self._known
            found.append(_Valued(move, value, "exact" if reached else _bound(value, floor, high)))
            if value > best:
                best = value
                self._best, self._score, self._depth = move, self._shown(value, exact), depth
            self.context.leave_root_move(index, len(self._moves))
            self.report()
        return found

    def _keep(self, found: list[_Valued], depth: int, exact: bool, proved: bool) -> None:
        """Makes a full iteration the state of affairs."""
        # Moves that only failed to beat the best one stay behind it.
        found.sort(
            key=lambda valued: (
                valued.value,
                valued.bound != "at most",
                self._preference(valued.move),
                valued.move is self._best,
            ),
            reverse=True,
        )
        top = found[0]
        self._moves = [valued.move for valued in found]
        self._candidates = tuple(
            Candidate(
                valued.move.name,
                self._shown(valued.value, exact),
                valued.bound,
                self._answer(valued.move) if depth > 1 else None,
            )
            for valued in found
        )
        self._best, self._score, self._depth = top.move, self._shown(top.value, exact), depth
        found_early = self.style.sooner_is_better and abs(top.value) >= int(TERMINAL)
        self._exact = (proved or found_early) and top.bound == "exact"
        self._last = None if abs(top.value) >= TERMINAL else top.value
        self._last_exact = exact

    def _value(self, after: Any, low: int, high: int, rest: Any, exact: bool, first: bool) -> int:
        """Value of the state a root move leaves inside (low, high), else a bound on the same side."""
        ply, address = np.int64(1), self.context.address
        if exact and self._few_scores:
            if not first:
                value = -int(prove_score(after, *_null(-low - 1), ply, address))
                if value <= low or self.context.stopped:
                    return value
                low = value
            return -int(prove_score(after, np.int64(-high), np.int64(-low), ply, address))
        if not first and low > -_TOP:
            value = -int(alphabeta(after, *_null(-low - 1), rest, ply, address))
            if value <= low or value >= high or self.context.stopped:
                return value
        return -int(alphabeta(after, np.int64(-high), np.int64(-low), rest, ply, address))

    def _preference(self, move: _Move) -> int:
        """What decides between moves of the same value."""
        return 0 if self.style.preference is None else self.style.preference(self.position, move.name)

    def _shown(self, value: int, exact: bool) -> float:
        """A value of the core in the units people see."""
        if exact:
            return value
        if abs(value) >= TERMINAL:
            return int(math.copysign((abs(value) - TERMINAL) // TERMINAL_UNIT, value))
        return value if self.style.unit == 1 else value / self.style.unit

    def _answer(self, move: _Move) -> str | None:
        """The opponent's best reply to a root move, if the table has one."""
        square = int(table_move(move.after, self.context.address))
        return None if square == NO_MOVE else self.position.move_name(square)

    def _line(self) -> tuple[str, ...]:
        """The expected continuation as far as the table knows it."""
        names = [self._best.name]
        position = self.position.play(self._best.name)
        while len(names) - names.count(PASS) < self._depth and (moves := position.legal_moves()):
            name = moves[0]
            if name != PASS:
                square = int(table_move(position.state(), self.context.address))
                if square != NO_MOVE and position.move_name(square) in moves:
                    name = position.move_name(square)
                elif self._exact and int(rules.moves_left(position.state())) <= _QUICK:
                    name = self._solved(position)
                else:
                    break
            names.append(name)
            position = position.play(name)
        return tuple(names)

    def _solved(self, position: Position) -> str:
        """The best move near the end, where the core keeps nothing in the table."""
        least, top, ply = np.int64(-_TOP), np.int64(_TOP), np.int64(1)
        depth = np.int64(self._left)
        values = {
            move.name: -int(alphabeta(move.after, least, top, depth, ply, self.context.address))
            for move in _root_moves(position)
        }
        return max(values, key=lambda name: values[name])


def _bound(value: int, low: int, high: int) -> Bound:
    return "at most" if value <= low else "at least" if value >= high else "exact"


def _null(alpha: int) -> tuple[Any, Any]:
    """The window that only tells whether a value is above alpha."""
    return np.int64(alpha), np.int64(alpha + 1)


def _root_moves(position: Position) -> list[_Move]:
    names = position.legal_moves()
    if not names:
        raise EngineError("the game is over: there is no move to search")
    state = position.state()
    if names == (PASS,):
        return [_Move(PASS, rules.turned(state))]
    return [_Move(name, rules.after(state, position.move_square(name))) for name in names]

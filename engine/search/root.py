"""The root of a search: its moves, best first, valued iteration by iteration."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np

from engine.search import progress, rules
from engine.search.alphabeta import alphabeta, prove_score
from engine.search.context import SearchContext
from engine.search.interface import certainties
from engine.search.position import PASS, Position
from engine.search.registry import EXACT, Style
from engine.search.results import (
    Bound,
    Candidate,
    Estimate,
    Final,
    Progress,
    ProgressCallback,
    Proved,
    Score,
    SearchResult,
    outcome_of,
)
from engine.search.scores import ASPIRATION, BUSY_MARKS, INFINITY, SELECTIVITY, STOP, TERMINAL, TERMINAL_UNIT
from engine.search.transposition import PROVED
from engine.search.variation import (
    OutcomeProof,
    RootMove,
    ValuedMove,
    best_reply,
    bound_of,
    principal_variation,
    prove_outcome,
    proved_variation,
    root_moves,
)

_TOP = int(INFINITY)
#: Plies of the root and of the states its moves lead to.
_ROOT, _CHILD = np.int64(0), np.int64(1)
#: Maximum share reported as done before an iteration ends.
_MAX_SHARE_DONE = 0.99
#: Plies by which the searches that test for a clear lead are shallower.
_LEAD_DEPTH = 4
#: Minimum depth for sharing: shallower searches end before another thread can help.
_SHARED_FROM = 9
#: Games with scores below this are solved by proofs with null windows.
_FEW_SCORES = 64


class Iteration(NamedTuple):
    """One search of all root moves: its depth, whether it reaches the end of the game, and its selectivity.

    The selectivity of searches to the end says how far shallow ones may replace them (PROVED: not at all).
    """

    depth: int
    exact: bool = False
    selectivity: int = int(PROVED)

    @property
    def proves(self) -> bool:
        """True if it ends with a proved score."""
        return self.exact and self.selectivity == int(PROVED)


class Root:
    """The moves of one position, best first, and what the iterations so far have found out."""

    def __init__(
        self,
        position: Position,
        style: Style,
        context: SearchContext,
        on_progress: ProgressCallback | None = None,
        *,
        within: float = 0.0,
        valued: Collection[str] = (),
        known: int | None = None,
        least: int | None = None,
    ) -> None:
        """`known` is the final score of the position, when only a move that reaches it is wanted.

        `least` is a score that the position has at least. The moves `valued` get values, not bounds.
        """
        self.context = context
        self._started = time.perf_counter()
        self.position = position
        self.style = style
        self._on_progress = on_progress
        # A preference between equal moves needs the value of each.
        self._within = within if style.preference is None else math.inf
        self._valued = valued
        self._known = None if self._within or valued else known
        self._least = None if self._within or valued else least
        self._moves = root_moves(position)
        self._left = int(rules.moves_left(position.state()))
        self._few_scores = int(rules.highest_score(position.state())) < _FEW_SCORES
        #: Plies that the best move found looks ahead, and whether its score is proved to be final.
        self.depth = 0
        self.proved = False
        self._certainty: float | None = None
        self._outcome: int | None = None
        self._line_before: tuple[str, ...] = ()
        self._best = self._moves[0]
        self._score: Score = Estimate(0.0)
        self._candidates: tuple[Candidate, ...] = ()
        self._last: int | None = None
        self._last_exact = False
        self._reach = 0
        self._share = 0.0
        self._reporting = threading.Lock()

    def search(self, iteration: Iteration) -> bool:
        """Value the root moves; False when stopped before the last one was done."""
        depth, exact, _ = iteration
        self._begin(iteration)
        low, high = self._window(exact)
        highest = high if exact and high == self._known else self._highest
        while True:
            found = self._values(depth, exact, low, high)
            if self.context.stopped:
                return False
            best = max(valued.value for valued in found)
            if self._floor(best, self._lowest, exact) <= low and low > self._lowest:
                low = self._lowest
            elif best >= high and high < highest:
                high = highest
            else:
                break
        self._keep(found, depth, exact, iteration.proves)
        self._certainty = self._certainty_of(iteration)
        self.report(done=True)
        return True

    def prove_outcome(self) -> bool:
        """Prove who wins, after a selective search to the end; False when stopped before.

        The best move stays the best if it reaches the outcome, else the next one that does takes its place,
        and values stay as they were inside what is proved. A draw is a proved score.
        """
        self._line_before = self._line()
        self._begin(Iteration(self._left, True))
        proof = prove_outcome(self._moves, self._score, self._value_above)
        if proof is None:
            return False
        self._keep_outcome(proof)
        self.report(done=True)
        return True

    @property
    def move(self) -> str:
        """The best move found so far."""
        return self._best.name

    @property
    def outcome(self) -> int | None:
        """Return who is proved to win: 1 the side to move, -1 the other, 0 for a draw; None if unproved."""
        return outcome_of(self._score) if self.proved else self._outcome

    @property
    def outcome_is_open(self) -> bool:
        """Return whether only selective endgame searches say what the outcome is."""
        return self._certainty is not None and self.outcome is None and self._known is None

    def leads_by(self, points: float) -> bool:
        """Return whether the best move of the last iteration leads all others, searched less deep, by
        enough.
        """
        if self._last is None:
            return False
        exact = self._last_exact
        bound = self._last - round(points if exact else points * self.style.unit)
        depth = self.depth if exact else self.depth - _LEAD_DEPTH
        for move in self._moves:
            if move is not self._best:
                window, rest = _null(-bound - 1), np.int64(depth - 1)
                value = -self.context.shared_value(alphabeta, move.after, *window, rest, _CHILD)
                if value > bound or self.context.stopped:
                    return False
        return True

    def report(self, *, done: bool = False) -> None:
        """Report the progress of the iteration, if requested; may be called from any thread."""
        if self._on_progress is None:
            return
        with self._reporting:
            # After the last move, all may have to be valued again in a wider window.
            share = progress.share_done(self.context.words)
            self._share = 1.0 if done else max(self._share, min(share, _MAX_SHARE_DONE))
            best, score = self._best, self._score
            seconds = time.perf_counter() - self._started
            self._on_progress(
                Progress(
                    self._reach,
                    best.name,
                    score,
                    self.context.nodes,
                    seconds,
                    self._share,
                    self._candidates,
                    self._certainty,
                    self.outcome,
                )
            )

    def result(self) -> SearchResult:
        """Return the result so far. Call it once nothing can stop the context any more."""
        # What follows is found by this thread alone.
        self.context.words[STOP] = self.context.words[BUSY_MARKS] = 0
        return SearchResult(
            move=self._best.name,
            score=self._score,
            depth=self.depth,
            nodes=self.context.nodes,
            seconds=time.perf_counter() - self._started,
            exact=self.proved,
            line=self._line(),
            candidates=self._candidates,
            certainty=self._certainty,
            outcome=self.outcome,
        )

    def _begin(self, iteration: Iteration) -> None:
        depth, exact, selectivity = iteration
        self.context.use_style(*(EXACT.number,) if exact else (self.style.number, self.style.weights))
        self.context.words[SELECTIVITY] = selectivity
        with self._reporting:
            self._reach, self._share = depth, 0.0
            progress.reset(self.context.words)

    def _line(self) -> tuple[str, ...]:
        """The expected continuation."""
        if self.proved and self._few_scores:
            return proved_variation(self.position, self._best.name, int(self._score), self.context)
        if not self.proved and self._line_before[:1] == (self._best.name,):
            # By now the table has moves that win, but by less.
            return self._line_before
        return principal_variation(
            self.position, self._best.name, self.depth, self.context, exact=self.proved
        )

    @property
    def _lowest(self) -> int:
        return -_TOP if self.style.at_least is None else self.style.at_least

    @property
    def _highest(self) -> int:
        return _TOP if self.style.at_most is None else self.style.at_most

    def _window(self, exact: bool) -> tuple[int, int]:
        """The window for the value: at the known one, or around that of the last iteration."""
        if exact and self._known is not None:
            return self._known - 1, self._known
        lowest = self._lowest
        if exact and self._least is not None:
            # A move reaches the least score, or as much of it as counts for the style.
            lowest = max(lowest, min(self._least, self._highest) - 1)
        aspires = self.context.uses(ASPIRATION) and self._within < math.inf
        if self._last is None or exact != self._last_exact or not aspires:
            return lowest, self._highest
        reach = 1 if exact else max(1, round(2 * self.style.unit))
        return self._floor(self._last - reach, lowest, exact), min(self._last + reach, self._highest)

    def _floor(self, best: int, low: int, exact: bool) -> int:
        """Return the value above which a move gets an exact value, after the best one so far; never below
        `low`.
        """
        if not self._within:
            return max(best, low)
        reach = self._within * (1 if exact else self.style.unit)
        return low if best - reach <= low else best - math.floor(reach) - 1

    def _values(self, depth: int, exact: bool, low: int, high: int) -> list[ValuedMove]:
        """Values of the moves inside the window, as far as the search got."""
        # A pass at the root costs no depth, like any other pass.
        rest = np.int64(depth if self._moves[0].name == PASS else depth - 1)
        found: list[ValuedMove] = []
        best = low
        for index, move in enumerate(self._moves):
            own_value = move.name in self._valued
            if best >= high and not self._within and not own_value:
                # The best value there can be is reached.
                found.append(ValuedMove(move, best, "at most"))
                continue
            branch = _ROOT, np.int64(index), np.int64(len(self._moves)), self.context.address
            progress.enter_child(*branch)
            image = next((valued for valued in found if valued.move.kind == move.kind), None)
            if image is not None:
                found.append(image._replace(move=move))
                progress.leave_child(*branch)
                continue
            floor = self._lowest if own_value else self._floor(best, low, exact)
            value = self._value(move.after, floor, high, rest, exact, not found or self._within == math.inf)
            if self.context.stopped:
                break
            reached = exact and value == self._known
            found.append(ValuedMove(move, value, "exact" if reached else bound_of(value, floor, high)))
            if value > best:
                best = value
                self._best, self.depth = move, depth
                self._score = self._shown(value, exact, "at least")
                self._line_before = ()
            progress.leave_child(*branch)
            self.report()
        return found

    def _keep(self, found: list[ValuedMove], depth: int, exact: bool, proved: bool) -> None:
        """Keep the values of a complete iteration."""
        # Among equal values, bounds come after the move with the exact value.
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
                self._shown(valued.value, exact, valued.bound, proved=proved),
                valued.bound,
                best_reply(self.position, valued.move.after, self.context) if depth > 1 else None,
            )
            for valued in found
        )
        self._score = self._shown(top.value, exact, top.bound, proved=proved)
        self._best, self.depth, self.proved = top.move, depth, self._candidates[0].proved
        self._last = None if abs(top.value) >= TERMINAL else top.value
        self._last_exact = exact

    def _keep_outcome(self, proof: OutcomeProof) -> None:
        """Keep the values of the iteration before, as far as the proof has left them possible."""
        exact = proof.outcome == 0 and not self._within
        known = {candidate.move: candidate for candidate in self._candidates}
        self._outcome, self._best, before = proof.outcome, proof.move, self._last
        self._keep(
            [
                proof.proved_value(move)
                if exact
                else proof.narrowed(ValuedMove(move, int(known[move.name].score), known[move.name].bound))
                for move in self._moves
            ],
            self._left,
            True,
            exact,
        )
        if self.proved:
            self._certainty = 1.0
        elif self._last != before:
            # The level of selectivity had another score.
            self._certainty = None

    def _value_above(self, move: RootMove, score: int) -> int | None:
        """A bound on the final score of a root move that says whether it is above `score`, unless stopped."""
        branch = _ROOT, np.int64(self._moves.index(move)), np.int64(len(self._moves)), self.context.address
        progress.enter_child(*branch)
        rest = np.int64(self._left if move.name == PASS else self._left - 1)
        value = self._value(move.after, score, score + 1, rest, True, True)
        if self.context.stopped:
            return None
        progress.leave_child(*branch)
        self.report()
        return value

    def _certainty_of(self, iteration: Iteration) -> float | None:
        """Return the probability that the score of a complete iteration is final."""
        if self.proved:
            return 1.0
        if not iteration.exact or iteration.proves:
            return None
        return certainties(self.position.state())[iteration.selectivity]

    def _value(self, after: Any, low: int, high: int, rest: Any, exact: bool, first: bool) -> int:
        """Value of the state after a root move inside (low, high), else a bound on the same side."""
        value_of = self.context.shared_value if rest >= _SHARED_FROM else self.context.value
        if exact and self._few_scores:
            if not first:
                value = -value_of(prove_score, after, *_null(-low - 1), _CHILD)
                if value <= low or self.context.stopped:
                    return value
                low = value
            return -value_of(prove_score, after, np.int64(-high), np.int64(-low), _CHILD)
        if not first and low > -_TOP:
            value = -value_of(alphabeta, after, *_null(-low - 1), rest, _CHILD)
            if value <= low or value >= high or self.context.stopped:
                return value
        return -value_of(alphabeta, after, np.int64(-high), np.int64(-low), rest, _CHILD)

    def _preference(self, move: RootMove) -> int:
        """Decides between moves of the same value, the greatest first."""
        return 0 if self.style.preference is None else self.style.preference(self.position, move.name)

    def _shown(self, value: int, exact: bool, bound: Bound, *, proved: bool = False) -> Score:
        """Convert a value of the search core to displayed units.

        `proved` is for a complete iteration that proves its scores. Any other iteration also proves the
        results it reaches, where earlier wins count more: it has seen everything that comes earlier.
        """
        if exact:
            return Proved(value, bound) if proved else Estimate(value, bound)
        if abs(value) >= TERMINAL:
            points = math.copysign((abs(value) - int(TERMINAL)) // int(TERMINAL_UNIT), value)
            return (Proved if self.style.sooner_is_better else Final)(points, bound)
        return Estimate(value / self.style.unit, bound)


def _null(alpha: int) -> tuple[Any, Any]:
    """The window that only tells whether a value is above alpha."""
    return np.int64(alpha), np.int64(alpha + 1)

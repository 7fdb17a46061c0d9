"""The analysis of one game's plies, from its end to its beginning.

The positions near the end are solved first, so that the searches of earlier ones find proved scores in the
shared table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.catalog import judging as thresholds
from bot.catalog.judging import Judging
from data.jobs.reviews import ReviewedPly
from engine import Limits, Position, SearchResult, StopFlag
from engine.search.position import PASS
from engine.search.registry import default_style
from engine.search.results import outcome_of
from executors.executor import LOCAL, NAMED_TABLES, Executor, Memory, Task
from executors.tasks import CompareMove, ListMoves, SearchPosition


class _Budget(NamedTuple):
    """Time and nodes of searches."""

    seconds: float = 0.0
    nodes: int = 0

    @property
    def used_up(self) -> bool:
        """True if either has run out."""
        return self.seconds <= 0 or self.nodes <= 0

    def less(self, other: _Budget) -> _Budget:
        return _Budget(self.seconds - other.seconds, self.nodes - other.nodes)


class Analysis:
    """Analyses the plies of one game, one after the other. Not thread-safe."""

    def __init__(
        self,
        judging: Judging,
        positions: Sequence[Position],
        moves: Sequence[str],
        known: Iterable[ReviewedPly],
        *,
        seconds: float,
        megabytes: float,
        executor: Executor = LOCAL,
        patience: float = 1.0,
    ) -> None:
        """`positions` are those before each move, and the last one; `known` plies are not analysed again.

        The searches of a whole game take about `seconds` at most, or `patience` times as long on a machine
        too busy for their nodes.
        """
        self._executor = executor
        self._judging = judging
        self._positions = positions
        self._moves = moves
        self._known = {ply.ply: ply for ply in known}
        self._plies = [ply for ply in range(len(positions)) if self._is_of_interest(ply)]
        # Nodes end the searches, so that a second review finds the same; the seconds are for slow machines.
        self._to_solve = _Budget(
            patience * thresholds.SOLVING_SHARE * seconds,
            round(thresholds.SOLVING_NODES_PER_SECOND * seconds),
        )
        self._one_solution = _Budget(
            thresholds.ONE_SOLUTION * self._to_solve.seconds,
            round(thresholds.ONE_SOLUTION * self._to_solve.nodes),
        )
        estimated = max(1, sum(not self._solvable(positions[ply]) for ply in self._plies))
        self._one_estimate = _Budget(
            patience * thresholds.ESTIMATING_SHARE * seconds / estimated,
            max(1, round(thresholds.NODES_PER_SECOND * seconds / estimated)),
        )
        self._searched = _Budget()
        self._memory = Memory.new(megabytes)

    @property
    def plies(self) -> int:
        """Number of plies to analyse in all."""
        return len(self._plies)

    @property
    def known(self) -> tuple[ReviewedPly, ...]:
        """The analysed plies, in order."""
        return tuple(self._known[ply] for ply in self._plies if ply in self._known)

    @property
    def complete(self) -> bool:
        return len(self.known) == len(self._plies)

    def analyse_next(self, stop: StopFlag) -> ReviewedPly | None:
        """Analyse the last ply that is not known; return None if that was stopped, or none is left."""
        ply = next((ply for ply in reversed(self._plies) if ply not in self._known), None)
        if ply is None:
            return None
        reviewed = self._solved(ply, stop) or self._by_book(ply) or self._estimated(ply, stop)
        if stop.is_set():
            return None
        self._known[ply] = reviewed
        return reviewed

    def close(self) -> None:
        """Release the transposition table."""
        NAMED_TABLES.take(self._memory)

    def _is_of_interest(self, ply: int) -> bool:
        """True if a side had a choice there; a pass is none."""
        if ply < len(self._moves):
            return self._moves[ply] != PASS
        return self._positions[ply].legal_moves() not in ((), (PASS,))

    def _solvable(self, position: Position) -> bool:
        return _in_book(position) or _moves_left(position) <= self._judging.solves_from(position)

    def _solved(self, ply: int, stop: StopFlag) -> ReviewedPly | None:
        """Return the proved scores of a position and of the move made there; None if that takes too long."""
        position = self._positions[ply]
        if not self._solvable(position) or (self._to_solve.used_up and not _in_book(position)):
            return None
        before = self._searched
        best = self._search(position, self._proof_limits(position), stop)
        played = self._proved_after(ply, stop) if best.exact else None
        if stop.is_set():
            return None
        if not best.exact or (played is None and ply < len(self._moves)):
            # Earlier positions are harder still.
            self._to_solve = _Budget()
            return None
        keepers = self._keepers(position, best, stop)
        self._to_solve = self._to_solve.less(self._searched.less(before))
        return ReviewedPly(ply, best.move, float(best.score), played, None, keepers)

    def _keepers(self, position: Position, best: SearchResult, stop: StopFlag) -> int | None:
        """Return the number of moves that keep the best one's result, if that counts and can be proved."""
        if not self._judging.counts_keepers:
            return None
        seconds = self._proof_limits(position).seconds or 0.0
        result = self._run(ListMoves(position, seconds, memory=self._memory), seconds, stop)
        if not result.candidates or not all(candidate.proved for candidate in result.candidates):
            return None
        return sum(outcome_of(each.score) == outcome_of(best.score) for each in result.candidates)

    def _proof_limits(self, position: Position) -> Limits:
        """Return limits with which a search aims at a proof at once, or uses a book of proved scores."""
        if _in_book(position):
            return Limits(seconds=self._one_solution.seconds)
        return Limits(
            seconds=min(self._one_solution.seconds, self._to_solve.seconds),
            depth=_moves_left(position),
            nodes=min(self._one_solution.nodes, self._to_solve.nodes),
        )

    def _proved_after(self, ply: int, stop: StopFlag) -> float | None:
        """Return the proved score of the move made at a ply, for the side that made it."""
        if ply == len(self._moves):
            return None
        after = ply + 1
        position, sign = self._positions[after], -1.0
        while position.legal_moves() == (PASS,):
            after, sign = after + 1, -sign
            position = position.play(PASS)
        result = position.result()
        if result is not None:
            return sign * result.score
        known = self._known.get(after)
        if known is not None and known.depth is None:
            return sign * known.score
        if self._to_solve.used_up and not _in_book(position):
            return None
        best = self._search(position, self._proof_limits(position), stop)
        return sign * float(best.score) if best.exact else None

    def _by_book(self, ply: int) -> ReviewedPly | None:
        if ply == len(self._moves):
            return None
        opening = self._judging.opening(self._positions[ply], self._moves[ply])
        if opening.best is None:
            return None
        return ReviewedPly(ply, opening.best, opening.score, opening.played, thresholds.BOOK_DEPTH)

    def _estimated(self, ply: int, stop: StopFlag) -> ReviewedPly:
        """Return estimates of the best move and of the move made, by one search of equal depth."""
        position = self._positions[ply]
        deepest = max(1, _moves_left(position) - 1)
        seconds, nodes = self._one_estimate
        limits = Limits(seconds, deepest, nodes)
        if ply == len(self._moves):
            best = self._search(position, limits, stop)
            depth = None if best.exact else max(1, best.depth)
            return ReviewedPly(ply, best.move, float(best.score), None, depth)
        comparison = self._executor.run(CompareMove(position, self._moves[ply], limits), seconds, stop)
        depth = None if comparison.exact else max(1, comparison.depth)
        return ReviewedPly(ply, comparison.best, comparison.score, comparison.other, depth)

    def _search(self, position: Position, limits: Limits, stop: StopFlag) -> SearchResult:
        return self._run(SearchPosition(position, limits, self._memory), limits.seconds or 0.0, stop)

    def _run(self, task: Task[SearchResult], seconds: float, stop: StopFlag) -> SearchResult:
        result = self._executor.run(task, seconds, stop)
        self._searched = _Budget(self._searched.seconds + result.seconds, self._searched.nodes + result.nodes)
        return result


def _in_book(position: Position) -> bool:
    """True if a book of proved scores has the position, so that no search is needed."""
    book = default_style(position.game).book_for(position)
    return book is not None and book.proved and bool(book.values(position))


def _moves_left(position: Position) -> int:
    # The compiled core is loaded by the first search.
    from engine.search import rules

    return int(rules.moves_left(position.state()))

"""Finding out what the moves of one game were worth: from its end to its beginning.

The positions near the end are solved first, so that the searches of earlier ones find proved scores in the
table, which all of them share.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.review import thresholds
from bot.review.judging import Judging
from data import ReviewedPly
from engine import Limits, Position, SearchResult, StopFlag
from engine.search import rules
from engine.search.position import PASS
from engine.search.registry import default_style
from executors.executor import LOCAL, Executor
from executors.tables import NAMED_TABLES, Memory
from executors.tasks import SearchPosition


class Analysis:
    """The plies of one game that are not known yet, one after the other. Not for several threads at once."""

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
    ) -> None:
        """`positions` are those before each move, and the last one. The searches of a whole game take about
        `seconds` at most."""
        self._executor = executor
        self._judging = judging
        self._positions = positions
        self._moves = moves
        self._known = {ply.ply: ply for ply in known}
        self._plies = [ply for ply in range(len(positions)) if self._is_of_interest(ply)]
        self._to_solve = thresholds.SOLVING_SHARE * seconds
        self._one_solution = thresholds.ONE_SOLUTION * self._to_solve
        estimated = sum(not self._solvable(positions[ply]) for ply in self._plies)
        self._estimate_seconds = thresholds.ESTIMATING_SHARE * seconds / max(1, 2 * estimated)
        self._searched = 0.0
        self._memory = Memory.new(megabytes)

    @property
    def plies(self) -> int:
        """How many plies are to be known in all."""
        return len(self._plies)

    @property
    def done(self) -> int:
        """How many of them are known."""
        return sum(ply in self._known for ply in self._plies)

    @property
    def known(self) -> tuple[ReviewedPly, ...]:
        """What is known so far, in the order of the plies."""
        return tuple(self._known[ply] for ply in self._plies if ply in self._known)

    @property
    def complete(self) -> bool:
        """Whether nothing is left to find out."""
        return self.done == self.plies

    def find_out(self, stop: StopFlag) -> ReviewedPly | None:
        """Find out about the last ply that is not known; None when that was stopped, or nothing is left."""
        ply = next((ply for ply in reversed(self._plies) if ply not in self._known), None)
        if ply is None:
            return None
        found = self._solved(ply, stop) or self._estimated(ply, stop)
        if stop.is_set():
            return None
        self._known[ply] = found
        return found

    def close(self) -> None:
        """Forget the table; what is known stays."""
        NAMED_TABLES.take(self._memory)

    def _is_of_interest(self, ply: int) -> bool:
        """Whether somebody chose a move there, or would have had to: passes are nobody's choice."""
        if ply < len(self._moves):
            return self._moves[ply] != PASS
        return self._positions[ply].legal_moves() not in ((), (PASS,))

    def _solvable(self, position: Position) -> bool:
        return _in_book(position) or _moves_left(position) <= self._judging.solves_from(position)

    def _solved(self, ply: int, stop: StopFlag) -> ReviewedPly | None:
        """The proved scores of a position and of the move made there; None where that takes too long."""
        position = self._positions[ply]
        if not self._solvable(position) or (self._to_solve <= 0 and not _in_book(position)):
            return None
        before = self._searched
        best = self._search(position, self._proof_limits(position), stop)
        played = self._proved_after(ply, stop) if best.exact else None
        if stop.is_set():
            return None
        if not best.exact or (played is None and ply < len(self._moves)):
            # Earlier positions are harder still.
            self._to_solve = 0.0
            return None
        self._to_solve -= self._searched - before
        return ReviewedPly(ply, best.move, best.score, played, None)

    def _proof_limits(self, position: Position) -> Limits:
        """Limits under which a search goes for the proof at once, or asks a book of proved scores."""
        if _in_book(position):
            return Limits(seconds=self._one_solution)
        return Limits(seconds=min(self._one_solution, self._to_solve), depth=_moves_left(position))

    def _proved_after(self, ply: int, stop: StopFlag) -> float | None:
        """The proved score of the move made at a ply, for the side that made it."""
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
        if self._to_solve <= 0 and not _in_book(position):
            return None
        found = self._search(position, self._proof_limits(position), stop)
        return sign * found.score if found.exact else None

    def _estimated(self, ply: int, stop: StopFlag) -> ReviewedPly:
        """Estimates of the best move and of the move made, by searches that see equally far."""
        position = self._positions[ply]
        deepest = max(1, _moves_left(position) - 1)
        limits = Limits(seconds=self._estimate_seconds, depth=deepest)
        best = self._search(position, limits, stop)
        if ply == len(self._moves):
            return ReviewedPly(ply, best.move, best.score, None, None if best.exact else best.depth)
        if best.move == self._moves[ply]:
            played, proved = best.score, best.exact
        else:
            played, proved = self._estimate_after(position.play(self._moves[ply]), best.depth, stop)
        depth = None if best.exact and proved else max(1, best.depth)
        return ReviewedPly(ply, best.move, best.score, played, depth)

    def _estimate_after(self, position: Position, depth: int, stop: StopFlag) -> tuple[float, bool]:
        """The score of the move that led to a position, and whether that is proved."""
        result = position.result()
        if result is not None:
            return -float(result.score), True
        limits = Limits(seconds=self._estimate_seconds, depth=max(1, depth - 1))
        found = self._search(position, limits, stop)
        return -found.score, found.exact

    def _search(self, position: Position, limits: Limits, stop: StopFlag) -> SearchResult:
        task = SearchPosition(position, limits, memory=self._memory)
        found = self._executor.run(task, limits.seconds or 0.0, stop)
        self._searched += found.seconds
        return found


def _in_book(position: Position) -> bool:
    """Whether a book of proved scores knows the best move, so that nothing has to be searched."""
    book = default_style(position.game).book_for(position)
    return book is not None and book.proved and bool(book.values(position))


def _moves_left(position: Position) -> int:
    return int(rules.moves_left(position.state()))

"""A move compared with the best one by a single search, so that both are seen equally deep."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from engine.search.deepening import search
from engine.search.limits import Limits, StopFlag
from engine.search.position import Position
from engine.search.results import Candidate, Progress
from engine.search.transposition import TranspositionTable

#: Values swing between even and odd depths, so the last two are averaged.
_AVERAGED = 2


@dataclass(frozen=True, slots=True)
class Comparison:
    """Estimates of the best move and of another one for the side to move, `depth` plies deep.

    Both are equal, and 0 deep, when the search was stopped before its first iteration ended. `exact` when
    both are proved.
    """

    best: str
    score: float
    other: float
    depth: int
    exact: bool = False


def compare(
    position: Position,
    move: str,
    limits: Limits,
    stop: StopFlag | None = None,
    table: TranspositionTable | None = None,
) -> Comparison:
    """Compare a move with the best one by the last full iterations of one search.

    Pass an empty table, or none: deeper values of one of the two would spoil the comparison.
    """
    iterations: dict[int, tuple[Candidate, ...]] = {}

    def note(progress: Progress) -> None:
        if progress.fraction == 1.0 and progress.thinking:
            iterations[progress.depth] = progress.thinking

    found = search(position, limits, stop, note, table=table, valued=(move,))
    if not iterations:
        return Comparison(found.move, float(found.score), float(found.score), 0)
    last = [(candidates[0], _of(move, candidates)) for candidates in iterations.values()][-_AVERAGED:]
    best, other = last[-1]
    exact = found.exact and best.proved and other.proved
    if exact:
        last = last[-1:]
    score = fmean(float(first.score) for first, _ in last)
    value = score if other is best else fmean(float(second.score) for _, second in last)
    return Comparison(best.move, score, value, max(iterations), exact)


def _of(move: str, candidates: tuple[Candidate, ...]) -> Candidate:
    return next(candidate for candidate in candidates if candidate.move == move)

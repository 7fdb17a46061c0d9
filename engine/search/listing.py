"""Values of several moves: a list of all of them, or a comparison of two."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from statistics import fmean

from engine import search
from engine.search.limits import Limits, StopFlag
from engine.search.position import PASS, Position
from engine.search.registry import Style
from engine.search.results import Candidate, Progress, Proved, SearchResult, turned
from engine.search.tables import TranspositionTable


def list_moves(
    position: Position,
    limits: Limits | None = None,
    stop: StopFlag | None = None,
    *,
    style: Style | None = None,
    table: TranspositionTable | None = None,
) -> SearchResult:
    """Search like `engine.search`, with an exact value for every candidate.

    Where the game's strongest style has proved the best move, the other moves are proved, too, in the time
    left. Any other style lists the moves as it sees them. Raises EngineError when the game is over.
    """
    limits = Limits() if limits is None else limits
    begun = time.perf_counter()
    found = search(position, limits, stop, style=style, table=table, within=math.inf)
    if style is not None or not found.exact:
        return found
    nodes, candidates = found.nodes, []
    for candidate in found.candidates:
        seconds = None if limits.seconds is None else limits.seconds - (time.perf_counter() - begun)
        over = (seconds is not None and seconds <= 0) or (stop is not None and stop.is_set())
        if over or isinstance(candidate.score, Proved):
            candidates.append(candidate)
            continue
        after = position.play(candidate.move)
        result = after.result()
        if result is not None:
            candidates.append(Candidate(candidate.move, Proved(-result.score), "exact"))
            continue
        reply = search(after, Limits(seconds=seconds), stop, table=table)
        nodes += reply.nodes
        if reply.exact:
            answer = None if reply.move == PASS else reply.move
            candidate = Candidate(candidate.move, turned(reply.score), "exact", answer)
        candidates.append(candidate)
    candidates.sort(
        key=lambda each: (each.move == found.move, isinstance(each.score, Proved), each.score), reverse=True
    )
    seconds = time.perf_counter() - begun
    return replace(found, candidates=tuple(candidates), nodes=nodes, seconds=seconds)


#: Values swing between even and odd depths, so the last two are averaged.
_AVERAGED = 2


@dataclass(frozen=True, slots=True)
class MoveComparison:
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
) -> MoveComparison:
    """Compare a move with the best one by the last full iterations of one search.

    Pass an empty table, or none: deeper values of one of the two would spoil the comparison.
    """
    iterations: dict[int, tuple[Candidate, ...]] = {}

    def note(progress: Progress) -> None:
        if progress.fraction == 1.0 and progress.thinking:
            iterations[progress.depth] = progress.thinking

    found = search(position, limits, stop, note, table=table, valued=(move,))
    if not iterations:
        return MoveComparison(found.move, float(found.score), float(found.score), 0)
    last = [(candidates[0], _of(move, candidates)) for candidates in iterations.values()][-_AVERAGED:]
    best, other = last[-1]
    exact = found.exact and best.proved and other.proved
    if exact:
        last = last[-1:]
    score = fmean(float(first.score) for first, _ in last)
    value = score if other is best else fmean(float(second.score) for _, second in last)
    return MoveComparison(best.move, score, value, max(iterations), exact)


def _of(move: str, candidates: tuple[Candidate, ...]) -> Candidate:
    return next(candidate for candidate in candidates if candidate.move == move)

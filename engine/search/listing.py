"""Every legal move of a position with its value, for people to read.

A search that has proved the best move is done with the position, but may have seen the other moves a few
plies deep only: such an estimate must not be listed as proved. So what is listed beside a proved best move is
proved as well, as far as the time allows; `Candidate.proved` says of what that is true.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace

from engine.search.deepening import search
from engine.search.limits import Limits, StopFlag
from engine.search.position import PASS, Position
from engine.search.results import Candidate, SearchResult
from engine.search.score_types import Proved, turned
from engine.search.style import Style
from engine.search.transposition import TranspositionTable


def list_moves(
    position: Position,
    limits: Limits | None = None,
    stop: StopFlag | None = None,
    *,
    style: Style | None = None,
    table: TranspositionTable | None = None,
) -> SearchResult:
    """A search, as `engine.search` makes it, in which every candidate has a value of its own.

    Where the game's strongest style has proved the best move, the other moves are proved too, in the time
    that is left. Any other style is listed as it sees the moves. Raises EngineError when the game is over.
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

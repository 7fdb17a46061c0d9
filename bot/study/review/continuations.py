"""What is expected after a move of a review: the answer that the review knows, then a short search's line."""

from __future__ import annotations

from engine import Limits, Position, StopFlag
from executors.executor import Executor
from executors.tasks import SearchPosition

MAX_MOVES = 6
"""Maximum moves after the one in question."""

SEARCH_SECONDS = 0.5
SEARCH_NODES = 200_000
"""Nodes end the search, so that the same is found again; the seconds are for slow machines."""


def expected_after(
    position: Position, answer: str | None, executor: Executor, stop: StopFlag
) -> tuple[str, ...] | None:
    """Return the moves expected from a position on, `answer` first if known; None if that was stopped."""
    moves: tuple[str, ...] = ()
    if answer is not None:
        moves, position = (answer,), position.play(answer)
    if position.result() is None:
        limits = Limits(SEARCH_SECONDS, nodes=SEARCH_NODES)
        found = executor.run(SearchPosition(position, limits), SEARCH_SECONDS, stop)
        if stop.is_set():
            return None
        moves += found.line
    return moves[:MAX_MOVES]

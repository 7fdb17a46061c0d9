"""What a search reports, while it runs and when it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

#: How a score bounds the value of a move.
Bound = Literal["exact", "at most", "at least"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move at the root and what is known of its value for the side to move.

    `answer` is the opponent's best reply, where it is known. `bound` is "exact" when `score` is the value at
    the depth searched, "at most" when the value is not above the score (enough to know that another move is
    as good), "at least" when it is not below.
    """

    move: str
    score: float
    bound: Bound
    answer: str | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """A running search: depth of the iteration, best move so far, share of the iteration done (0..1).

    `thinking` are the candidates as the last full iteration left them, best first; `certainty` is that of
    its score, and `outcome` what is proved (see `SearchResult`).
    """

    depth: int
    move: str
    score: float
    nodes: int
    seconds: float
    fraction: float
    thinking: tuple[Candidate, ...] = ()
    certainty: float | None = None
    outcome: int | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The outcome of a search, from the side to move.

    `score` is the final score when `exact`, an estimate in the same units otherwise; `exact` only when
    proved. `line` is the expected continuation, `move` first. `candidates` are the legal moves as the last
    full iteration saw them, best first; empty when the search was stopped before its first one.
    `certainty` is None for an estimate. A score from the end of the game has how often such scores are the
    final ones, 1 when `exact`. `outcome` is 1 where the side to move is proved to win, -1 where it is proved
    to lose, 0 for a draw, and None where nothing is proved; `move` reaches it.
    """

    move: str
    score: float
    depth: int
    nodes: int
    seconds: float
    exact: bool
    line: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    certainty: float | None = None
    outcome: int | None = None


ProgressCallback = Callable[[Progress], None]


def outcome_of(score: float) -> int:
    """Who wins by a score: 1 the side that has it, -1 the other, 0 nobody."""
    return (score > 0) - (score < 0)

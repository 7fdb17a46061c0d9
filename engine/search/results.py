"""What a search reports, while it runs and when it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.search.score_types import Bound, Estimate, Proved, Score, points_behind


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move at the root and what is known of its value for the side to move.

    `answer` is the opponent's best reply, where it is known. `bound` is "exact" when `score` is the value at
    the depth searched, "at most" when the value is not above the score (enough to know that another move is
    as good), "at least" when it is not below. `score` is a `Score` of this bound, whose type says what it
    is; a plain number is an estimate.
    """

    move: str
    score: float
    bound: Bound
    answer: str | None = None

    def __post_init__(self) -> None:
        kind = type(self.score) if isinstance(self.score, Score) else Estimate
        object.__setattr__(self, "score", kind(float(self.score), self.bound))

    @property
    def proved(self) -> bool:
        """Whether the score is proved to be the final one after this move."""
        return isinstance(self.score, Proved) and self.bound == "exact"

    @property
    def winner(self) -> int:
        """Who wins by a result that was seen: 1 the side to move, -1 the other; else 0."""
        return self.score.winner if isinstance(self.score, Score) else 0


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

    `score` is the final score when `exact`, otherwise an estimate or the score of a finished game that was
    seen; its type says which (`engine.search.score_types`). `exact` only when proved. `line` is the expected
    continuation, `move` first. `candidates` are the legal moves as the last full iteration saw them, best
    first; empty when the search was stopped before its first one.
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

    def __post_init__(self) -> None:
        if self.exact:
            object.__setattr__(self, "score", Proved(float(self.score)))
        elif isinstance(self.score, Proved) or not isinstance(self.score, Score):
            object.__setattr__(self, "score", Estimate(float(self.score)))

    def with_choice(self, chosen: Candidate) -> SearchResult:
        """The result of playing one of the candidates: `exact` where that one's value is proved."""
        if chosen.move == self.move:
            return self
        outcome = chosen.score.outcome if isinstance(chosen.score, Proved) else None
        return replace(
            self,
            move=chosen.move,
            score=chosen.score,
            exact=chosen.proved,
            line=(chosen.move,) if chosen.answer is None else (chosen.move, chosen.answer),
            certainty=1.0 if chosen.proved else None if self.exact else self.certainty,
            # All moves of a lost position lose.
            outcome=-1 if self.outcome == -1 else outcome,
        )

    @property
    def all_proved(self) -> bool:
        """Whether the score is proved, and what is known of every other move is, too."""
        return self.exact and all(isinstance(each.score, Proved) for each in self.candidates)

    def points_behind(self) -> dict[str, float]:
        """By how many points each candidate is worse than the best one, by its move."""
        moves = [candidate.move for candidate in self.candidates]
        scores = [candidate.score for candidate in self.candidates]
        return dict(zip(moves, points_behind(scores), strict=True))


ProgressCallback = Callable[[Progress], None]

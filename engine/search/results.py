"""Results of a search: scores by how certain they are, candidates and progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

#: How a score bounds the value of a move.
Bound = Literal["exact", "at most", "at least"]


class Score(float):
    """Points for the side to move, or a bound of them.

    A bound is ordered by its points, but equals no value. Plain numbers compare with the points alone.
    """

    __slots__ = ("bound",)
    bound: Bound

    def __new__(cls, points: float, bound: Bound = "exact") -> Score:
        """`bound` says whether the value is the points, at most or at least as much."""
        score = super().__new__(cls, points)
        score.bound = bound
        return score

    @property
    def winner(self) -> int:
        """Return who wins: 1 the side to move, -1 the other, 0 for a draw or unknown."""
        return 0

    @property
    def _order(self) -> tuple[int, float]:
        return self.winner, float(self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Score):
            return (self._order, self.bound) == (other._order, other.bound)
        return float(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: float) -> bool:
        return self._order < other._order if isinstance(other, Score) else float(self) < other

    def __le__(self, other: float) -> bool:
        return self._order <= other._order if isinstance(other, Score) else float(self) <= other

    def __gt__(self, other: float) -> bool:
        return self._order > other._order if isinstance(other, Score) else float(self) > other

    def __ge__(self, other: float) -> bool:
        return self._order >= other._order if isinstance(other, Score) else float(self) >= other

    __hash__ = float.__hash__

    def __reduce__(self) -> tuple[type[Score], tuple[float, Bound]]:
        return type(self), (float(self), self.bound)


class Estimate(Score):
    """The value a style expects of a position, in the style's units."""

    __slots__ = ()


class Final(Score):
    """The score of a finished game that a search has seen, which is not proved to be the best there is."""

    __slots__ = ()

    @property
    def winner(self) -> int:
        """Return who wins: 1 the side to move, -1 the other, 0 for a draw."""
        return outcome_of(float(self))


class Proved(Final):
    """The final score under best play, or a proved bound of it."""

    __slots__ = ()

    @property
    def outcome(self) -> int | None:
        """Return who is proved to win, 0 for a draw; None for a bound that leaves it open."""
        known = self.bound == "exact" or self.winner == {"at least": 1, "at most": -1}[self.bound]
        return self.winner if known else None


def turned(score: float) -> Score:
    """A score as the other side sees it; a plain number is an estimate."""
    if not isinstance(score, Score):
        return Estimate(-score)
    bounds: dict[Bound, Bound] = {"at most": "at least", "at least": "at most"}
    return type(score)(-float(score), bounds.get(score.bound, "exact"))


def outcome_of(score: float) -> int:
    """Return who wins by a final score: 1 the side that has it, -1 the other, 0 for a draw."""
    return (score > 0) - (score < 0)


def points_behind(scores: Iterable[float]) -> list[float]:
    """Return how many points each score is below the best of them.

    A win is its points above the best estimate, since an estimate leaves the game open, and a loss as far
    below the worst one. Plain numbers are estimates.

    >>> points_behind([3.0, 1.5, -2.0])
    [0.0, 1.5, 5.0]
    """
    typed = [score if isinstance(score, Score) else Estimate(score) for score in scores]
    estimates = [float(score) for score in typed if not score.winner]
    above = {1: max(estimates, default=0.0), 0: 0.0, -1: min(estimates, default=0.0)}
    places = [above[score.winner] + float(score) for score in typed]
    return [max(places, default=0.0) - place for place in places]


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
        """Return whether the score is proved to be final after this move."""
        return isinstance(self.score, Proved) and self.bound == "exact"

    @property
    def winner(self) -> int:
        """Return who wins by a result the search has seen: 1 the side to move, -1 the other; else 0."""
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
    seen; its type says which. `exact` only when proved. `line` is the expected
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
        """Return whether the score is proved, and all that is known of every other move."""
        return self.exact and all(isinstance(each.score, Proved) for each in self.candidates)

    def points_behind(self) -> dict[str, float]:
        """Return how many points each candidate is below the best one, by its move."""
        moves = [candidate.move for candidate in self.candidates]
        scores = [candidate.score for candidate in self.candidates]
        return dict(zip(moves, points_behind(scores), strict=True))


ProgressCallback = Callable[[Progress], None]

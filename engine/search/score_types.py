"""Scores that people and players see, which say by their type what they are, and how any two compare.

A search reports what a style makes of a position, in the style's own units, and results of the game. Both
are points for the side to move, but they mean different things: an estimate of 18 is not a win with 18 discs
left. So comparisons go by type first: a win is better than any estimate, a loss worse.

>>> Proved(3) > Estimate(18.0) > Proved(-18), Proved(18) == Estimate(18.0)
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterable
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
        """Who wins: 1 the side to move, -1 the other, 0 nobody, or not known by an estimate."""
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
    """What a style expects of a position, in its own units."""

    __slots__ = ()


class Final(Score):
    """The score of a finished game that a search has seen, which is not proved to be the best there is."""

    __slots__ = ()

    @property
    def winner(self) -> int:
        """Who wins: 1 the side to move, -1 the other, 0 nobody."""
        return outcome_of(float(self))


class Proved(Final):
    """The final score under best play, or a proved bound of it."""

    __slots__ = ()

    @property
    def outcome(self) -> int | None:
        """Who is proved to win, 0 for a draw; None for a bound that leaves it open."""
        known = self.bound == "exact" or self.winner == {"at least": 1, "at most": -1}[self.bound]
        return self.winner if known else None


def turned(score: float) -> Score:
    """A score as the other side sees it; a plain number is an estimate."""
    if not isinstance(score, Score):
        return Estimate(-score)
    bounds: dict[Bound, Bound] = {"at most": "at least", "at least": "at most"}
    return type(score)(-float(score), bounds.get(score.bound, "exact"))


def outcome_of(score: float) -> int:
    """Who wins by a final score: 1 the side that has it, -1 the other, 0 nobody."""
    return (score > 0) - (score < 0)


def points_behind(scores: Iterable[float]) -> list[float]:
    """By how many points each score is worse than the best of them.

    A win is its points above the best estimate, since an estimate leaves the game open, and a loss as far
    below the worst one. Plain numbers are estimates.
    """
    typed = [score if isinstance(score, Score) else Estimate(score) for score in scores]
    estimates = [float(score) for score in typed if not score.winner]
    above = {1: max(estimates, default=0.0), 0: 0.0, -1: min(estimates, default=0.0)}
    places = [above[score.winner] + float(score) for score in typed]
    return [max(places, default=0.0) - place for place in places]

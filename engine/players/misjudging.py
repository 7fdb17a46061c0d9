"""How a computer player errs like a person: it misjudges moves and overlooks those that are hard to see."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.search.results import Candidate, SearchResult

#: A move that is hard to see is misjudged by so many times the usual error.
_HARD = 2.0


def preferred(
    found: SearchResult,
    deviation: float,
    most: float,
    missed: float,
    hard_to_see: Callable[[str], bool],
    rng: random.Random,
) -> Candidate:
    """The candidate that looks best to somebody who errs, at most `most` points worse than the best one.

    Each value is misjudged by a normal error of `deviation` points, and that of a move that is hard to see by
    twice as much. Such a move is overlooked altogether in the share `missed` of cases, unless there is no
    other. The candidates need values of their own, not mere bounds.
    """
    behind = found.points_behind()
    looks: list[tuple[float, Candidate]] = []
    overlooked: list[tuple[float, Candidate]] = []
    for candidate in found.candidates:
        if behind[candidate.move] > most:
            continue
        hard = hard_to_see(candidate.move)
        look = rng.gauss(0.0, deviation * (_HARD if hard else 1.0)) - behind[candidate.move]
        unseen = hard and rng.random() < missed
        (overlooked if unseen else looks).append((look, candidate))
    return max(looks or overlooked, key=lambda pair: pair[0])[1]

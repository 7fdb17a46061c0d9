"""How people share the workers of a lane: by person, not by game.

Somebody with many games at once gets as much time in all of them together as somebody with one game gets in
that one, and whoever has the fewest searches, running or lately, goes first. Both hold only as far as every
answer still comes in time: nobody's search is pushed back so far that the others would have to be cut short
for it, and none gets less than the least time.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from typing import Generic, Protocol, TypeVar

RECENT_SECONDS = 10.0
"""So long a search counts after its end when it is decided who goes first."""

KEPT_SHARE = 0.75
"""People go before others only where everybody keeps this part of the time they would have otherwise."""


class Owned(Protocol):
    """A search that somebody waits for; `owner` is None where nobody can be named."""

    @property
    def owner(self) -> int | None: ...


Search = TypeVar("Search", bound=Owned)


class RecentSearches:
    """Whose searches ended lately."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._ended: deque[tuple[float, int]] = deque()

    def note(self, owner: int | None) -> None:
        """A search has ended."""
        if owner is not None:
            self._ended.append((self._clock(), owner))

    def count(self) -> Counter[int]:
        """How many each of them had."""
        oldest = self._clock() - RECENT_SECONDS
        while self._ended and self._ended[0][0] < oldest:
            self._ended.popleft()
        return Counter(owner for _, owner in self._ended)


@dataclass(frozen=True, slots=True)
class Turns(Generic[Search]):
    """Who goes next, and for how long."""

    order: Sequence[Search]
    """Who waits, in the order in which they take a worker."""
    seconds: float
    """A whole turn: what the search of somebody with no other one gets, running or next to run."""
    shares: Mapping[int, float]
    """The part of a turn that each search gets of somebody with several."""

    def of(self, search: Owned) -> float:
        """The seconds that a search may take, from now or from its beginning on."""
        return self.seconds * _share(self.shares, search)


def share_out(
    running: Sequence[Search],
    waiting: Sequence[Search],
    workers: int,
    left: Callable[[Search], float],
    recent: Counter[int],
    least: float,
) -> Turns[Search]:
    """Share the workers between the searches that run and those that wait, in the order they are due.

    `left` is how many seconds from now a search has to end, `recent` whose searches ended lately, `least`
    what every search gets.
    """
    plain = Turns(waiting, _seconds(running, waiting, workers, left, {}), {})
    owners = [search.owner for search in (*running, *waiting) if search.owner is not None]
    searches = Counter(owners)
    if not waiting or len(searches) + len(recent.keys() - searches.keys()) == len(owners) + recent.total():
        # Nobody has two.
        return plain
    if plain.seconds <= least:
        # There is nothing to share out.
        return plain
    smallest = least / plain.seconds
    shares = {owner: max(smallest, 1 / number) for owner, number in searches.items() if number > 1}
    shared = Turns(waiting, _seconds(running, waiting, workers, left, shares), shares)
    order = _fewest_first(running, waiting, recent)
    fair = Turns(order, _seconds(running, order, workers, left, shares), shares)
    most_cut = min(shares.values(), default=1.0) * fair.seconds
    return fair if fair.seconds >= KEPT_SHARE * shared.seconds and most_cut >= least else shared


def _fewest_first(
    running: Sequence[Search], waiting: Sequence[Search], recent: Counter[int]
) -> Sequence[Search]:
    """The second search of somebody comes after the first ones of all others, and so on."""
    ahead = recent + Counter(search.owner for search in running if search.owner is not None)
    ranks = []
    for search in waiting:
        if search.owner is None:
            ranks.append(0)
        else:
            ranks.append(ahead[search.owner])
            ahead[search.owner] += 1
    return [search for _, search in sorted(zip(ranks, waiting, strict=True), key=lambda ranked: ranked[0])]


def _seconds(
    running: Sequence[Search],
    order: Sequence[Search],
    workers: int,
    left: Callable[[Search], float],
    shares: Mapping[int, float],
) -> float:
    """The longest turn with which all who wait are answered in time, one after the other in this order."""
    # What the running ones still need, and each worker after them, in turns.
    free = [_share(shares, search) for search in running]
    free += [0.0] * (workers - len(free))
    heapify(free)
    longest = math.inf
    for search in order:
        ends = free[0] + _share(shares, search)
        heapreplace(free, ends)
        longest = min(longest, left(search) / ends)
    return longest


def _share(shares: Mapping[int, float], search: Owned) -> float:
    return 1.0 if search.owner is None else shares.get(search.owner, 1.0)

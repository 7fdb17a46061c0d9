"""Fair sharing of a lane's workers: by person, not by game.

A person with many games gets as much time for all of them together as a person with one game gets for that
one, and people with the fewest searches, running or recent, go first. Both hold only while every answer still
comes in time: no search is delayed so far that others would have to be cut short, and none gets less than the
minimum time.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from typing import Generic, Protocol, TypeVar

RECENT_SECONDS = 10.0
"""Seconds a finished search still counts in the order."""

MIN_SHARE = 0.75
"""Minimum share of their time that people keep when others go first."""


class Owned(Protocol):
    """A search for a person; `owner` is None where the person is unknown."""

    @property
    def owner(self) -> int | None: ...


Search = TypeVar("Search", bound=Owned)


class RecentSearches:
    """Searches that ended recently."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._ended: deque[tuple[float, int]] = deque()

    def note(self, owner: int | None) -> None:
        """Note that a search has ended."""
        if owner is not None:
            self._ended.append((self._clock(), owner))

    def count(self) -> Counter[int]:
        """Return the number of recent searches by owner."""
        oldest = self._clock() - RECENT_SECONDS
        while self._ended and self._ended[0][0] < oldest:
            self._ended.popleft()
        return Counter(owner for _, owner in self._ended)


@dataclass(frozen=True, slots=True)
class Turns(Generic[Search]):
    """Order and time of the searches in a lane."""

    order: Sequence[Search]
    """Waiting searches in the order in which they take a worker."""
    seconds: float
    """A whole turn: the time for a person's only search, running or next to run."""
    shares: Mapping[int, float]
    """Share of a turn for each search, by owners with several."""

    def seconds_for(self, search: Owned) -> float:
        """Return the seconds a search may take, from now or from its start."""
        return self.seconds * _share(self.shares, search)


def share_out(
    running: Sequence[Search],
    waiting: Sequence[Search],
    workers: int,
    left: Callable[[Search], float],
    recent: Counter[int],
    least: float,
) -> Turns[Search]:
    """Share the workers between running and waiting searches, given in the order they are due.

    `left` returns the seconds until a search has to end, `recent` counts the finished ones by owner, `least`
    is the minimum time of a search.
    """
    plain = Turns(waiting, _seconds(running, waiting, workers, left, {}), {})
    owners = [search.owner for search in (*running, *waiting) if search.owner is not None]
    searches = Counter(owners)
    if not waiting or len(searches) + len(recent.keys() - searches.keys()) == len(owners) + recent.total():
        # Each owner has one.
        return plain
    if plain.seconds <= least:
        # All get the minimum anyway.
        return plain
    smallest = least / plain.seconds
    shares = {owner: max(smallest, 1 / number) for owner, number in searches.items() if number > 1}
    shared = Turns(waiting, _seconds(running, waiting, workers, left, shares), shares)
    order = _fewest_first(running, waiting, recent)
    fair = Turns(order, _seconds(running, order, workers, left, shares), shares)
    most_cut = min(shares.values(), default=1.0) * fair.seconds
    return fair if fair.seconds >= MIN_SHARE * shared.seconds and most_cut >= least else shared


def _fewest_first(
    running: Sequence[Search], waiting: Sequence[Search], recent: Counter[int]
) -> Sequence[Search]:
    """Order searches by their rank among those of the same owner."""
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
    """Return the longest turn with which all waiting searches, in this order, are answered in time."""
    # Turns that each worker still needs for its running search.
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

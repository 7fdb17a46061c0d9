"""A lane of the search pool: its workers, shared fairly by person, and the searches waiting for them."""

from __future__ import annotations

import asyncio
import math
from bisect import insort
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from heapq import heapify, heapreplace

from engine import StopFlag

RECENT_SECONDS = 10.0
"""Seconds a finished search still counts in the order."""

MIN_SHARE = 0.75
"""Minimum share of their time that people keep when others go first."""

MIN_SEARCH_SECONDS = 0.01
"""Minimum time of a search, however late: enough for a few plies."""

SELF_PLAY_SECONDS = 0.2
"""Minimum time of a search in a game without people."""


class Priority(Enum):
    PERSON = "a person waits for the answer"
    SELF_PLAY = "computers play each other"


@dataclass(eq=False, slots=True)
class QueuedSearch:
    """A search that runs or waits for a worker.

    `answer_by` and `ends` are times by the pool's clock; `owner` is the person who waits for it.
    """

    answer_by: float = math.inf
    most: float = math.inf
    priority: Priority = Priority.PERSON
    owner: int | None = None
    stop: StopFlag = field(default_factory=StopFlag)
    admitted: asyncio.Event = field(default_factory=asyncio.Event)
    abandoned: bool = False
    ends: float = math.inf


@dataclass(frozen=True, slots=True)
class Turns:
    """Order and time of the searches in a lane."""

    order: Sequence[QueuedSearch]
    """Waiting searches in the order in which they take a worker."""
    seconds: float
    """A whole turn: the time for a person's only search, running or next to run."""
    shares: Mapping[int, float]
    """Share of a turn for each search, by owners with several."""

    def seconds_for(self, search: QueuedSearch) -> float:
        """Return the seconds a search may take, from now or from its start."""
        return self.seconds * _share(self.shares, search)


def share_out(
    running: Sequence[QueuedSearch],
    waiting: Sequence[QueuedSearch],
    workers: int,
    left: Callable[[QueuedSearch], float],
    recent: Counter[int],
) -> Turns:
    """Share the workers between running and waiting searches, given in the order they are due.

    `left` returns the seconds until a search has to end, `recent` counts the finished ones by owner.
    """
    plain = Turns(waiting, _seconds(running, waiting, workers, left, {}), {})
    owners = [search.owner for search in (*running, *waiting) if search.owner is not None]
    searches = Counter(owners)
    if not waiting or len(searches) + len(recent.keys() - searches.keys()) == len(owners) + recent.total():
        # Each owner has one.
        return plain
    if plain.seconds <= MIN_SEARCH_SECONDS:
        # All get the minimum anyway.
        return plain
    smallest = MIN_SEARCH_SECONDS / plain.seconds
    shares = {owner: max(smallest, 1 / number) for owner, number in searches.items() if number > 1}
    shared = Turns(waiting, _seconds(running, waiting, workers, left, shares), shares)
    order = _fewest_first(running, waiting, recent)
    fair = Turns(order, _seconds(running, order, workers, left, shares), shares)
    most_cut = min(shares.values(), default=1.0) * fair.seconds
    is_fair = fair.seconds >= MIN_SHARE * shared.seconds and most_cut >= MIN_SEARCH_SECONDS
    return fair if is_fair else shared


def _fewest_first(
    running: Sequence[QueuedSearch], waiting: Sequence[QueuedSearch], recent: Counter[int]
) -> Sequence[QueuedSearch]:
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
    running: Sequence[QueuedSearch],
    order: Sequence[QueuedSearch],
    workers: int,
    left: Callable[[QueuedSearch], float],
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


def _share(shares: Mapping[int, float], search: QueuedSearch) -> float:
    return 1.0 if search.owner is None else shares.get(search.owner, 1.0)


INITIAL_RESERVE_SECONDS = 0.75
"""Seconds reserved until enough deliveries are measured."""

MIN_RESERVE_SECONDS = 0.1
"""Minimum seconds reserved: the connection to Discord can slow down from one answer to the next."""

ENOUGH_SAMPLES = 10
"""Deliveries needed before their measured times count."""

MAX_SAMPLES = 100
QUANTILE = 0.98
"""Share of the last answers that the reserve has to cover."""

MARGIN = 1.25
"""Factor on the measured time, as the next answer may need a little more."""


class AnswerReserve:
    """Part of the cap reserved for storing, drawing and sending, measured on the last answers."""

    def __init__(self, cap: float) -> None:
        """`cap` is the seconds from a click to its answer."""
        self._first = min(INITIAL_RESERVE_SECONDS, cap / 4)
        self._least = min(MIN_RESERVE_SECONDS, cap / 4)
        self._most = cap / 2
        self._deliveries: deque[float] = deque(maxlen=MAX_SAMPLES)
        self._overruns: deque[float] = deque(maxlen=MAX_SAMPLES)
        self.seconds = self._first

    def observe_delivery(self, seconds: float) -> None:
        """Note the seconds from the end of a search until its move was shown."""
        self._deliveries.append(seconds)
        self._update()

    def observe_overrun(self, seconds: float) -> None:
        """Note the seconds by which a search overran its deadline; 0 if it did not."""
        self._overruns.append(seconds)
        self._update()

    def _update(self) -> None:
        delivery = (
            self._first if len(self._deliveries) < ENOUGH_SAMPLES else MARGIN * _quantile(self._deliveries)
        )
        overrun = _quantile(self._overruns) if self._overruns else 0.0
        self.seconds = min(self._most, max(self._least, delivery + overrun))


def _quantile(samples: deque[float]) -> float:
    return sorted(samples)[math.ceil(QUANTILE * len(samples)) - 1]


class Lane:
    """Searches that share workers."""

    def __init__(self, workers: int, reserve: AnswerReserve, clock: Callable[[], float]) -> None:
        self._workers = workers
        self._reserve = reserve
        self._clock = clock
        self._people: list[QueuedSearch] = []
        self._self_play: deque[QueuedSearch] = deque()
        self._running: list[QueuedSearch] = []
        self._ended: deque[tuple[float, int]] = deque()
        """When the last searches ended, and for whom."""

    def __iter__(self) -> Iterator[QueuedSearch]:
        """Yield every job, running or waiting."""
        yield from (*self._running, *self._people, *self._self_play)

    @property
    def free(self) -> int:
        """Number of free workers; negative after the lane has shrunk."""
        return self._workers - len(self._running)

    def resize(self, workers: int) -> None:
        """Change the number of workers; searches in progress on surplus ones finish."""
        self._workers = workers
        self._admit()

    def add(self, job: QueuedSearch) -> None:
        """Queue a job, which is admitted in its turn."""
        if job.priority is Priority.PERSON:
            insort(self._people, job, key=lambda other: other.answer_by)
        else:
            self._self_play.append(job)
        self._admit()
        self._shorten()

    def remove(self, job: QueuedSearch) -> None:
        """Remove a job that is over or abandoned."""
        if job in self._running:
            self._running.remove(job)
            if job.owner is not None:
                self._ended.append((self._clock(), job.owner))
        elif job in self._people:
            self._people.remove(job)
        else:
            self._self_play.remove(job)
        self._admit()

    def begin(self, job: QueuedSearch) -> float:
        """Return the seconds an admitted job may run from now."""
        now = self._clock()
        if job.priority is Priority.PERSON:
            seconds = max(
                MIN_SEARCH_SECONDS, min(self._due(job) - now, self._turns().seconds_for(job), job.most)
            )
        else:
            turns = 1 + len(self._self_play) // self._workers
            seconds = SELF_PLAY_SECONDS if self._people else max(SELF_PLAY_SECONDS, job.most / turns)
        job.ends = now + seconds
        return seconds

    def _admit(self) -> None:
        while self.free > 0 and (self._people or self._self_play):
            job = self._next_person() if self._people else self._self_play.popleft()
            self._running.append(job)
            job.admitted.set()

    def _next_person(self) -> QueuedSearch:
        if len(self._people) == 1:
            return self._people.pop()
        job = self._turns().order[0]
        self._people.remove(job)
        return job

    def _due(self, job: QueuedSearch) -> float:
        return job.answer_by - self._reserve.seconds

    def _turns(self) -> Turns:
        """Return the order of waiting searches, and times with which all are answered in time."""
        now = self._clock()
        while self._ended and self._ended[0][0] < now - RECENT_SECONDS:
            self._ended.popleft()
        recent = Counter(owner for _, owner in self._ended)
        return share_out(self._running, self._people, self._workers, lambda job: self._due(job) - now, recent)

    def _shorten(self) -> None:
        if not self._people:
            return
        now, turns = self._clock(), self._turns()
        for job in self._running:
            seconds = max(MIN_SEARCH_SECONDS, turns.seconds_for(job))
            if job.priority is Priority.SELF_PLAY:
                seconds = min(seconds, SELF_PLAY_SECONDS)
            job.stop.set_after(seconds)
            job.ends = min(job.ends, now + seconds)

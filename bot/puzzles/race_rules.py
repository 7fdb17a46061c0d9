"""Rules of puzzle races: who may start one, the ranking, and the puzzles by difficulty.

>>> from data.puzzles.races import Racer
>>> racers = [Racer(1, score=4), Racer(2, score=7), Racer(3, score=4)]
>>> [(placed.place, placed.racer.player_id) for placed in ranked(racers)]
[(1, 2), (2, 1), (2, 3)]
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from data.puzzles.races import Racer, RaceRecord

MIN_RACERS, MAX_RACERS = 2, 20

LOBBY_TIME = timedelta(minutes=10)
"""Time after which a race starts automatically. The private messages of those who join can be edited for 15
minutes, so their boards appear there."""

COUNTDOWN = timedelta(seconds=10)
"""Time between the tap on Start and the first puzzle."""

GRACE = timedelta(seconds=2)
"""Time after the deadline in which taps are processed that were received before."""

MAX_PUZZLES = 80
"""Puzzles of a race, more than anyone solves in three minutes."""

MIN_PUZZLES = 20
"""Minimum puzzles that none of the racers has seen."""

BAR_LENGTH = 10

_NEVER = datetime.max.replace(tzinfo=UTC)


class Placed(NamedTuple):
    """A racer and their place, which those who are equal in everything share."""

    place: int
    racer: Racer


def ranked(racers: Iterable[Racer]) -> tuple[Placed, ...]:
    """Return the ranking: most puzzles solved, then fewest misses, then the earlier last solved puzzle."""

    def merit(racer: Racer) -> tuple[int, int, datetime]:
        return -racer.score, racer.misses, racer.solved_at or _NEVER

    placed: list[Placed] = []
    for number, racer in enumerate(sorted(racers, key=merit), start=1):
        same = bool(placed) and merit(placed[-1].racer) == merit(racer)
        placed.append(Placed(placed[-1].place if same else number, racer))
    return tuple(placed)


def bar_length(score: int, best: int) -> int:
    """Return the filled length of a racer's bar; only the leader's is full.

    >>> [bar_length(score, 40) for score in (0, 1, 39, 40)]
    [0, 1, 9, 10]
    """
    if score == 0:
        return 0
    return BAR_LENGTH if score == best else max(1, score * BAR_LENGTH // best)


def can_start(record: RaceRecord, player_id: int) -> bool:
    """Return whether a person may start a race: the organiser, or any racer once the organiser has left."""
    organiser = record.race.organiser_id
    if record.racer(organiser) is None:
        return record.racer(player_id) is not None
    return player_id == organiser


def is_done(record: RaceRecord, now: datetime) -> bool:
    """Return whether a race in progress is over: its time is, or all racers are done."""
    deadline = record.race.deadline
    is_late = deadline is not None and deadline + GRACE <= now
    return is_late or all(racer.ending is not None for racer in record.racers)

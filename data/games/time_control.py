"""How much time players have.

Live: each side has its minutes for the whole game and gets some seconds back with every move. By
correspondence: each move may take so many days. Without a time control a game waits for ever.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

LIVE_MINUTES = range(1, 181)
LIVE_INCREMENT = range(61)
"""Seconds."""
DAYS_A_MOVE = range(1, 8)

_LIVE = re.compile(r"(\d{1,3})\s*(?:m|min)?\s*(?:\+\s*(\d{1,2})\s*(?:s|sec)?)?", re.ASCII)
_DAYS = re.compile(r"(\d)\s*(?:d|day|days)", re.ASCII)
_NONE = frozenset({"", "none", "no", "off", "unlimited"})


class TimeControlError(ValueError):
    """The text says no time that a game can be played with."""


@dataclass(frozen=True, slots=True)
class Live:
    """`minutes` for the whole game and `increment` seconds for each move made."""

    minutes: int
    increment: int

    def __post_init__(self) -> None:
        if self.minutes not in LIVE_MINUTES or self.increment not in LIVE_INCREMENT:
            raise TimeControlError(f"{self.minutes} min + {self.increment} s")

    @property
    def first(self) -> timedelta:
        """What each side has at the start."""
        return timedelta(minutes=self.minutes)

    def after_move(self, left: timedelta) -> timedelta:
        """What a side has after a move that left it `left`."""
        return left + timedelta(seconds=self.increment)

    def __str__(self) -> str:
        """As it is typed and stored, like `5+3`."""
        return f"{self.minutes}+{self.increment}"


@dataclass(frozen=True, slots=True)
class Correspondence:
    """`days` for each move."""

    days: int

    def __post_init__(self) -> None:
        if self.days not in DAYS_A_MOVE:
            raise TimeControlError(f"{self.days} days")

    @property
    def first(self) -> timedelta:
        """What each side has at the start."""
        return timedelta(days=self.days)

    def after_move(self, left: timedelta) -> timedelta:
        """What a side has after a move: all of it again."""
        return self.first

    def __str__(self) -> str:
        """As it is typed and stored, like `3d`."""
        return f"{self.days}d"


TimeControl = Live | Correspondence


def read_time_control(text: str) -> TimeControl | None:
    """The time control a text such as `5+3`, `10 min` or `2 days` names; None for no limit.

    Raises TimeControlError.
    """
    text = text.strip().casefold()
    if text in _NONE:
        return None
    if days := _DAYS.fullmatch(text):
        return Correspondence(int(days[1]))
    if live := _LIVE.fullmatch(text):
        return Live(int(live[1]), int(live[2] or 0))
    raise TimeControlError(text)

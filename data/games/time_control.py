"""Time controls, and the clock of one game.

A live game gives each side minutes for the whole game and some seconds for every move; correspondence gives
days for each move.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

LIVE_MINUTES = range(1, 181)
LIVE_INCREMENT = range(61)
"""Seconds."""
DAYS_A_MOVE = range(1, 8)

_LIVE = re.compile(r"(\d{1,3})\s*+(?:m|min)?\s*+(?:\+\s*+(\d{1,2})\s*+(?:s|sec)?)?", re.ASCII)
_DAYS = re.compile(r"(\d)\s*+(?:d|day|days)", re.ASCII)
_NONE = frozenset({"", "none", "no", "off", "unlimited"})


class TimeControlError(ValueError):
    """The text names no possible time control."""


@dataclass(frozen=True, slots=True)
class Live:
    """`minutes` for the whole game and `increment` seconds for each move."""

    minutes: int
    increment: int

    def __post_init__(self) -> None:
        if self.minutes not in LIVE_MINUTES or self.increment not in LIVE_INCREMENT:
            raise TimeControlError(f"{self.minutes} min + {self.increment} s")

    @property
    def first(self) -> timedelta:
        return timedelta(minutes=self.minutes)

    def after_move(self, left: timedelta) -> timedelta:
        """Return a side's time after a move that left it `left`."""
        return left + timedelta(seconds=self.increment)

    def __str__(self) -> str:
        """Return the text as typed and stored, like `5+3`."""
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
        return timedelta(days=self.days)

    def after_move(self, left: timedelta) -> timedelta:
        """Return a side's time after a move: all of it again."""
        return self.first

    def __str__(self) -> str:
        """Return the text as typed and stored, like `3d`."""
        return f"{self.days}d"


TimeControl = Live | Correspondence


def read_time_control(text: str) -> TimeControl | None:
    """Read a time control such as `5+3`, `10 min` or `2 days`; None for no limit.

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


WARNED_AT = 1 / 3
"""Share of the time left at which the side to move is reminded."""

NOTHING = timedelta()


class TimeUp(Exception):  # noqa: N818 - a slow player, not an error
    """A move came after its side had run out of time."""


@dataclass(frozen=True, slots=True)
class GameClock:
    """The time both sides have `left`; that of `side` has run `since` a moment (None: the clock is
    stopped)."""

    control: TimeControl
    left: tuple[timedelta, timedelta]
    side: int | None = None
    since: datetime | None = None
    warned: bool = False
    """True once the side to move was reminded."""

    @classmethod
    def of(cls, control: TimeControl, shares: tuple[int, int] = (1, 1)) -> GameClock:
        """Return the clock of a game that has not begun; `shares` multiply the sides' minutes in a live
        one."""
        if isinstance(control, Correspondence):
            return cls(control, (control.first, control.first))
        return cls(control, (control.first * shares[0], control.first * shares[1]))

    @property
    def flag_at(self) -> datetime | None:
        """Moment at which the side to move runs out of time; None while the clock is stopped."""
        if self.side is None or self.since is None:
            return None
        return self.since + self.left[self.side]

    @property
    def warn_at(self) -> datetime | None:
        """Moment to remind the side to move, with a third of its time left; None if that is done, if it had
        less at the start of its turn, and while the clock is stopped."""
        flag = self.flag_at
        if flag is None or self.since is None or self.warned:
            return None
        moment = flag - self.control.first * WARNED_AT
        return moment if moment > self.since else None

    def left_at(self, now: datetime, side: int) -> timedelta:
        """Return the time a side has left, at least zero."""
        left = self.left[side]
        if side == self.side and self.since is not None:
            left -= max(NOTHING, now - self.since)
        return max(NOTHING, left)

    @property
    def is_short(self) -> bool:
        """True if the side whose time runs was reminded, or has too little time for that."""
        return self.side is not None and self.warn_at is None

    @property
    def ran_out(self) -> int | None:
        """The side without time left on a stopped clock."""
        return next((side for side in (0, 1) if self.side is None and not self.left[side]), None)

    def run_for(self, side: int, now: datetime) -> GameClock:
        return replace(self, side=side, since=now, warned=False)

    def stop(self, now: datetime) -> GameClock:
        """Return the clock stopped now, less the time passed."""
        if self.side is None:
            return self
        return replace(self, left=self._with(self.side, self.left_at(now, self.side)), side=None, since=None)

    def moved(self, now: datetime, to_move: int | None) -> GameClock:
        """Return the clock after a move of the side whose time runs; `to_move` is the side whose time runs
        next.

        That may be the same one after a forced pass, and is None at the end of a game or before a computer
        player's move. Raises TimeUp for a move that came too late.
        """
        clock = self
        if self.side is not None:
            flag = self.flag_at
            if flag is not None and now >= flag:
                raise TimeUp
            left = self.control.after_move(self.left_at(now, self.side))
            clock = replace(self, left=self._with(self.side, left), side=None, since=None)
        return clock if to_move is None else clock.run_for(to_move, now)

    def _with(self, side: int, left: timedelta) -> tuple[timedelta, timedelta]:
        return (left, self.left[1]) if side == 0 else (self.left[0], left)

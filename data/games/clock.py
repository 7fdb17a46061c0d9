"""The clock of one game: whose time runs, since when, and when it is over.

Everything here is arithmetic with the times it is given. A clock runs for one side at a time; it stands still
before a game begins, while it rests, while a computer player is to move, and after the end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from data.games.time_control import TimeControl

WARNED_AT = 1 / 3
"""The share of the time at which the side to move is reminded."""

NOTHING = timedelta()


class TimeUp(Exception):  # noqa: N818 - nothing is wrong, somebody was too slow
    """A move came after its side's time was over."""


@dataclass(frozen=True, slots=True)
class GameClock:
    """What both sides have left; `side` is the one whose time runs `since` a moment, None while it stands."""

    control: TimeControl
    left: tuple[timedelta, timedelta]
    side: int | None = None
    since: datetime | None = None
    warned: bool = False
    """Whether the side to move has been reminded."""

    @classmethod
    def of(cls, control: TimeControl) -> GameClock:
        """The clock of a game that has not begun."""
        return cls(control, (control.first, control.first))

    @property
    def flag_at(self) -> datetime | None:
        """When the time of the side to move is over; None while the clock stands."""
        if self.side is None or self.since is None:
            return None
        return self.since + self.left[self.side]

    @property
    def warn_at(self) -> datetime | None:
        """When the side to move is to be reminded, with a third of its time left; None when it was, when it
        has had less at the start of its turn, and while the clock stands."""
        flag = self.flag_at
        if flag is None or self.since is None or self.warned:
            return None
        moment = flag - self.control.first * WARNED_AT
        return moment if moment > self.since else None

    def left_at(self, now: datetime, side: int) -> timedelta:
        """What a side has left, never less than nothing."""
        left = self.left[side]
        if side == self.side and self.since is not None:
            left -= max(NOTHING, now - self.since)
        return max(NOTHING, left)

    @property
    def is_short(self) -> bool:
        """Whether the side whose time runs has been reminded, or needs no reminder to know."""
        return self.side is not None and self.warn_at is None

    @property
    def ran_out(self) -> int | None:
        """The side that has nothing left on a clock that stands."""
        return next((side for side in (0, 1) if self.side is None and not self.left[side]), None)

    def run_for(self, side: int, now: datetime) -> GameClock:
        """The same clock, running for a side from now on."""
        return replace(self, side=side, since=now, warned=False)

    def stop(self, now: datetime) -> GameClock:
        """The clock as it stands still from now on; what has passed is taken off."""
        if self.side is None:
            return self
        return replace(self, left=self._with(self.side, self.left_at(now, self.side)), side=None, since=None)

    def moved(self, now: datetime, to_move: int | None) -> GameClock:
        """The clock after a move of the side whose time runs; `to_move` is the side whose time runs then.

        After a forced pass of the other side that is the same one; None at the end of a game, and where a
        computer player is to move. Raises TimeUp for a move that came too late.
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

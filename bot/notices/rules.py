"""What a person is told of a turn of theirs, and when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, StrEnum, auto
from typing import NamedTuple

from data import Correspondence, Game, GameState, Notice
from data.games.clock import WARNED_AT

SOON = timedelta(seconds=5)
"""How long a turn lasts before it is told: the board is there then, and whoever waits for it has seen it."""

THERE = timedelta(minutes=1)
"""Whoever has done something in a game so lately looks at it, and need not be told."""

WITHOUT_CLOCK = timedelta(days=1)
"""How long the other person waits, in a game without a clock, before there is a reminder."""


class Where(StrEnum):
    """Where a person wants to be told of their turns."""

    NOWHERE = "off"
    DAYS = "days"
    """In the channel, and only in games of days for each move."""
    CHANNEL = "channel"
    DIRECT = "direct"


class Reminder(StrEnum):
    """When a person wants to be reminded, in games of days: so long before their time is over."""

    NEVER = "off"
    THIRD = "third"
    """With a third of the time left."""
    HOURS_3 = "3 hours"
    HOURS_6 = "6 hours"
    HOURS_12 = "12 hours"


HOURS = {Reminder.HOURS_3: 3, Reminder.HOURS_6: 6, Reminder.HOURS_12: 12}


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants to be told."""

    where: Where = Where.NOWHERE
    reminder: Reminder = Reminder.THIRD

    def in_game(self, game: Game) -> Wish:
        """The wish as it applies to one game, where it is never DAYS."""
        if self.where is not Where.DAYS:
            return self
        days = game.clock is not None and isinstance(game.clock.control, Correspondence)
        # Outside the bot's own servers it could not send anything.
        return replace(self, where=Where.CHANNEL if days and not game.by_clicks else Where.NOWHERE)


class Turn(NamedTuple):
    """A person is to move, since a moment."""

    player_id: int
    since: datetime

    @classmethod
    def in_game(cls, game: Game) -> Turn | None:
        """Whose turn it is; None when nobody's: a computer player's, or the game rests or is over."""
        rests = game.paused_at is not None or game.adjourned_at is not None
        player_id = game.seats[game.turn].player_id
        if game.state is not GameState.PLAYING or rests or player_id is None or game.delegates[game.turn]:
            return None
        return cls(player_id, game.moved_at)


class Step(Enum):
    """What is said."""

    TURN = auto()
    """It is your turn."""
    REMINDER = auto()
    """It still is."""


class Due(NamedTuple):
    """Something is to be said at a moment."""

    moment: datetime
    step: Step


def next_due(game: Game, notice: Notice, wish: Wish, now: datetime) -> Due | None:
    """What is to be said next of the turn that `notice` is about; a turn that was not told when the reminder
    is due is not told any more."""
    if notice.refused == wish.where:
        return None
    moment = None if notice.reminded else reminder_at(game, wish.reminder)
    if not notice.told and (moment is None or moment > now):
        return Due(notice.turn_at + SOON, Step.TURN)
    return None if moment is None else Due(moment, Step.REMINDER)


def reminder_at(game: Game, reminder: Reminder) -> datetime | None:
    """When the person to move is reminded; None when they are not: in a game of minutes, and where neither
    a clock runs nor anybody waits."""
    if reminder is Reminder.NEVER:
        return None
    clock = game.clock
    if clock is None:
        other = game.seats[1 - game.turn]
        return None if other.player_id is None else game.moved_at + WITHOUT_CLOCK
    if clock.flag_at is None or clock.since is None or not isinstance(clock.control, Correspondence):
        return None
    if reminder is Reminder.THIRD:
        before = clock.control.first * WARNED_AT
    else:
        before = timedelta(hours=HOURS[reminder])
    moment = clock.flag_at - before
    return moment if moment > clock.since else None

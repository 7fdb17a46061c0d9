"""Rules for turn notices: which ones a player gets, and when."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum, StrEnum, auto
from typing import NamedTuple

from bot.core.fields import Frozen
from data.games.records import Game, GameState
from data.games.time_control import WARNED_AT, Correspondence
from data.messages.notices import Notice
from data.people.personal import TEAM_PLAYERS

SOON = timedelta(seconds=5)
"""Delay of a turn's notice: by then the board is there, and a waiting player has seen it."""

THERE = timedelta(minutes=1)
"""Time after an action in a game in which a player is taken to be looking at it, and gets no notice."""

WITHOUT_CLOCK = timedelta(days=1)
"""Time until a reminder in a game without a clock."""


class Where(StrEnum):
    """Place of a player's turn notices."""

    NOWHERE = "off"
    DAYS = "days"
    """In the channel, and only in games with days per move."""
    CHANNEL = "channel"
    DIRECT = "direct"


class Reminder(StrEnum):
    """Time left at which a player is reminded, in games with days per move."""

    NEVER = "off"
    THIRD = "third"
    """A third of the time."""
    HOURS_3 = "3 hours"
    HOURS_6 = "6 hours"
    HOURS_12 = "12 hours"


HOURS = {Reminder.HOURS_3: 3, Reminder.HOURS_6: 6, Reminder.HOURS_12: 12}


class Wish(Frozen):
    """The notices a player wants."""

    where: Where = Where.NOWHERE
    reminder: Reminder = Reminder.THIRD

    def in_game(self, game: Game) -> Wish:
        """Return the wish as it applies to one game, where it is never DAYS."""
        if self.where is not Where.DAYS:
            return self
        days = game.clock is not None and isinstance(game.clock.control, Correspondence)
        # Where the bot is not a member it cannot send anything.
        return replace(self, where=Where.CHANNEL if days and not game.by_clicks else Where.NOWHERE)


class NoticeTurn(NamedTuple):
    player_id: int
    since: datetime

    @classmethod
    def in_game(cls, game: Game) -> NoticeTurn | None:
        """Return whose turn it is; None if a computer is to move, or the game is paused or over."""
        rests = game.paused_at is not None or game.adjourned_at is not None
        player_id = game.seats[game.turn].player_id
        if game.state is not GameState.PLAYING or rests or player_id is None or game.delegates[game.turn]:
            return None
        if player_id in TEAM_PLAYERS:
            # Their board shows the countdown.
            return None
        return cls(player_id, game.moved_at)


class NoticeStep(Enum):
    TURN = auto()
    REMINDER = auto()


class Due(NamedTuple):
    """The next notice, and the moment it is due."""

    moment: datetime
    step: NoticeStep


def next_due(game: Game, notice: Notice, wish: Wish, now: datetime) -> Due | None:
    """Return the next notice of a turn; once the reminder is due, a missed first notice is skipped."""
    if notice.refused == wish.where:
        return None
    moment = None if notice.reminded else reminder_at(game, wish.reminder)
    if not (notice.told or _is_called(game)) and (moment is None or moment > now):
        return Due(notice.turn_at + SOON, NoticeStep.TURN)
    return None if moment is None else Due(moment, NoticeStep.REMINDER)


def _is_called(game: Game) -> bool:
    """Return whether the player to move knows of it without a notice, in a simultaneous exhibition.

    The exhibitor goes round the boards, and the call to the boards mentions everyone.
    """
    exhibits = game.seats[game.turn].player_id == game.challenger_id
    return game.in_simul and (exhibits or game.ply == 0)


def reminder_at(game: Game, reminder: Reminder) -> datetime | None:
    """Return when the player to move is reminded.

    None in games of minutes, and where neither a clock runs nor an opponent waits.
    """
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

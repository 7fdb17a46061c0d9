"""What people read of time: how much there is, what is left, and what was used."""

from __future__ import annotations

from datetime import datetime

from bot.games.snapshot import GameSnapshot
from bot.ui.language import gettext, gettext_noop, ngettext
from bot.ui.untrusted import safe
from bot.ui.words import mover_name
from data import Correspondence, Live, TimeControl

NO_LIMIT = gettext_noop("No time limit")


def time_name(control: TimeControl) -> str:
    """A time control as people say it."""
    if isinstance(control, Correspondence):
        return ngettext("{number} day a move", "{number} days a move", control.days)
    if not control.increment:
        return gettext("{minutes} min", minutes=control.minutes)
    return gettext("{minutes} min + {seconds} s a move", minutes=control.minutes, seconds=control.increment)


def no_such_time(typed: str) -> str:
    """To somebody who typed a time that no game can have."""
    return gettext(
        "I can't read the time “{typed}”. Write minutes and extra seconds a move, such as `5+3` (1 to 180 "
        "minutes, at most 60 seconds), or days a move, such as `3 days` (1 to 7).",
        typed=safe(typed),
    )


def time_lines(snapshot: GameSnapshot) -> list[str]:
    """What is left to both sides of a game that is being played; nothing without a time limit."""
    clock = snapshot.game.clock
    if clock is None:
        return []
    parts = [time_name(clock.control)]
    for side, (one, left) in enumerate(zip(snapshot.kind.sides, clock.left, strict=True)):
        if side == clock.side and clock.flag_at is not None:
            moment = {"disc": one.disc, "moment": in_words(clock.flag_at), "wait": countdown(clock.flag_at)}
            if isinstance(clock.control, Live):
                parts.append(gettext("{disc} runs out of time {wait}", **moment))
            else:
                parts.append(gettext("{disc} has until {moment}, {wait}", **moment))
        elif isinstance(clock.control, Live) and snapshot.game.seats[side].computer is None:
            parts.append(f"{one.disc} {minutes(left.total_seconds())}")
    lines = ["-# ⏱ " + " · ".join(parts)]
    if clock.is_short:
        lines.insert(
            0,
            gettext("⏳ **{player} has less than a third of the time left.**", player=mover_name(snapshot)),
        )
    return lines


def in_words(moment: datetime) -> str:
    """A moment, in the time zone of whoever reads it."""
    return f"<t:{int(moment.timestamp())}:f>"


def countdown(moment: datetime) -> str:
    """How long it is until a moment, as Discord counts it down."""
    return f"<t:{int(moment.timestamp())}:R>"


def minutes(seconds: float) -> str:
    """A time in minutes and seconds, with hours where there are any."""
    whole, rest = divmod(round(seconds), 60)
    hours, whole = divmod(whole, 60)
    return f"{hours}:{whole:02}:{rest:02}" if hours else f"{whole}:{rest:02}"

"""The texts about a game's terms: its time control and whether it is rated."""

from __future__ import annotations

import re
from datetime import datetime

from bot.core.snapshot import GameSnapshot, unrating_loses
from bot.ui.untrusted import safe
from bot.ui.words import computer_name, mention, mover_name
from data.games.explorer import is_set_up
from data.games.records import Unrated, WhyUnrated
from data.games.time_control import DAYS_A_MOVE, Correspondence, Live, TimeControl, read_time_control
from languages import gettext, gettext_noop, ngettext, pgettext
from languages.typed import folded, key_typed

NO_LIMIT = gettext_noop("No time limit")

UNLIMITED = "none"
"""Text of "no time limit", typed and chosen."""

_UNIT = re.compile(r"[^\W\d_]+")
"""A word or a letter next to a number."""


def time_name(control: TimeControl | None) -> str:
    if control is None:
        return gettext(NO_LIMIT)
    if isinstance(control, Correspondence):
        return ngettext("{number} day per move", "{number} days per move", control.days)
    if not control.increment:
        # Translators: the time of a whole game, in minutes.
        return gettext("{minutes} min", minutes=control.minutes)
    # Translators: the time of a whole game, in minutes, and the extra seconds for every move.
    return gettext("{minutes} min + {seconds} s per move", minutes=control.minutes, seconds=control.increment)


def time_typed(typed: str) -> TimeControl | None:
    """Parse a time control typed in the reader's language or in English; None means no limit.

    Raises `TimeControlError`.
    """
    days = [str(Correspondence(number)) for number in DAYS_A_MOVE]
    key = key_typed(typed, (UNLIMITED, *days), time_label)
    return read_time_control(_in_english(folded(typed)) if key is None else key)


def time_label(time: str) -> str:
    """Return a stored time control in words; `UNLIMITED` is no limit."""
    return time_name(read_time_control(time))


def _in_english(typed: str) -> str:
    # Translators: all words and letters that players may type for days after a number, such as “3 days”.
    days = folded(pgettext("typed", "d day days")).split()
    # Translators: all words and letters that players may type for minutes after a number, such as “5 min”.
    minutes = folded(pgettext("typed", "m min")).split()
    # Translators: all words and letters that players may type for seconds after a number, such as “3 s”.
    seconds = folded(pgettext("typed", "s sec")).split()
    english = {**dict.fromkeys(days, "d"), **dict.fromkeys(minutes, "m"), **dict.fromkeys(seconds, "s")}
    return _UNIT.sub(lambda word: english.get(word[0], word[0]), typed)


def no_such_time(typed: str) -> str:
    return gettext(
        "I can't read the time “{typed}”. Write minutes and extra seconds per move, "
        "such as `5+3` (1 to 180 minutes, at most 60 seconds), or days per move, such "
        "as `3 days` (1 to 7).",
        typed=safe(typed),
    )


def time_lines(snapshot: GameSnapshot) -> list[str]:
    """Return the time left to both sides of a game in progress; empty without a time limit."""
    clock = snapshot.game.clock
    if clock is None:
        return []
    parts = [time_name(clock.control)]
    for side, (one, left) in enumerate(zip(snapshot.kind.sides, clock.left, strict=True)):
        if side == clock.side and clock.flag_at is not None:
            moment = {"disc": one.disc, "moment": in_words(clock.flag_at), "wait": countdown(clock.flag_at)}
            if isinstance(clock.control, Live):
                # Translators: {wait} is Discord's countdown, such as “in 5 minutes”.
                parts.append(gettext("{disc} runs out of time {wait}", **moment))
            else:
                # Translators: {moment} is a date and time, {wait} a countdown such as “in 5 days”.
                parts.append(gettext("{disc} has until {moment}, {wait}", **moment))
        elif isinstance(clock.control, Live) and snapshot.game.seats[side].computer is None:
            parts.append(f"{one.disc} {minutes(left.total_seconds())}")
    lines = ["-# ⏱ " + " · ".join(parts)]
    if clock.is_short:
        lines.insert(
            0, gettext("⏳ **{player} has less than a third of the time left.**", player=mover_name(snapshot))
        )
    return lines


def in_words(moment: datetime) -> str:
    """Format a moment in the reader's own time zone."""
    return f"<t:{int(moment.timestamp())}:f>"


def countdown(moment: datetime) -> str:
    """Format a moment as a live countdown by Discord."""
    return f"<t:{int(moment.timestamp())}:R>"


def minutes(seconds: float) -> str:
    whole, rest = divmod(round(seconds), 60)
    hours, whole = divmod(whole, 60)
    return f"{hours}:{whole:02}:{rest:02}" if hours else f"{whole}:{rest:02}"


UNRATED = {
    WhyUnrated.BOARD: gettext_noop("This game is unrated: not the standard board"),
    WhyUnrated.OPPONENT: gettext_noop("This game is unrated: {computer} has no rating"),
    WhyUnrated.SERVER: gettext_noop("This game is unrated: games in this server aren't rated"),
    WhyUnrated.OFTEN: gettext_noop(
        "This game is unrated: {first} and {second} have used up today's rated games"
    ),
    WhyUnrated.TAKEN_BACK: gettext_noop("This game is unrated: {person} took a move back"),
    WhyUnrated.THINKING: gettext_noop("This game is unrated: {person} asked what I think"),
    WhyUnrated.HANDED_OVER: gettext_noop("This game is unrated: {person} let a computer play"),
    WhyUnrated.SIMUL: gettext_noop("Games of a simultaneous exhibition are unrated"),
}
LOST = {
    WhyUnrated.TAKEN_BACK: gettext_noop(
        "This game is unrated: {person} took a move back, which counts as their loss"
    ),
    WhyUnrated.THINKING: gettext_noop(
        "This game is unrated: {person} asked what I think, which counts as their loss"
    ),
    WhyUnrated.HANDED_OVER: gettext_noop(
        "This game is unrated: {person} let a computer play, which counts as their loss"
    ),
}
SET_UP = gettext_noop("This game is unrated: not the standard start")
SOME_HELP = gettext_noop("This game is unrated: the computer helped, or a move was taken back")
"""The reason of games stored without one."""


def rating_facts(snapshot: GameSnapshot) -> list[str]:
    """Return why a game is unrated, or that its board has a separate rating; else nothing."""
    if not snapshot.game.rated:
        return [_unrated(snapshot)]
    return [gettext("This board has a separate rating")] if snapshot.game.options else []


def _unrated(snapshot: GameSnapshot) -> str:
    unrated = snapshot.game.unrated
    if unrated is None:
        return gettext(SOME_HELP)
    if unrated.why is WhyUnrated.BOARD and is_set_up(snapshot.game.options):
        return gettext(SET_UP)
    return gettext((LOST if unrated.lost else UNRATED)[unrated.why], **_people(snapshot, unrated))


def price(snapshot: GameSnapshot, person: str | None = None) -> str:
    """Explain the cost of computer help or a take-back to the player (the reader if None)."""
    if not snapshot.game.rated:
        return gettext("The game is unrated anyway.")
    if not unrating_loses(snapshot):
        return gettext("The game then becomes **unrated**.")
    if person is None:
        return gettext("The game then **counts as a loss for you** and continues unrated.")
    return gettext("The game then **counts as a loss for {person}** and continues unrated.", person=person)


def _people(snapshot: GameSnapshot, unrated: Unrated) -> dict[str, str]:
    seats = snapshot.game.seats
    first, second = (mention(seat.player_id) for seat in seats)
    values = {"first": first, "second": second}
    if unrated.by is not None:
        values["person"] = mention(seats[unrated.by].player_id)
    computer = next((seat.computer for seat in seats if seat.computer), None)
    if computer is not None:
        values["computer"] = computer_name(computer)
    return values

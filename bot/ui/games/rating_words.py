"""What people read of whether a game is rated: why it is not, and what it costs to make it unrated."""

from __future__ import annotations

from bot.games.snapshot import GameSnapshot
from bot.games.terms import unrating_loses
from bot.ui.language import gettext, gettext_noop
from bot.ui.words import computer_name, mention
from data import Unrated, WhyUnrated, is_set_up

REASONS = {
    WhyUnrated.BOARD: gettext_noop("not the usual board"),
    WhyUnrated.OPPONENT: gettext_noop("{computer} has no rating"),
    WhyUnrated.SERVER: gettext_noop("games in this server aren't rated"),
    WhyUnrated.OFTEN: gettext_noop("{first} and {second} have used up today's rated games"),
    WhyUnrated.TAKEN_BACK: gettext_noop("{person} took a move back"),
    WhyUnrated.THINKING: gettext_noop("{person} asked what I think"),
    WhyUnrated.HANDED_OVER: gettext_noop("{person} let a computer play"),
}
SET_UP = gettext_noop("not the usual start")
SOME_HELP = gettext_noop("the computer helped, or a move was taken back")
"""In games of earlier versions, which did not note the reason."""


def rating_facts(snapshot: GameSnapshot) -> list[str]:
    """Why a game is unrated, or that its board has a rating of its own; nothing for the usual rated game."""
    if not snapshot.game.rated:
        return [_unrated(snapshot)]
    return [gettext("This board has a separate rating")] if snapshot.game.options else []


def _unrated(snapshot: GameSnapshot) -> str:
    unrated = snapshot.game.unrated
    if unrated is None:
        return gettext("This game is unrated: {reason}", reason=gettext(SOME_HELP))
    from_position = unrated.why is WhyUnrated.BOARD and is_set_up(snapshot.game.options)
    reason = gettext(SET_UP if from_position else REASONS[unrated.why], **_people(snapshot, unrated))
    if unrated.lost:
        return gettext("This game is unrated: {reason}, which counts as their loss", reason=reason)
    return gettext("This game is unrated: {reason}", reason=reason)


def price(snapshot: GameSnapshot, person: str | None = None) -> str:
    """What help from the computer, or taking a move back, costs the person (the reader if None) now."""
    if not snapshot.game.rated:
        return gettext("The game is unrated anyway.")
    if not unrating_loses(snapshot):
        return gettext("The game then becomes **unrated**.")
    if person is None:
        return gettext("The game then **counts as a loss for you** and continues unrated.")
    return gettext("The game then **counts as a loss for {person}** and continues unrated.", person=person)


def _people(snapshot: GameSnapshot, unrated: Unrated) -> dict[str, str]:
    """Those who are named in a reason."""
    seats = snapshot.game.seats
    first, second = (mention(seat.player_id) for seat in seats)
    values = {"first": first, "second": second}
    if unrated.by is not None:
        values["person"] = mention(seats[unrated.by].player_id)
    computer = next((seat.computer for seat in seats if seat.computer), None)
    if computer is not None:
        values["computer"] = computer_name(computer)
    return values

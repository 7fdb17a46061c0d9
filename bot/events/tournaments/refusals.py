"""Refusals in tournaments."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.refusals import NotYours, Refusal, TooMany
from languages import gettext_noop, ngettext_noop


class UnknownTournament(Refusal):
    text = gettext_noop("There is no such tournament in this server. `/tournament list` shows them all.")


class TournamentOver(Refusal):
    text = gettext_noop("This tournament is over.")


class TournamentBegun(Refusal):
    text = gettext_noop("It's too late for that: this tournament has begun.")


class TournamentNotBegun(Refusal):
    text = gettext_noop("This tournament has not begun yet.")


class TournamentFull(TooMany):
    text = ngettext_noop(
        "The only place of this tournament is taken.", "All {most} places of this tournament are taken."
    )


class NotInvited(Refusal):
    text = gettext_noop("This tournament is by invitation: its organiser can invite you.")


class RemovedFromTournament(Refusal):
    text = gettext_noop("You were removed from this tournament. Its organiser can invite you again.")


class InAlready(Refusal):
    text = gettext_noop("You are already in this tournament.")


class TakesNoPart(Refusal):
    text = gettext_noop("That player is not in this tournament.")


class OnlyOrganiser(NotYours):
    text = gettext_noop("Only {person}, who created this tournament, and moderators can do that.")


class TooFewEntrants(Refusal):
    text = gettext_noop("A tournament needs at least two players to begin.")


class ManyTournaments(TooMany):
    text = ngettext_noop(
        "This server already has {most} tournament, the most I can run here at once. "
        "Start yours when it is over.",
        "This server already has {most} tournaments, the most I can run here at once. "
        "Start yours when one of them is over.",
    )


class TooManyPlaces(TooMany):
    text = ngettext_noop(
        "A round robin has at most {most} place. For more players, choose another form.",
        "A round robin has at most {most} places. For more players, choose another form.",
    )


@dataclass(eq=False)
class BadStart(Refusal):
    text = ngettext_noop(
        "Choose a start time within {days} day from now.",
        "Choose a start time within {days} days from now.",
    )
    counted = "days"
    days: int


class NoTimeLimit(Refusal):
    text = gettext_noop("A tournament needs a time limit, such as `5+5`, or `1 day` per move.")


class NoGameThere(Refusal):
    text = gettext_noop("You have no game in this tournament right now.")


class FirstMoveDue(Refusal):
    text = gettext_noop("Good! It's your move: make it on the board.")


class NothingToCorrect(Refusal):
    text = gettext_noop("That result can't be corrected now.")

"""Refusals in events that people join: tournaments and simultaneous exhibitions.

Sentences do not name the kind of event, unless one of them needs its own.
"""

from __future__ import annotations

from bot.core.refusals import Refusal, TooMany, refusal
from languages import gettext_noop, ngettext_noop

UnknownEvent = refusal("This no longer exists in this server.")
EventOver = refusal("This is already over.")
EventBegun = refusal("It's too late for that: the games have begun.")
RemovedFromEvent = refusal("You were removed. The organiser can invite you again.")
InAlready = refusal("You have already joined.")
TooFewEntrants = refusal("A tournament needs at least two players to begin.")
NoOpponents = refusal("Nobody has joined yet. You need at least one opponent to begin.")
NobodyForComputers = refusal(
    "Nobody has joined yet. Join first, then start: computer players take the other places."
)
ResultsFinal = refusal("This tournament ended more than a day ago, so its results are final.")
TournamentNotBegun = refusal("This tournament has not begun yet.")
NotTakingPart = refusal("You're not taking part.")
NotAnEntrant = refusal("That player isn't taking part.")
NoBoardToLeave = refusal("You have no board to leave in this exhibition.")
NoTimeLimit = refusal("A tournament needs a time limit, such as `5+5`, or `1 day` per move.")
NoGameThere = refusal("You have no game in this tournament right now.")
FirstMoveDue = refusal("Good! It's your move: make it on the board.")
NothingToCorrect = refusal("That result can't be corrected now.")
OwnSimul = refusal("You play against everyone else in this exhibition.")
NoSimulThread = refusal(
    "I couldn't open a thread for the boards. I need the permissions **Create Public Threads** and "
    "**Send Messages in Threads** here. Please try again."
)


class EventFull(TooMany):
    text = ngettext_noop("The only place is taken.", "All {most} places are taken.")


class NotInvited(Refusal):
    text = gettext_noop("Only invited players can join. {person} can invite you.")
    player_id: int


class OnlyOrganiser(Refusal):
    text = gettext_noop("Only the organiser, {person}, and moderators can do that.")
    player_id: int


class ManyTournaments(TooMany):
    text = ngettext_noop(
        "This server already has {most} tournament, the most I can run here at once. Start yours "
        "when it is over.",
        "This server already has {most} tournaments, the most I can run here at once. Start yours "
        "when one of them is over.",
    )


class ManySimuls(TooMany):
    text = ngettext_noop(
        "This server already has {most} exhibition open or in progress, the maximum. Start yours "
        "when it is over.",
        "This server already has {most} exhibitions open or in progress, the maximum. Start yours "
        "when one of them is over.",
    )


class BadStart(Refusal):
    text = ngettext_noop(
        "Choose a start time within {days} day from now.",
        "Choose a start time within {days} days from now.",
    )
    counted = "days"
    days: int


class TooManyPlaces(TooMany):
    text = ngettext_noop(
        "A round robin has at most {most} place. For more players, choose another form.",
        "A round robin has at most {most} places. For more players, choose another form.",
    )

"""Refusals in events that people join: tournaments and simultaneous exhibitions.

Sentences do not name the kind of event, unless one of them needs its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.refusals import Refusal, TooMany
from languages import gettext_noop, ngettext_noop


class UnknownEvent(Refusal):
    text = gettext_noop("This no longer exists in this server.")


class EventOver(Refusal):
    text = gettext_noop("This is already over.")


class EventBegun(Refusal):
    text = gettext_noop("It's too late for that: the games have begun.")


class EventFull(TooMany):
    text = ngettext_noop("The only place is taken.", "All {most} places are taken.")


@dataclass(eq=False)
class NotInvited(Refusal):
    text = gettext_noop("Only invited players can join. {person} can invite you.")
    player_id: int


class RemovedFromEvent(Refusal):
    text = gettext_noop("You were removed. The organiser can invite you again.")


class InAlready(Refusal):
    text = gettext_noop("You have already joined.")


@dataclass(eq=False)
class OnlyOrganiser(Refusal):
    text = gettext_noop("Only the organiser, {person}, and moderators can do that.")
    player_id: int


class TooFewEntrants(Refusal):
    text = gettext_noop("A tournament needs at least two players to begin.")


class NoOpponents(Refusal):
    text = gettext_noop("Nobody has joined yet. You need at least one opponent to begin.")


class NobodyForComputers(Refusal):
    text = gettext_noop(
        "Nobody has joined yet. Join first, then start: computer players take the other places."
    )


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


@dataclass(eq=False)
class BadStart(Refusal):
    text = ngettext_noop(
        "Choose a start time within {days} day from now.",
        "Choose a start time within {days} days from now.",
    )
    counted = "days"
    days: int


class ResultsFinal(Refusal):
    text = gettext_noop("This tournament ended more than a day ago, so its results are final.")


class TournamentNotBegun(Refusal):
    text = gettext_noop("This tournament has not begun yet.")


class NotTakingPart(Refusal):
    text = gettext_noop("You're not taking part.")


class NotAnEntrant(Refusal):
    text = gettext_noop("That player isn't taking part.")


class NoBoardToLeave(Refusal):
    text = gettext_noop("You have no board to leave in this exhibition.")


class TooManyPlaces(TooMany):
    text = ngettext_noop(
        "A round robin has at most {most} place. For more players, choose another form.",
        "A round robin has at most {most} places. For more players, choose another form.",
    )


class NoTimeLimit(Refusal):
    text = gettext_noop("A tournament needs a time limit, such as `5+5`, or `1 day` per move.")


class NoGameThere(Refusal):
    text = gettext_noop("You have no game in this tournament right now.")


class FirstMoveDue(Refusal):
    text = gettext_noop("Good! It's your move: make it on the board.")


class NothingToCorrect(Refusal):
    text = gettext_noop("That result can't be corrected now.")


class OwnSimul(Refusal):
    text = gettext_noop("You play against everyone else in this exhibition.")


class NoSimulThread(Refusal):
    text = gettext_noop(
        "I couldn't open a thread for the boards. I need the permissions **Create Public Threads** and "
        "**Send Messages in Threads** here. Please try again."
    )


class LinkForEntrants(Refusal):
    text = gettext_noop("This isn't public, so only those who take part can share a link to it.")


class NoEventLink(Refusal):
    text = gettext_noop("This page has no link any more.")

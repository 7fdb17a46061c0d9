"""Refusals in events that people join: tournaments and simultaneous exhibitions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from bot.core.refusals import Refusal, Sentence, TooMany
from data.games.records import EventKind
from languages import gettext_noop, ngettext_noop

Texts: TypeAlias = Mapping[EventKind, Sentence]


@dataclass(eq=False)
class EventRefusal(Refusal):
    """Base of refusals with a sentence for each kind of event."""

    texts: ClassVar[Texts]
    event: EventKind

    def sentence(self) -> Sentence:
        return self.texts[self.event]


class UnknownEvent(EventRefusal):
    texts: ClassVar[Texts] = {
        "tournament": gettext_noop(
            "There is no such tournament in this server. `/tournament list` shows them all."
        ),
        "simul": gettext_noop("There is no such exhibition in this server."),
    }


class EventOver(EventRefusal):
    texts: ClassVar[Texts] = {
        "tournament": gettext_noop("This tournament is over."),
        "simul": gettext_noop("This exhibition is over. Start another one: `/simul`."),
    }


class EventBegun(EventRefusal):
    texts: ClassVar[Texts] = {
        "tournament": gettext_noop("It's too late for that: this tournament has begun."),
        "simul": gettext_noop("It's too late for that: this exhibition has begun."),
    }


@dataclass(eq=False)
class EventFull(EventRefusal):
    texts: ClassVar[Texts] = {
        "tournament": ngettext_noop(
            "The only place in this tournament is taken.", "All {most} places in this tournament are taken."
        ),
        "simul": ngettext_noop(
            "The only place in this exhibition is taken.", "All {most} places in this exhibition are taken."
        ),
    }
    most: int


@dataclass(eq=False)
class NotInvited(EventRefusal):
    texts: ClassVar[Texts] = {
        "tournament": gettext_noop("This tournament is by invitation: its organiser can invite you."),
        "simul": gettext_noop("This exhibition is by invitation: {person} can invite you."),
    }
    player_id: int


class RemovedFromEvent(EventRefusal):
    texts: ClassVar[Texts] = {
        "tournament": gettext_noop(
            "You were removed from this tournament. Its organiser can invite you again."
        ),
        "simul": gettext_noop("You were removed from this exhibition. Its organiser can invite you again."),
    }


class InAlready(EventRefusal):
    texts: ClassVar[Texts] = {
        "tournament": gettext_noop("You are already in this tournament."),
        "simul": gettext_noop("You already have a place in this exhibition."),
    }


@dataclass(eq=False)
class OnlyOrganiser(EventRefusal):
    texts: ClassVar[Texts] = {
        "tournament": gettext_noop("Only {person}, who created this tournament, and moderators can do that."),
        "simul": gettext_noop("Only {person}, who started this exhibition, and moderators can do that."),
    }
    player_id: int


class TooFewEntrants(EventRefusal):
    texts: ClassVar[Texts] = {
        "tournament": gettext_noop("A tournament needs at least two players to begin."),
        "simul": gettext_noop("Nobody has joined yet. You need at least one opponent to begin."),
    }


class NobodyForComputers(Refusal):
    text = gettext_noop(
        "Nobody has joined yet. Join first, then start: computer players take the other places."
    )


@dataclass(eq=False)
class ManyEvents(EventRefusal):
    texts: ClassVar[Texts] = {
        "tournament": ngettext_noop(
            "This server already has {most} tournament, the most I can run here at once. Start yours "
            "when it is over.",
            "This server already has {most} tournaments, the most I can run here at once. Start yours "
            "when one of them is over.",
        ),
        "simul": ngettext_noop(
            "This server already has {most} exhibition open or in progress, the maximum. Start yours "
            "when it is over.",
            "This server already has {most} exhibitions open or in progress, the maximum. Start yours "
            "when one of them is over.",
        ),
    }
    most: int


@dataclass(eq=False)
class BadStart(EventRefusal):
    texts: ClassVar[Texts] = {
        "tournament": ngettext_noop(
            "Choose a start time within {days} day from now.",
            "Choose a start time within {days} days from now.",
        ),
        "simul": ngettext_noop(
            "Choose a start time within {days} day from now.",
            "Choose a start time within {days} days from now.",
        ),
    }
    counted = "days"
    days: int


class ResultsFinal(Refusal):
    text = gettext_noop("This tournament ended more than a day ago, so its results are final.")


class TournamentNotBegun(Refusal):
    text = gettext_noop("This tournament has not begun yet.")


class TakesNoPart(EventRefusal):
    texts: ClassVar[Texts] = {
        "tournament": gettext_noop("That player is not in this tournament."),
        "simul": gettext_noop("You have no board to leave in this exhibition."),
    }


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

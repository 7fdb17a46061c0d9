"""Refusals in simultaneous exhibitions."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.refusals import NotYours, Refusal, TooMany
from languages import gettext_noop, ngettext_noop


class UnknownSimul(Refusal):
    text = gettext_noop("There is no such exhibition in this server.")


class SimulOver(Refusal):
    text = gettext_noop("This exhibition is over. Start another one: `/simul`.")


class SimulBegun(Refusal):
    text = gettext_noop("It's too late for that: this exhibition has begun.")


class OwnSimul(Refusal):
    text = gettext_noop("You play against everyone else in this exhibition.")


class SimulFull(TooMany):
    text = ngettext_noop(
        "The only place in this exhibition is taken.", "All {most} places in this exhibition are taken."
    )


@dataclass(eq=False)
class NotInvitedToSimul(Refusal):
    text = gettext_noop("This exhibition is by invitation: {person} can invite you.")
    player_id: int


class InSimulAlready(Refusal):
    text = gettext_noop("You already have a place in this exhibition.")


class RemovedFromSimul(Refusal):
    text = gettext_noop("You were removed from this exhibition. Its organiser can invite you again.")


class NotInSimul(Refusal):
    text = gettext_noop("You have no board to leave in this exhibition.")


class OnlySimulOrganiser(NotYours):
    text = gettext_noop("Only {person}, who started this exhibition, and moderators can do that.")


class NobodyJoined(Refusal):
    text = gettext_noop("Nobody has joined yet. You need at least one opponent to begin.")


class ManySimuls(TooMany):
    text = ngettext_noop(
        "This server already has {most} exhibition open or in progress, the maximum. "
        "Start yours when it is over.",
        "This server already has {most} exhibitions open or in progress, the maximum. "
        "Start yours when one of them is over.",
    )


@dataclass(eq=False)
class BadSimulStart(Refusal):
    text = ngettext_noop(
        "Choose a start time within {days} day from now.",
        "Choose a start time within {days} days from now.",
    )
    counted = "days"
    days: int


class NoSimulThread(Refusal):
    text = gettext_noop(
        "I couldn't open a thread for the boards. I need the permissions **Create Public Threads** and "
        "**Send Messages in Threads** here. Please try again."
    )

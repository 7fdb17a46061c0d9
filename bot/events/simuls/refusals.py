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
    text = gettext_noop("This exhibition has begun, so it is too late for that.")


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
    text = gettext_noop("You have a place in this exhibition already.")


class RemovedFromSimul(Refusal):
    text = gettext_noop("You were removed from this exhibition. Its organiser can invite you again.")


class NotInSimul(Refusal):
    text = gettext_noop("There is no board of this exhibition to leave.")


class OnlySimulOrganiser(NotYours):
    text = gettext_noop("Only {person}, who started this exhibition, and moderators can do that.")


class NobodyJoined(Refusal):
    text = gettext_noop("Nobody has joined yet. It takes at least one opponent to begin.")


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
        "An exhibition can begin between now and {days} day from now. Choose a time in between.",
        "An exhibition can begin between now and {days} days from now. Choose a time in between.",
    )
    counted = "days"
    days: int


class NoSimulThread(Refusal):
    text = gettext_noop(
        "I couldn't open a thread for the boards. I need the permissions **Create Public Threads** and "
        "**Send Messages in Threads** here. Please try again."
    )

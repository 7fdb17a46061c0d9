"""The texts of refusals in simultaneous exhibitions."""

from __future__ import annotations

from bot.core import refusals
from bot.core.refusals import Refusal
from languages import gettext_noop, ngettext_noop

SIMUL_SENTENCES: dict[type[Refusal], str | tuple[str, str]] = {
    refusals.InSimul: gettext_noop(
        "In a simultaneous exhibition there are no hints, no moves taken back and no breaks, and everyone "
        "plays for themselves."
    ),
    refusals.UnknownSimul: gettext_noop("I know no such exhibition in this server."),
    refusals.SimulOver: gettext_noop("This exhibition is over. Start another one: `/simul`."),
    refusals.SimulBegun: gettext_noop("This exhibition has begun, so it is too late for that."),
    refusals.OwnSimul: gettext_noop("You play against everyone else in this exhibition."),
    refusals.SimulFull: ngettext_noop(
        "The only place in this exhibition is taken.", "All {most} places in this exhibition are taken."
    ),
    refusals.NotInvitedToSimul: gettext_noop("This exhibition is by invitation: {person} can invite you."),
    refusals.InSimulAlready: gettext_noop("You have a place in this exhibition already."),
    refusals.RemovedFromSimul: gettext_noop(
        "You were removed from this exhibition. Its organiser can invite you again."
    ),
    refusals.NotInSimul: gettext_noop("There is no board of this exhibition to leave."),
    refusals.OnlySimulOrganiser: gettext_noop(
        "Only {person}, who started this exhibition, and moderators can do that."
    ),
    refusals.NobodyJoined: gettext_noop("Nobody has joined yet. It takes at least one opponent to begin."),
    refusals.ManySimuls: ngettext_noop(
        "This server has {most} exhibition open or in progress already, which is the maximum. Start yours "
        "when it is over.",
        "This server has {most} exhibitions open or in progress already, which is the maximum. Start yours "
        "when one of them is over.",
    ),
    refusals.BadSimulStart: ngettext_noop(
        "An exhibition can begin between now and {days} day from now. Choose a time in between.",
        "An exhibition can begin between now and {days} days from now. Choose a time in between.",
    ),
    refusals.NoSimulThread: gettext_noop(
        "I couldn't open a thread for the boards. I need the permissions **Create Public Threads** and "
        "**Send Messages in Threads** here. Please try again."
    ),
}

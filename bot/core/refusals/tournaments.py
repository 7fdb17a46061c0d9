"""Refusals about tournaments."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.refusals.base import Refusal


class UnknownTournament(Refusal):
    """The tournament does not exist here."""


class TournamentOver(Refusal):
    """The tournament has ended or was cancelled."""


class TournamentBegun(Refusal):
    """It is too late for this."""


class TournamentNotBegun(Refusal):
    """It is too early for this."""


@dataclass(eq=False)
class TournamentFull(Refusal):
    """All places are taken."""

    most: int


class NotInvited(Refusal):
    """Only invited people can join."""


class RemovedFromTournament(Refusal):
    """The person was removed, and can return by invitation only."""


class InAlready(Refusal):
    """The person takes part already."""


class TakesNoPart(Refusal):
    """The person does not take part."""


@dataclass(eq=False)
class OnlyOrganiser(Refusal):
    """Only the organiser and moderators can do this."""

    player_id: int


class TooFewEntrants(Refusal):
    """It takes at least two to begin."""


@dataclass(eq=False)
class ManyTournaments(Refusal):
    """The server has the maximum of tournaments that are not over."""

    most: int


@dataclass(eq=False)
class TooManyPlaces(Refusal):
    """A round robin has at most this many places."""

    most: int


@dataclass(eq=False)
class BadStart(Refusal):
    """The start is in the past, or more than this many days away."""

    days: int


class NoTimeLimit(Refusal):
    """A tournament needs a time limit, or one game could hold up everyone."""


class NoGameThere(Refusal):
    """The person has no game in progress in the tournament."""


class FirstMoveDue(Refusal):
    """The person has to make the first move of their game."""


class NothingToCorrect(Refusal):
    """No result can be corrected now."""
